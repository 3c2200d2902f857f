// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TetrahedronSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {

/// Whether two of the faces of a tetrahedron meet at less than 20 or more than 150 degrees.
bool isBadlyShaped(const Tetrahedron& t, std::span<const type::Vec3> p) {
  constexpr double cos20 = 0.93969262078590838, cos150 = -0.86602540378443865;
  std::array<type::Vec3, 4> normals;
  for (std::size_t f = 0; f < 4; ++f) {
    const auto& c = geometry::tetrahedronTriangles[f];
    normals[f] = (p[t[c[1]]] - p[t[c[0]]]).cross(p[t[c[2]]] - p[t[c[0]]]);
  }
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a + 1; b < 4; ++b) {
      const double cosine = -normals[a].dot(normals[b]) / (normals[a].norm() * normals[b].norm());
      if (!(cosine <= cos20 && cosine >= cos150)) return true;
    }
  return false;
}

}  // namespace

template <class DataTypes>
void TetrahedronSetGeometryAlgorithms<DataTypes>::drawElements(core::DrawList& list, const DrawnMesh& mesh) const {
  m_edges.draw(list, mesh);
  m_triangles.draw(list, mesh);
  const auto& tetrahedra = mesh.topology.tetrahedra();
  if (d_showIndices.value()) core::drawNumbers(list, tetrahedra, mesh.points, mesh.numberScale, d_color.value());
  if (!d_draw.value()) return;
  constexpr type::Color grey{0.5f, 0.5f, 0.5f, 1}, red{1, 0, 0, 1};
  const double gap = 1 - d_scale.value();
  for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
    const Tetrahedron& t = tetrahedra[i];
    if (!core::namesOnly(t, mesh.points.size())) continue;
    const type::Color& color = isBadlyShaped(t, mesh.points) ? red : d_color.value();
    core::drawElement(list, t, i, mesh.points, gap, {&color, 1});
    core::drawOutline(list, t, mesh.points, gap, 1, grey);
  }
}

template <class DataTypes>
void TetrahedronSetGeometryAlgorithms<DataTypes>::init() {
  GeometryAlgorithms<DataTypes>::init();
  if (this->l_topology) m_triangles.orient(*this->l_topology, this->state());
}

namespace {
const auto registered = core::Register("TetrahedronSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the tetrahedra of a mesh")
                            .addAll<TetrahedronSetGeometryAlgorithms, type::Vec3Types, type::Vec2Types>(true);
}  // namespace

}  // namespace sofa::component::topology
