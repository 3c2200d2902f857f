// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/ExportedMesh.h"

namespace sofa::component::io {

ExportedMesh::ExportedMesh(const core::BaseMeshTopology& topology, const core::BaseState* state,
                           const std::vector<type::Vec3>& positions)
    : m_topology(topology), m_points(positions) {
  if (!m_points.empty()) return;
  const std::size_t count = state ? state->size() : topology.hasPositions() ? topology.nbPoints() : 0;
  m_points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) m_points.push_back(state ? state->pointPosition(i) : topology.position(i));
}

helper::mesh::MeshView ExportedMesh::view(const Choice& choice) const {
  helper::mesh::MeshView view;
  view.points = m_points;
  if (choice.edges) view.edges = m_topology.edges();
  if (choice.triangles) view.triangles = m_topology.triangles();
  if (choice.quads) view.quads = m_topology.quads();
  if (choice.tetrahedra) view.tetrahedra = m_topology.tetrahedra();
  if (choice.hexahedra) view.hexahedra = m_topology.hexahedra();
  return view;
}

std::string checkIndices(const helper::mesh::MeshView& mesh) {
  const type::Index largest = mesh.largestNode();
  if (mesh.cellCount() == 0 || largest < mesh.points.size()) return {};
  return fmt::format("An element of the topology names point {}, but there are {} points; nothing is written.", largest,
                     mesh.points.size());
}

}  // namespace sofa::component::io
