// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/InterventionalRadiologyController.h"

#include <limits>
#include <numeric>

#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/StartOfStates.h"

namespace sofa::component::beam {

using type::Vec3;

namespace {

constexpr char leftKey = 18, upKey = 19, rightKey = 20, downKey = 21;

void fitWires(const core::Base& owner, core::Data<std::vector<double>>& data, std::size_t wires) {
  if (data.value().size() == wires) return;
  if (data.isSet())
    owner.warning("{} has {} values for {} instruments: give one each. Those that lack are 0.", data.name(),
                  data.value().size(), wires);
  data.edit().resize(wires, 0.0);
}

template <class T>
void setIfOther(core::Data<T>& data, T value) {
  if (data.value() != value) data.set(std::move(value));
}

}  // namespace

void InterventionalRadiologyController::init() {
  setInvalid();
  d_listening.set(true);
  if (!core::requireState(*this, l_state) || !findWires() || !findFixedConstraint()) return;
  undoMoves();
  core::connectMesh(*this, l_topology);
  if (l_topology && l_topology->edges().size() + 1 < l_state->size())
    warning("{} has {} edges for {} nodes: give it one between each two nodes.", l_topology->path(),
            l_topology->edges().size(), l_state->size());
  if (l_state->size() == 0) return error("{} has no nodes: give it as many as the wires can need.", l_state->path());
  fitWires(*this, d_xtip, m_wires.size());
  fitWires(*this, d_rotationInstrument, m_wires.size());
  if (d_controlledInstrument.value() >= m_wires.size())
    return error("controlledInstrument=\"{}\": there are {} instruments.", d_controlledInstrument.value(),
                 m_wires.size());
  auto& entryPose = d_startingPos.edit();
  if (!(entryPose.orientation.norm() > 0)) return error("startingPos=\"{}\" has no orientation.", d_startingPos.text());
  entryPose.orientation.normalize();
  std::ranges::fill(l_state->writeCoords(core::vec::position), entryPose);
  std::ranges::fill(l_state->writeCoords(core::vec::restPosition), entryPose);
  m_motion = d_speed.value() > 0 ? Motion::advance : Motion::none;
  m_nodes = {.places = {0.0}, .wires = {{}}};
  setValid();
  m_operations.bind(*l_state->context());
  deploy();
  noteMoves();
}

void InterventionalRadiologyController::undoMoves() {
  const std::array now{d_xtip.counter(), d_rotationInstrument.counter(), d_controlledInstrument.counter()};
  if (m_saved.xtip.size() != m_wires.size() || !simulation::hasLeftStart(*context()->root())) return;
  if (now[0] == m_moves[0]) d_xtip.set(m_saved.xtip);
  if (now[1] == m_moves[1]) d_rotationInstrument.set(m_saved.rotation);
  if (now[2] == m_moves[2]) d_controlledInstrument.set(m_saved.controlled);
}

void InterventionalRadiologyController::noteMoves() {
  m_moves = {d_xtip.counter(), d_rotationInstrument.counter(), d_controlledInstrument.counter()};
}

void InterventionalRadiologyController::bwdInit() {
  if (isValid()) m_operations.propagatePosition(core::vec::position);
}

bool InterventionalRadiologyController::findWires() {
  m_wires.clear();
  for (const std::string& name : d_instruments.value()) {
    const auto accepts = [](const core::Base* object) { return dynamic_cast<const WireBeamInterpolation*>(object); };
    auto* found = core::resolveLinkPath(*this, name.starts_with('@') ? name : "@" + name, accepts, false);
    auto* wire = dynamic_cast<WireBeamInterpolation*>(found);
    if (!wire) {
      error("instruments: there is no WireBeamInterpolation \"{}\" in this node.", name);
      return false;
    }
    if (!wire->hasWire()) return false;  // which has told why
    m_wires.emplace_back() = wire;
  }
  if (!m_wires.empty()) return true;
  error("There is no instrument: set instruments to the names of WireBeamInterpolation components.");
  return false;
}

bool InterventionalRadiologyController::findFixedConstraint() {
  if (!l_fixedConstraint)
    for (const auto& component : context()->components())
      if (component->className() == "FixedProjectiveConstraint" && !l_fixedConstraint)
        l_fixedConstraint.set(dynamic_cast<core::ProjectiveConstraint<type::Rigid3Types>*>(component.get()));
  if (heldNodes()) return true;
  error("Nothing holds the nodes that are not in use: add a FixedProjectiveConstraint to this node.");
  return false;
}

core::Data<std::vector<type::Index>>* InterventionalRadiologyController::heldNodes() const {
  auto* indices = l_fixedConstraint ? l_fixedConstraint->findData("indices") : nullptr;
  return dynamic_cast<core::Data<std::vector<type::Index>>*>(indices);
}

bool InterventionalRadiologyController::isComplete() const {
  return isValid() && l_state && l_state->size() >= m_nodes.size() && heldNodes() &&
         std::ranges::all_of(m_wires, [](const auto& wire) { return wire && wire->hasWire(); });
}

std::size_t InterventionalRadiologyController::entry() const { return l_state->size() - m_nodes.size(); }

void InterventionalRadiologyController::handleEvent(core::Event& event) {
  if (!isComplete()) return;
  if (const auto* begin = core::eventAs<core::AnimateBeginEvent>(event)) {
    advance(begin->dt);
    deploy();
    noteMoves();
    m_operations.propagatePosition(core::vec::position);
    m_operations.propagateVelocity(core::vec::velocity);
  } else if (const auto* pressed = core::eventAs<core::KeypressedEvent>(event)) {
    switch (pressed->key) {
      case '0':
        return chooseTool(0);
      case '1':
        return chooseTool(1);
      case '2':
        return chooseTool(2);
      case upKey:
        return apply(Action::forward);
      case downKey:
        return apply(Action::back);
      case rightKey:
        return apply(Action::turnRight);
      case leftKey:
        return apply(Action::turnLeft);
      case '*':
        return setMotion(m_motion == Motion::withdraw ? Motion::none : Motion::advance);
      case '/':
        return setMotion(m_motion == Motion::advance ? Motion::none : Motion::withdraw);
      default:
        return;
    }
  }
}

void InterventionalRadiologyController::chooseTool(std::size_t tool) {
  if (tool >= m_wires.size()) return warning("There is no instrument {}: {} are given.", tool, m_wires.size());
  d_controlledInstrument.set(tool);
  noteMoves();
}

void InterventionalRadiologyController::apply(Action action) {
  if (!isValid()) return;
  move(action);
  noteMoves();
}

void InterventionalRadiologyController::move(Action action) {
  const std::size_t tool = d_controlledInstrument.value();
  switch (action) {
    case Action::none:
      return;
    case Action::forward:
      d_xtip.edit()[tool] += d_step.value();
      return;
    case Action::back:
      d_xtip.edit()[tool] -= d_step.value();
      return;
    case Action::turnRight:
      d_rotationInstrument.edit()[tool] += d_angularStep.value();
      return;
    case Action::turnLeft:
      d_rotationInstrument.edit()[tool] -= d_angularStep.value();
      return;
    case Action::nextTool:
      return chooseTool(tool + 1);
    case Action::previousTool:
      return tool > 0 ? chooseTool(tool - 1) : void();
    case Action::firstTool:
      return chooseTool(0);
    case Action::secondTool:
      return chooseTool(1);
    case Action::thirdTool:
      return chooseTool(2);
    case Action::dropTool:
      if (!std::exchange(m_toldDrop, true)) warning("Instruments cannot be dropped: the action does nothing.");
  }
}

void InterventionalRadiologyController::advance(double dt) {
  if (m_motion == Motion::none) return;
  double& tip = d_xtip.edit()[d_controlledInstrument.value()];
  tip += (m_motion == Motion::advance ? 1 : -1) * d_speed.value() * dt;
  if (tip < 0) m_motion = Motion::none;
}

std::vector<PushedWire> InterventionalRadiologyController::pushedWires() const {
  std::vector<PushedWire> pushed;
  for (std::size_t i = 0; i < m_wires.size(); ++i)
    pushed.push_back({d_xtip.value()[i], m_wires[i]->wire().keyPoints(), m_wires[i]->wire().densities()});
  return pushed;
}

void InterventionalRadiologyController::deploy() {
  auto tips = d_xtip.value();
  for (std::size_t i = 0; i < tips.size(); ++i) tips[i] = std::clamp(tips[i], 0.0, m_wires[i]->wire().length());
  // Something must be out for the beams to begin.
  if (std::ranges::max(tips) <= 0) tips[0] = std::numeric_limits<float>::epsilon();
  setIfOther(d_xtip, tips);
  WireNodes nodes = placeNodes(pushedWires(), d_rigidCurvAbs.value(), d_threshold.value());
  if (nodes.size() > l_state->size()) {
    if (!std::exchange(m_toldSize, true))
      error("What is out needs {} nodes, and {} has {}: give it more. The wires stay where they are.", nodes.size(),
            l_state->path(), l_state->size());
    return;
  }
  moveNodes(nodes);
  m_nodes = std::move(nodes);
  makeBeams();
}

void InterventionalRadiologyController::moveNodes(const WireNodes& nodes) {
  auto& x = l_state->writeCoords(core::vec::position);
  auto& v = l_state->writeDerivs(core::vec::velocity);
  const std::vector<Frame> before(x.end() - static_cast<std::ptrdiff_t>(m_nodes.size()), x.end());
  // Where one wire is alone its nodes go with it: the curve keeps its place, and elasticity moves it on.
  std::vector<double> places = nodes.places;
  const double advance = nodes.places.back() - m_nodes.places.back();
  std::size_t alone = places.size();
  while (alone > 1 && nodes.wires[alone - 1].size() == 1) --alone;
  for (std::size_t i = alone; i < places.size(); ++i) places[i] = std::max(places[i] - advance, places[alone - 1]);
  const std::size_t unused = x.size() - nodes.size();
  for (std::size_t i = 0; i < unused; ++i) {
    x[i] = d_startingPos.value();
    if (i < v.size()) v[i].setZero();
  }
  for (std::size_t i = 0; i < places.size(); ++i) x[unused + i] = poseOnCurve(places[i], before);
}

Frame InterventionalRadiologyController::poseOnCurve(double place, std::span<const Frame> poses) const {
  const auto& known = m_nodes.places;
  const double threshold = d_threshold.value();
  const auto next = std::upper_bound(known.begin(), known.end(), place - threshold);
  const auto i = static_cast<std::size_t>(next - known.begin());
  if (i == known.size()) {
    const Frame& tip = poses.back();
    return {tip.center + type::rotate(tip.orientation, Vec3(place - known.back(), 0, 0)), tip.orientation};
  }
  if (std::abs(known[i] - place) < threshold) return poses[i];
  if (i == 0) return d_startingPos.value();
  const double length = known[i] - known[i - 1];
  return BeamCurve(poses[i - 1], poses[i], length).frame((place - known[i - 1]) / length);
}

void InterventionalRadiologyController::makeBeams() {
  const auto pushed = pushedWires();
  const auto& places = m_nodes.places;
  const double threshold = d_threshold.value();
  const auto first = static_cast<type::Index>(entry());
  for (std::size_t w = 0; w < m_wires.size(); ++w) {
    std::vector<WireBeamInterpolation::Piece> pieces;
    for (std::size_t n = 0; n + 1 < places.size(); ++n) {
      if (!isAt(pushed[w], places[n], threshold) || !isAt(pushed[w], places[n + 1], threshold)) continue;
      const auto a = static_cast<type::Index>(first + n);
      const double handle = pushed[w].handle();
      pieces.push_back({{a, a + 1}, places[n] - handle, places[n + 1] - handle});
    }
    m_wires[w]->setPieces(pieces, d_rotationInstrument.value()[w]);
  }
  std::vector<type::Index> unused(first);
  std::iota(unused.begin(), unused.end(), type::Index{0});
  setIfOther(*heldNodes(), std::move(unused));
  setIfOther(d_indexFirstNode, {first});
}

void InterventionalRadiologyController::storeResetState() {
  m_saved = {d_xtip.value(), d_rotationInstrument.value(), d_controlledInstrument.value(), m_nodes, m_motion};
}

void InterventionalRadiologyController::reset() {
  if (!isComplete()) return;
  d_xtip.set(m_saved.xtip);
  d_rotationInstrument.set(m_saved.rotation);
  d_controlledInstrument.set(m_saved.controlled);
  m_nodes = m_saved.nodes;
  m_motion = m_saved.motion;
  noteMoves();
  makeBeams();
}

void InterventionalRadiologyController::archive(core::Archive& archive) {
  auto tips = d_xtip.value(), turns = d_rotationInstrument.value();
  std::size_t tool = d_controlledInstrument.value();
  archive.io(tips);
  archive.io(turns);
  archive.io(tool);
  archive.io(m_nodes.places);
  archive.io(m_motion);
  if (!archive.isLoading() || !isComplete()) return;
  const bool fits = tips.size() == m_wires.size() && turns.size() == m_wires.size() && tool < m_wires.size() &&
                    !m_nodes.places.empty() && m_nodes.size() <= l_state->size();
  if (!archive.isGood() || !fits) return archive.fail();
  d_xtip.set(std::move(tips));
  d_rotationInstrument.set(std::move(turns));
  d_controlledInstrument.set(tool);
  noteMoves();
  const auto pushed = pushedWires();
  m_nodes.wires.assign(m_nodes.size(), {});
  for (std::size_t n = 0; n < m_nodes.size(); ++n)
    for (std::size_t w = 0; w < pushed.size(); ++w)
      if (isAt(pushed[w], m_nodes.places[n], d_threshold.value())) m_nodes.wires[n].push_back(w);
  makeBeams();
}

namespace {
const auto registeredController = core::Register("InterventionalRadiologyController", "BeamAdapter",
                                                 "pushes catheters and guide wires out of an entry, and turns them")
                                      .add<InterventionalRadiologyController>(true);
}  // namespace

}  // namespace sofa::component::beam
