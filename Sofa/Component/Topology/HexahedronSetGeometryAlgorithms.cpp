// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/HexahedronSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

template <class DataTypes>
void HexahedronSetGeometryAlgorithms<DataTypes>::drawElements(core::DrawList& list, const DrawnMesh& mesh) const {
  m_edges.draw(list, mesh);
  m_quads.draw(list, mesh);
  const auto& hexahedra = mesh.topology.hexahedra();
  if (d_showIndices.value()) core::drawNumbers(list, hexahedra, mesh.points, mesh.numberScale, d_color.value());
  if (!d_draw.value()) return;
  constexpr type::Color grey{0.5f, 0.5f, 0.5f, 1};
  const double gap = 1 - d_scale.value();
  core::drawElements(list, hexahedra, mesh.points, gap, {&d_color.value(), 1});
  for (const Hexahedron& h : hexahedra) core::drawOutline(list, h, mesh.points, gap, 1, grey);
}

namespace {
const auto registered = core::Register("HexahedronSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the hexahedra of a mesh")
                            .addAll<HexahedronSetGeometryAlgorithms, type::Vec3Types, type::Vec2Types>(true);
}  // namespace

}  // namespace sofa::component::topology
