// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Geometry/Orientation.h"

namespace sofa::component::topology {
namespace {

const core::BaseState* stateWithTag(const core::Node& start, const std::string& tag) {
  return core::firstUpwards(start, [&](const core::Node& node) -> const core::BaseState* {
    for (const auto* state : node.allLocal<core::BaseState>())
      if (state->d_tags.value().contains(tag)) return state;
    return nullptr;
  });
}

}  // namespace

bool BaseGeometryAlgorithms::checkNodeState(const core::Node& node, std::string_view wanted, std::string& why) {
  const auto* state = core::localMechanicalState(node);
  if (!state || state->hostTypesName() == wanted) return true;
  why = fmt::format("the state of the node, {}, holds {}, not {}.", state->name(), state->dataTypesName(), wanted);
  return false;
}

void BaseGeometryAlgorithms::init() {
  if (!core::requireMesh(*this, l_topology)) return;
  m_state = findState();
  if (const std::string& tag = d_tagMechanics.value(); !m_state && !tag.empty())
    warning("tagMechanics: no state with the tag \"{}\" in this node or above.", tag);
  setValid();
}

const core::BaseState* BaseGeometryAlgorithms::findState() const {
  const std::string& tag = d_tagMechanics.value();
  return tag.empty() ? core::mechanicalState(*context()) : stateWithTag(*context(), tag);
}

void BaseGeometryAlgorithms::draw(core::DrawList& list) const {
  if (!l_topology || !context()) return;
  static thread_local core::DrawnPoints drawn;
  const DrawnMesh mesh{*l_topology, drawn.of(*l_topology, findState()), d_showIndicesScale.value()};
  if (d_showPointIndices.value()) core::drawNumbers(list, mesh.points, mesh.numberScale, {1, 1, 1, 1});
  drawElements(list, mesh);
}

void EdgeDisplay::draw(core::DrawList& list, const DrawnMesh& mesh) const {
  const auto& edges = mesh.topology.edges();
  if (d_showIndices.value()) core::drawNumbers(list, edges, mesh.points, mesh.numberScale, d_color.value());
  if (d_draw.value()) core::drawOutlines(list, edges, mesh.points, 1, d_color.value());
}

void TriangleDisplay::draw(core::DrawList& list, const DrawnMesh& mesh) const {
  const auto& triangles = mesh.topology.triangles();
  const auto& p = mesh.points;
  if (d_showIndices.value()) core::drawNumbers(list, triangles, p, mesh.numberScale, d_color.value());
  if (d_draw.value()) core::drawElements(list, triangles, p, 0, {&d_color.value(), 1});
  if (!d_drawNormals.value()) return;
  constexpr type::Color white{1, 1, 1, 1};
  for (const Triangle& t : triangles) {
    if (!core::namesOnly(t, p.size())) continue;
    const type::Vec3 center = core::centerOf(t, p), normal = (p[t[1]] - p[t[0]]).cross(p[t[2]] - p[t[0]]).normalized();
    list.line(center, center + d_normalLength.value() * normal, 1, white);
  }
}

void QuadDisplay::draw(core::DrawList& list, const DrawnMesh& mesh) const {
  const auto& quads = mesh.topology.quads();
  if (d_showIndices.value()) core::drawNumbers(list, quads, mesh.points, mesh.numberScale, d_color.value());
  if (d_draw.value()) core::drawElements(list, quads, mesh.points, 0, {&d_color.value(), 1});
}

void TriangleDisplay::orient(core::BaseMeshTopology& mesh, const core::BaseState* state) const {
  if (!d_recomputeOrientation.value()) return;
  auto* lists = dynamic_cast<ListTopology*>(&mesh);
  auto* triangles = lists ? lists->list<Triangle>() : nullptr;
  if (!triangles || triangles->value().empty()) {
    m_owner->warning("recomputeTrianglesOrientation: the topology has no triangles of its own.");
    return;
  }
  const std::size_t needed = geometry::pointCountOf(triangles->value());
  std::vector<type::Vec3> points(needed);
  const bool fromState = state && state->size() >= needed;
  if (!fromState && !mesh.hasPositions()) {
    m_owner->error(
        "recomputeTrianglesOrientation: neither a state nor the topology has the positions of the {} points.", needed);
    return;
  }
  for (std::size_t i = 0; i < needed; ++i) points[i] = fromState ? state->pointPosition(i) : mesh.position(i);
  const auto& adjacency = mesh.adjacency();
  auto oriented = triangles->value();
  geometry::orientAlike(oriented, points, adjacency.edgesInTriangle(), adjacency.trianglesAroundEdge(),
                        d_flipNormals.value());
  triangles->set(std::move(oriented));
}

}  // namespace sofa::component::topology
