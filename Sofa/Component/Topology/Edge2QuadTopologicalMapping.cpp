// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/Edge2QuadTopologicalMapping.h"

#include <numbers>

#include "Sofa/Component/Topology/QuadSetTopologyModifier.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

void Edge2QuadTopologicalMapping::init() {
  m_isListed = !d_edgeList->empty();
  TopologicalMapping::init();
}

core::MeshChanges Edge2QuadTopologicalMapping::follow(const core::MeshChanges& ofSource) {
  if (m_isListed)
    for (const auto& step : ofSource.steps) core::carryIndices(d_edgeList.edit(), step->of<Edge>());
  return makeAnew();
}

Index Edge2QuadTopologicalMapping::sourceElement(Index quad) const {
  const Index edge = quad / std::max<Index>(d_nbPointsOnEachCircle.value(), 1);
  if (!m_isListed) return edge;
  return edge < d_edgeList->size() ? d_edgeList.value()[edge] : type::invalidIndex;
}

void Edge2QuadTopologicalMapping::archive(core::Archive& archive) {
  auto list = d_edgeList.value();
  archive.io(list);
  if (!archive.isLoading() || !archive.isGood() || list == d_edgeList.value()) return;
  d_edgeList.set(std::move(list));
  makeAnew();
}

bool Edge2QuadTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!checkTypes(input, ElementType::edge, output, ElementType::quad)) return false;
  if (!checkModifier<QuadSetTopologyModifier>(output, "QuadSetTopologyModifier") || !checkShape()) return false;
  const auto* bodies =
      dynamic_cast<const core::State<type::Rigid3Types>*>(core::localMechanicalState(*input.context()));
  if (!bodies) {
    error(
        "The node of the input '{}' has no state of bodies: the tube has no frames. Add a MechanicalObject of Rigid3.",
        input.path());
    return false;
  }
  for (const Index e : d_edgeList.value())
    if (e >= input.edges().size()) {
      error("edgeList: there is no edge {}, '{}' has {}.", e, input.path(), input.edges().size());
      return false;
    }
  const auto made = points(*bodies);
  output.clear(made.size());
  output.derive<Quad>(lists<Edge>(input), [this, &input] { return quads(input.edges()); });
  output.init();
  auto* state = dynamic_cast<core::State<type::Vec3Types>*>(core::localMechanicalState(*output.context()));
  if (state) {
    state->resize(made.size());
    state->writeCoords(core::vec::position) = made;
  }
  return true;
}

bool Edge2QuadTopologicalMapping::checkShape() const {
  if (!d_radius.isSet() && !d_radiusFocal.isSet())
    error("Neither radius nor radiusFocal is given: set one.");
  else if (!(d_radius.value() > 0) || !(d_radiusFocal.value() >= 0))
    error("radius=\"{}\" must be above 0 and radiusFocal=\"{}\" not below.", d_radius.value(), d_radiusFocal.value());
  else if (d_radiusFocal.value() > 0 && !(d_focalAxis->norm() > 0))
    error("focalAxis=\"{}\" has no direction.", d_focalAxis.text());
  else if (d_nbPointsOnEachCircle.value() == 0)
    error("nbPointsOnEachCircle must be at least 1.");
  else
    return true;
  return false;
}

std::vector<type::Vec3> Edge2QuadTopologicalMapping::points(const core::State<type::Rigid3Types>& bodies) const {
  const Index count = d_nbPointsOnEachCircle.value();
  type::Vec3 y = type::Vec3::UnitY(), z = type::Vec3::UnitZ();
  double alongZ = d_radius.value();
  if (d_radiusFocal.value() > 0) {
    z = d_focalAxis->normalized();
    y = z.cross(type::Vec3::UnitX());  // shorter for an oblique axis, as scenes rely on
    alongZ = d_radiusFocal.value();
  }
  std::vector<type::Vec3> made;
  for (const auto& frame : bodies.positions())
    for (Index j = 0; j < count; ++j) {
      const double angle = 2 * std::numbers::pi * j / count;
      const type::Vec3 arm = y * (std::cos(angle) * d_radius.value()) + z * (std::sin(angle) * alongZ);
      made.push_back(frame.center + frame.orientation * arm);
    }
  return made;
}

std::vector<Quad> Edge2QuadTopologicalMapping::quads(const std::vector<Edge>& edges) const {
  const Index count = d_nbPointsOnEachCircle.value();
  const auto& list = d_edgeList.value();
  const bool flip = d_flipNormals.value();
  std::vector<Quad> made;
  const auto addTube = [&](const Edge& e) {
    for (Index j = 0; j < count; ++j) {
      const Index next = (j + 1) % count;
      const Quad q(e[0] * count + j, e[1] * count + j, e[1] * count + next, e[0] * count + next);
      // With a list of edges flipped quads begin at another corner: springs and pressures of scenes depend on it.
      made.push_back(!flip ? q : !m_isListed ? Quad(q[3], q[2], q[1], q[0]) : Quad(q[0], q[3], q[2], q[1]));
    }
  };
  if (!m_isListed)
    for (const Edge& e : edges) addTube(e);
  else
    for (const Index e : list)
      if (e < edges.size()) addTube(edges[e]);
  return made;
}

namespace {
const auto registered =
    core::Register("Edge2QuadTopologicalMapping", "Sofa.Component.Topology.Mapping", "a tube of quads around a curve")
        .ignores("toQuadContainer", "the quads go into `output`")
        .ignores("toQuadModifier", "the modifier is that of the node of `output`")
        .add<Edge2QuadTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
