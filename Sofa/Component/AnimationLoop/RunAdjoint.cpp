// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/RunAdjoint.h"

#include <fmt/format.h>

#include <cmath>
#include <ranges>
#include <set>
#include <typeinfo>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Simulation/Adjoint/ProjectionGradient.h"
#include "Sofa/Simulation/Adjoint/Retraction.h"
#include "Sofa/Simulation/Adjoint/WorkGradient.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"

namespace sofa::component::animationloop {

namespace vec = core::vec;
using core::BaseState;
using core::VecDerivId;
using simulation::TemporaryDeriv;
using simulation::Variable;

namespace {

[[noreturn]] void refuse(const core::Component& component, const std::string& why) {
  throw std::invalid_argument(fmt::format("{} ({}) has no place in a run that is differentiated: {}.", component.path(),
                                          component.className(), why));
}

template <class Values>
std::vector<double> copyOf(const Values& values) {
  return {values.begin(), values.end()};
}

/// Whether two vectors agree to rounding, relative to the largest entry.
bool areAlike(std::span<const double> found, std::span<const double> expected) {
  constexpr double tolerance = 1e-9;
  double size = 1e-12;
  for (const double value : expected) size = std::max(size, std::abs(value));
  const auto isNear = [&](double a, double b) { return std::abs(a - b) <= tolerance * size; };
  return std::ranges::equal(found, expected, isNear);
}

bool areFinite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

template <class Components>
std::vector<std::string> archived(const Components& components) {
  std::vector<std::string> all;
  for (auto* component : components) {
    core::Archive archive;
    component->archive(archive);
    all.push_back(archive.bytes());
  }
  return all;
}

void makeZero(BaseState& state, VecDerivId v) {
  state.allocate(v);
  state.clear(v);
}

void addTo(BaseState& state, VecDerivId sum, VecDerivId v) { state.sum(sum, sum, v, 1); }

}  // namespace

/// A force outside of the solvers, whose work on constant multipliers is differentiated by its own states.
class RunAdjoint::LoadWork final : public simulation::DifferentiableForces {
 public:
  LoadWork(core::BaseForceField& force, VecDerivId multiplier, double h)
      : m_force(force), m_multiplier(multiplier), m_params{.dt = h} {}
  std::vector<BaseState*> states() override {
    std::vector<BaseState*> all;
    for (auto* state : m_force.states())
      if (state && std::ranges::find(all, state) == all.end()) all.push_back(state);
    return all;
  }
  std::string path() const override { return m_force.path(); }
  void evaluate(VecDerivId u) override {
    for (auto* state : states()) makeZero(*state, u);
    m_force.beginStep(m_params);
    m_force.accumulateForce(m_params, u);
  }
  void guess(simulation::WorkGradient&, Variable variable, VecDerivId g) override {
    m_force.beginStep(m_params);
    m_force.lineariseAt(m_params, core::Linearisation::exact);
    for (auto* state : states()) makeZero(*state, g);
    core::MechanicalParams params = m_params;
    params.dx = m_multiplier;
    (variable == Variable::positions ? params.kFactor : params.bFactor) = 1;
    m_force.accumulateDForce(params, g);
  }

 private:
  core::BaseForceField& m_force;
  VecDerivId m_multiplier;
  core::MechanicalParams m_params;
};

/// J(x)^T g with constant g on mapped states: its work on the velocities v is g.J(x) v.
class RunAdjoint::MappedVelocityWork final : public simulation::DifferentiableForces {
 public:
  MappedVelocityWork(simulation::MechanicalOperations& ops, VecDerivId mapped, std::string path)
      : m_ops(ops), m_mapped(mapped), m_path(std::move(path)) {}
  std::vector<BaseState*> states() override { return m_ops.graph().unmapped; }
  std::vector<BaseState*> measured() override { return m_ops.graph().subtree.states; }
  std::string path() const override { return m_path; }
  void evaluate(VecDerivId u) override {
    m_ops.propagatePosition(vec::position);
    for (auto* state : states()) makeZero(*state, u);
    for (auto* state : m_ops.graph().subtree.mappedStates) state->copy(u, m_mapped);
    for (auto* mapping : m_ops.graph().subtree.mappings | std::views::reverse)
      if (mapping->isMechanical()) mapping->accumulateForces(u, u);
  }
  void guess(simulation::WorkGradient&, Variable, VecDerivId) override {}  // none for constant J

 private:
  simulation::MechanicalOperations& m_ops;
  VecDerivId m_mapped;
  std::string m_path;
};

RunAdjoint::RunAdjoint(simulation::Node& root) : m_root(root) {
  m_ops.bind(root);
  std::vector<core::AnimationLoop*> loops;
  root.collectDown(loops);
  for (auto* loop : loops)
    if (typeid(*loop) != typeid(DefaultAnimationLoop)) refuse(*loop, "use a DefaultAnimationLoop");
  if (loops.empty()) throw std::invalid_argument(fmt::format("{} has no DefaultAnimationLoop.", root.path()));
  m_loop = static_cast<DefaultAnimationLoop*>(loops.front());
  check();
}

void RunAdjoint::check() {
  if (!m_loop->sharedForces().empty())
    refuse(*m_loop->sharedForces().front(),
           "it stands outside of the ODE solvers of an exact scene, which find its loads by a step of all bodies "
           "together; put the bodies below one solver");
  const core::OdeSolver* before = nullptr;
  for (const auto& task : m_loop->tasks()) {
    if (task.solver) checkSolver(*task.solver);
    if (task.force && before)
      refuse(*task.force, fmt::format("it stands behind the ODE solver {}; write it before", before->path()));
    if (task.solver) before = task.solver;
  }
  if (!before) throw std::invalid_argument(fmt::format("{} has no ODE solver.", m_root.path()));
}

void RunAdjoint::checkSolver(core::OdeSolver& solver) {
  auto* adjoint = dynamic_cast<core::AdjointStep*>(&solver);
  if (!adjoint) refuse(solver, "its steps cannot be transposed; use an EulerImplicitSolver");
  if (!solver.isValid()) refuse(solver, "it is not valid");
  if (const std::string why = adjoint->adjointObstacle(); !why.empty()) refuse(solver, why);
}

std::vector<BaseState*> RunAdjoint::states() {
  auto all = freeStates();
  for (auto* state : m_ops.graph().subtree.mappedStates) all.push_back(state);
  return all;
}

void RunAdjoint::clear(VecDerivId v) {
  for (auto* state : states()) makeZero(*state, v);
}

void RunAdjoint::propagate() {
  m_ops.propagatePosition(vec::position);
  m_ops.propagateVelocity(vec::velocity);
}

std::vector<std::string> RunAdjoint::keptByForces() { return archived(m_ops.graph().subtree.forceFields); }

std::vector<core::OdeSolver*> RunAdjoint::solvers() {
  std::vector<core::OdeSolver*> all;
  for (const auto& task : m_loop->tasks())
    if (task.solver) all.push_back(task.solver);
  return all;
}

void RunAdjoint::record(double h) {
  propagate();
  Moment moment;
  moment.time = m_root.time();
  moment.h = h;
  moment.kept = keptByForces();
  moment.carried = archived(solvers());
  for (const auto* state : freeStates()) {
    moment.positions.push_back(copyOf(state->hostRead(vec::position)));
    moment.velocities.push_back(copyOf(state->hostRead(vec::velocity)));
  }
  m_moments.push_back(std::move(moment));
  clear(m_position);
  clear(m_velocity);
}

void RunAdjoint::goTo(const Moment& moment) {
  const auto& states = freeStates();
  if (states.size() != moment.positions.size())
    throw std::runtime_error("The states of the scene are others than when the run began.");
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i]->hostRead(vec::position).size() != moment.positions[i].size())
      throw std::runtime_error(states[i]->path() + " has another size than when the run began.");
    std::ranges::copy(moment.positions[i], states[i]->hostWrite(vec::position).begin());
    std::ranges::copy(moment.velocities[i], states[i]->hostWrite(vec::velocity).begin());
  }
  for (auto* force : m_ops.graph().subtree.forceFields) force->updateTrackedData();  // parameters are varied
  m_root.d_time.set(moment.time);
  for (const auto& planned : m_ops.graph().nodes)
    if (planned.node != &m_root) planned.node->inheritContext();
  propagate();
}

void RunAdjoint::setEnd(BaseState& state, std::span<const double> overPositions,
                        std::span<const double> overVelocities) {
  if (m_moments.empty()) throw std::runtime_error("No end of a run is recorded.");
  const auto position = state.hostWrite(m_position), velocity = state.hostWrite(m_velocity);
  const std::size_t coordinates = state.size() * static_cast<std::size_t>(state.coordSize());
  if (overPositions.size() == position.size())
    std::ranges::copy(overPositions, position.begin());
  else if (overPositions.size() == coordinates)
    std::ranges::copy(simulation::overIncrements(state, state.hostRead(vec::position), overPositions),
                      position.begin());
  else if (!overPositions.empty())
    throw std::invalid_argument(fmt::format("{}: a gradient by positions has {} numbers, or {} by increments, not {}.",
                                            state.path(), coordinates, position.size(), overPositions.size()));
  if (overVelocities.size() == velocity.size())
    std::ranges::copy(overVelocities, velocity.begin());
  else if (!overVelocities.empty())
    throw std::invalid_argument(fmt::format("{}: a gradient by velocities has {} numbers, not {}.", state.path(),
                                            velocity.size(), overVelocities.size()));
}

void RunAdjoint::beginBackwards() {
  for (auto* solver : solvers()) dynamic_cast<core::AdjointStep&>(*solver).beginAdjoint();
  clear(m_force);
  pullBack(m_position, m_velocity);
}

void RunAdjoint::pullBack(VecDerivId overPosition, VecDerivId overVelocity) {
  const auto& subtree = m_ops.graph().subtree;
  const auto isZero = [](const BaseState* state, VecDerivId v) { return state->largestMagnitude(v) == 0; };
  if (!std::ranges::all_of(subtree.mappedStates, [&](const auto* state) { return isZero(state, overVelocity); })) {
    MappedVelocityWork work(m_ops, overVelocity, m_root.path());
    {
      simulation::WorkGradient gradient(work, vec::velocity);
      gradient.add(Variable::positions, overPosition);
    }
    propagate();
  }
  for (auto* mapping : subtree.mappings | std::views::reverse)
    if (mapping->isMechanical()) {
      mapping->accumulateForces(overPosition, overPosition);
      mapping->accumulateForces(overVelocity, overVelocity);
    }
  for (auto* state : subtree.mappedStates) {
    state->clear(overPosition);
    state->clear(overVelocity);
  }
}

void RunAdjoint::addLoads(double h) {
  const core::MechanicalParams params{.dt = h};
  m_ops.clearExternalForces();
  for (const auto& task : m_loop->tasks())
    if (task.force) {
      for (auto* state : task.force->states())
        if (state) state->allocate(vec::externalForce);
      task.force->beginStep(params);
      task.force->accumulateForce(params, vec::externalForce);
    }
}

void RunAdjoint::refuseStep(const Moment& start, const BaseState& state, const char* what) {
  if (!areFinite(state.hostRead(vec::position)) || !areFinite(state.hostRead(vec::velocity)))
    throw std::runtime_error(
        fmt::format("The {} of {} are not finite after the step from {} s.", what, state.path(), start.time));
  const auto& forces = m_ops.graph().subtree.forceFields;
  const auto kept = keptByForces();
  std::string suspect = "something else moves the scene, or a component keeps something from step to step";
  for (std::size_t i = 0; i < std::min(kept.size(), start.kept.size()); ++i)
    if (kept[i] != start.kept[i]) {
      suspect =
          fmt::format("{} keeps something from step to step, or something else moves the scene", forces[i]->path());
      break;
    }
  throw std::runtime_error(fmt::format("The {} of {} are others when the step from {} s is repeated: {}.", what,
                                       state.path(), start.time, suspect));
}

void RunAdjoint::repeat(const Moment& start, const Moment& end) {
  addLoads(start.h);
  std::size_t place = 0;
  for (auto* solver : solvers()) {
    core::Archive carried(start.carried[place++]);
    solver->archive(carried);
    solver->solve(start.h, vec::position, vec::velocity);
  }
  refuseMovedPoints(start);
  const simulation::TemporaryCoord position;
  const TemporaryDeriv velocity;
  m_ops.copy(position, vec::position);
  m_ops.copy(velocity, vec::velocity);
  m_ops.projectPositionAndVelocity({}, vec::position, vec::velocity);
  const auto& states = freeStates();
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!areAlike(states[i]->hostRead(vec::velocity), end.velocities[i])) refuseStep(start, *states[i], "velocities");
    if (!areAlike(states[i]->hostRead(vec::position), end.positions[i])) refuseStep(start, *states[i], "positions");
  }
  m_ops.copy(vec::position, position);
  m_ops.copy(vec::velocity, velocity);
}

/// Throws if a constraint moves points by itself: it projects the same positions to other places at the end of the step
/// than at its beginning.
void RunAdjoint::refuseMovedPoints(const Moment& start) {
  const auto setTime = [&](double time) {
    for (const auto& planned : m_ops.graph().nodes) planned.node->d_time.set(time);
  };
  const simulation::TemporaryCoord position, before;
  m_ops.copy(position, vec::position);
  for (auto* constraint : m_ops.graph().solved.constraints) {
    const auto project = [&](double time) {
      m_ops.copy(vec::position, position);
      setTime(time);
      constraint->filterPosition({}, vec::position);
    };
    project(start.time);
    m_ops.copy(before, vec::position);
    project(start.time + start.h);
    if (m_ops.squaredDistance(before, vec::position) > 0) refuse(*constraint, "it moves points");
  }
  m_ops.copy(vec::position, position);
  setTime(start.time);
}

void RunAdjoint::transposeSolver(core::OdeSolver& solver, double h) {
  const TemporaryDeriv force;
  dynamic_cast<core::AdjointStep&>(solver).transposeStep(h, m_position, m_velocity, force);
  const auto& graph = simulation::mechanicalPlan(*solver.context(), solver.context()->d_tags.value()).graph();
  for (auto* state : graph.solved.states)
    if (state->has(force)) addTo(*state, m_force, force);
}

void RunAdjoint::transposeLoad(core::BaseForceField& force, double h) {
  const TemporaryDeriv position, velocity;
  clear(position);
  clear(velocity);
  {
    LoadWork work(force, m_force, h);
    simulation::WorkGradient gradient(work, m_force);
    gradient.add(Variable::positions, position);
    gradient.add(Variable::velocities, velocity);
  }
  pullBack(position, velocity);
  for (auto* state : freeStates()) {
    addTo(*state, m_position, position);
    addTo(*state, m_velocity, velocity);
  }
}

bool RunAdjoint::stepBack() {
  if (m_moments.size() < 2) return false;
  const Moment end = std::move(m_moments.back());
  m_moments.pop_back();
  const Moment& start = m_moments.back();
  goTo(start);
  repeat(start, end);
  simulation::transposeProjection(m_ops, m_position, m_velocity, m_root.path());
  goTo(start);
  addLoads(start.h);
  clear(m_force);
  const auto& tasks = m_loop->tasks();
  for (auto* solver : solvers()) transposeSolver(*solver, start.h);
  propagate();
  for (const auto& task : tasks)
    if (task.force) transposeLoad(*task.force, start.h);
  return true;
}

double RunAdjoint::weightedResidual() {
  const Moment& start = m_moments.back();
  goTo(start);
  addLoads(start.h);
  double sum = 0;
  for (auto* solver : solvers()) sum += dynamic_cast<core::AdjointStep&>(*solver).weightedResidual(start.h);
  return sum;
}

std::span<const double> RunAdjoint::overPositions(const BaseState& state) const { return state.hostRead(m_position); }
std::span<const double> RunAdjoint::overVelocities(const BaseState& state) const { return state.hostRead(m_velocity); }
std::span<const double> RunAdjoint::overForces(const BaseState& state) const { return state.hostRead(m_force); }

}  // namespace sofa::component::animationloop
