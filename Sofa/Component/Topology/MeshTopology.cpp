// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshTopology.h"

#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

MeshTopology::MeshTopology() {
  addList(m_fields.d_edges);
  addList(m_fields.d_triangles);
  addList(m_fields.d_quads);
  addList(m_fields.d_tetrahedra);
  addList(m_fields.d_hexahedra);
  addList(m_fields.d_prisms);
  addList(m_fields.d_pyramids);
}

void MeshTopology::init() {
  const bool loaded = loadFile();
  const bool good = checkIndices({}) && loaded;
  if (m_pointCount == 0) m_pointCount = referencedPointCount();
  const auto present = [&]<class E>(const ListData<E>& data) { return isDerived<E>() || !data.value().empty(); };
  m_edgesFromVolumes = present(m_fields.d_tetrahedra) || present(m_fields.d_hexahedra);
  deriveIfEmpty<Triangle>({&m_fields.d_tetrahedra}, [this] { return m_fields.deriveTriangles(); });
  deriveIfEmpty<Quad>({&m_fields.d_hexahedra}, [this] { return m_fields.deriveQuads(); });
  deriveIfEmpty<Edge>({&m_fields.d_triangles, &m_fields.d_quads, &m_fields.d_tetrahedra, &m_fields.d_hexahedra},
                      [this] { return m_fields.deriveEdges(m_edgesFromVolumes); });
  if (m_fields.d_computeAllBuffers.value()) m_fields.computeAllBuffers();
  core::readAtInit(*this, {&d_position});
  forEachList([this]<class E>(const ListData<E>& data) {
    if (!isDerived<E>()) core::readAtInit(*this, {&data});
  });
  good ? setValid() : setInvalid();
}

namespace {
const auto registered = core::Register("MeshTopology", "Sofa.Component.Topology.Container.Constant",
                                       "a mesh of fixed elements; missing sub-elements are derived from the others")
                            .wasCalled("Mesh", "SOFA v24.12")
                            .add<MeshTopology>();
}  // namespace

}  // namespace sofa::component::topology
