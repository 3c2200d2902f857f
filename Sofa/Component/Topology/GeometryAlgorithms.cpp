#include "Sofa/Component/Topology/GeometryAlgorithms.h"

#include "Sofa/Geometry/Orientation.h"

namespace sofa::component::topology {
namespace {

const core::BaseState* stateWithTag(const core::Context& node, const std::string& tag) {
  for (const auto* state : node.allLocal<core::BaseState>())
    if (state->d_tags.value().contains(tag)) return state;
  for (const auto* parent : node.parents())
    if (const auto* found = stateWithTag(*parent, tag)) return found;
  return nullptr;
}

}  // namespace

bool BaseGeometryAlgorithms::checkNodeState(const core::Context& node, std::string_view wanted, std::string& why) {
  const auto* state = core::localMechanicalState(node);
  if (!state || state->dataTypesName() == wanted) return true;
  why = fmt::format("the state of the node, {}, holds {}, not {}.", state->name(), state->dataTypesName(), wanted);
  return false;
}

void BaseGeometryAlgorithms::init() {
  if (!l_topology && !l_topology.isGiven()) l_topology.set(core::meshTopology(*context()));
  if (!l_topology) {
    error("No topology found{}. Name one by `topology`, or put one before this component.",
          l_topology.isGiven() ? " at " + l_topology.text() : std::string());
    return setInvalid();
  }
  const std::string& tag = d_tagMechanics.value();
  m_state = tag.empty() ? core::mechanicalState(*context()) : stateWithTag(*context(), tag);
  if (!m_state && !tag.empty()) warning("tagMechanics: no state with the tag \"{}\" in this node or above.", tag);
  setValid();
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
