// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/BDFOdeSolver.h"

#include <algorithm>

#include "Sofa/Component/ODESolver/LinearSolverSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Simulation/Mechanics/RestingVectors.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;

/// The equations of one step, x = x0 + k v and M (v - v0) = k F(x, v), in the form the Newton solver asks for; k is the
/// effective step.
class BDFOdeSolver::Step final : public core::NewtonSolver::Function {
 public:
  Step(BDFOdeSolver& owner, double k, core::VecCoordId x, core::VecDerivId v)
      : m_owner(owner), m_ops(owner.m_ops), m_k(k), m_x(x), m_v(v) {
    m_params.implicit = true;
    m_params.x = x;
    m_params.v = v;
  }

  void evaluate() override {
    const auto& o = m_owner;
    m_ops.difference(o.m_positionResidual, m_x, o.m_startPosition);
    m_ops.addScaled(o.m_positionResidual, m_v, -m_k);
    m_ops.projectResponse(m_params, o.m_positionResidual);

    m_ops.computeForceAndLinearise(m_params, vec::force);
    m_ops.copy(o.m_force, vec::force);
    core::MechanicalParams damping = m_params;
    damping.mFactor = -o.d_rayleighMass.value();
    damping.kFactor = o.d_rayleighStiffness.value();
    if (damping.mFactor != 0 || damping.kFactor != 0) m_ops.addMBKv(damping, o.m_force);
    m_ops.projectResponse(m_params, o.m_force);

    core::MechanicalParams inertia = m_params;
    inertia.dx = o.m_rhs;
    m_ops.sum(o.m_rhs, m_v, o.m_startVelocity, -1.0);
    m_ops.clear(o.m_velocityResidual);
    m_ops.addMdx(inertia, o.m_velocityResidual, 1.0);
    m_ops.addScaled(o.m_velocityResidual, o.m_force, -m_k);
    m_ops.projectResponse(m_params, o.m_velocityResidual);
  }
  double squaredResidual() override { return m_ops.dot(m_owner.m_velocityResidual, m_owner.m_velocityResidual); }

  void buildGradient() override {
    core::MechanicalParams matrix = m_params;
    matrix.mFactor = 1 + m_k * m_owner.d_rayleighMass.value();
    matrix.bFactor = -m_k;
    matrix.kFactor = -m_k * (m_owner.d_rayleighStiffness.value() + m_k);
    m_owner.l_linearSolver->build(matrix);
  }
  void solve() override {
    const helper::ProfileScope scope("MBKSolve");
    const auto& o = m_owner;
    m_ops.clear(o.m_rhs);
    m_ops.addScaled(o.m_rhs, o.m_velocityResidual, -1.0);
    core::MechanicalParams tangent = m_params;
    tangent.dx = o.m_positionResidual;
    tangent.kFactor = -m_k;
    m_ops.clearMapped(o.m_positionResidual);  // SOFA v26.06 does not propagate it
    if (!core::reproducesSofa(o)) m_ops.propagateDx(o.m_positionResidual);
    m_ops.addMBKdx(tangent, o.m_rhs);
    m_ops.projectResponse(m_params, o.m_rhs);
    m_ops.clear(o.m_solution);
    o.l_linearSolver->solve(o.m_solution, o.m_rhs);
  }
  void update(double alpha) override {
    m_ops.addScaled(m_v, m_owner.m_solution, alpha);
    m_ops.integrate(m_x, m_x, m_owner.m_solution, m_k);
    m_ops.integrate(m_x, m_x, m_owner.m_positionResidual, -1.0);
    m_ops.projectPositionAndVelocity(m_params, m_x, m_v);
    propagate();
  }
  double squaredNormOfGuess() override { return m_ops.dot(m_v, m_v); }
  double squaredNormOfSolution() override { return m_ops.dot(m_owner.m_solution, m_owner.m_solution); }

  void propagate() {
    m_ops.propagatePosition(m_x);
    m_ops.propagateVelocity(m_v);
  }

 private:
  BDFOdeSolver& m_owner;
  simulation::MechanicalOperations& m_ops;
  double m_k;
  core::VecCoordId m_x;
  core::VecDerivId m_v;
  core::MechanicalParams m_params;
};

void BDFOdeSolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
  checkOrder();
  if (!l_newtonSolver) l_newtonSolver.set(findBelow<core::NewtonSolver>(*context()));
  if (!l_newtonSolver) {
    error(
        "A Newton solver is required by this component but has not been found. Add one to this node, for example "
        "<NewtonRaphsonSolver maxNbIterationsNewton=\"10\"/>.");
    setInvalid();
  }
  requireLinearSolver(*this, l_linearSolver);
}

void BDFOdeSolver::checkOrder() {
  if (d_order.value() == 0) {
    warning("order=\"0\" is no formula: the order must be at least 1, which is used.");
    d_order.set(1);
  }
  const std::size_t order = d_order.value();
  if (order == 1) return;
  if (order > 6) warning("order=\"{}\": the formulas above order 6 are unstable. Use order=\"1\".", order);
  if (!core::reproducesSofa(*this)) return;
  double sum = 0;
  for (std::size_t j = 1; j <= std::min<std::size_t>(order, 1000); ++j) sum += 1.0 / static_cast<double>(j);
  core::tellDefect(
      *this,
      fmt::format("older samples of order=\"{}\" are lost, so that each step is backward Euler over {:.3g} "
                  "of the time step: motions are too slow",
                  order, 1 / sum),
      "Use order=\"1\", or a NewmarkImplicitSolver for second order");
}

void BDFOdeSolver::bwdInit() {
  for (const auto* state : m_ops.graph().unmapped) {
    if (state->coordSize() == state->derivSize()) continue;
    error("{} holds {} points, whose positions this solver cannot subtract. Use an EulerImplicitSolver.", state->path(),
          state->dataTypesName());
    setInvalid();
  }
}

double BDFOdeSolver::coefficient(std::span<const double> times, double time) {
  // The derivative at `time` of the Lagrange polynomial that is 1 there and 0 at the other times is 1 / (beta h).
  double derivative = 0;
  for (const double t : times) derivative += 1 / (time - t);
  return 1 / derivative;
}

std::vector<double> BDFOdeSolver::weights(std::span<const double> times, double time) {
  // -beta h times the derivative at `time` of the Lagrange polynomial that is 1 at t_j and 0 at the others and `time`.
  const double betaH = coefficient(times, time);
  std::vector<double> result;
  for (std::size_t j = times.size(); j-- > 0;) {
    double derivative = 1 / (times[j] - time);
    for (std::size_t m = 0; m < times.size(); ++m)
      if (m != j) derivative *= (time - times[m]) / (times[j] - times[m]);
    result.push_back(-betaH * derivative);
  }
  return result;
}

bool BDFOdeSolver::keepsSamples() const { return d_order.value() > 1 && !core::reproducesSofa(*this); }

/// With weights of sum 1 the samples x_j of positions are x_0 less the steps since: x_0 - sum over steps i of the
/// weights from i on.
void BDFOdeSolver::weighSamples(double end) {
  m_kept = std::min(m_kept, m_times.size() - 1);
  const auto times = std::span(m_times).last(m_kept + 1);
  const auto a = weights(times, end);
  m_ops.scale(m_startVelocity, a[0]);
  double later = 1 - a[0];
  for (std::size_t i = 0; i < m_kept; ++i) {
    m_ops.integrate(m_startPosition, m_startPosition, m_samples[i]->step, -later);
    m_ops.addScaled(m_startVelocity, m_samples[i]->velocity, a[i + 1]);
    later -= a[i + 1];
  }
}

void BDFOdeSolver::keepSample(core::VecCoordId end) {
  const std::size_t wanted = d_order.value() - 1;
  if (m_samples.size() < wanted) m_samples.push_back(std::make_unique<Sample>());
  m_samples.resize(std::min(m_samples.size(), wanted));
  std::rotate(m_samples.begin(), m_samples.end() - 1, m_samples.end());
  m_ops.difference(m_samples.front()->step, end, m_beginPosition);
  m_ops.copy(m_samples.front()->velocity, m_beginVelocity);
  m_kept = std::min(m_kept + 1, m_samples.size());
  m_ops.copy(m_endPosition, end);
  m_follows = true;
}

void BDFOdeSolver::followCorrections() {
  if (!m_follows || m_kept == 0) return;
  m_ops.difference(m_positionResidual, vec::position, m_endPosition);
  m_ops.addScaled(m_samples.front()->step, m_positionResidual, 1);
  m_ops.copy(m_endPosition, vec::position);  // checkpoints ask between steps too
}

double BDFOdeSolver::effectiveStep(double time, double h) {
  while (!m_times.empty() && !(m_times.back() < time)) m_times.pop_back();
  m_times.push_back(time);
  while (m_times.size() > std::max<std::size_t>(d_order.value(), 1)) m_times.erase(m_times.begin());
  return coefficient(m_times, time + h);
}

void BDFOdeSolver::solve(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  if (keepsSamples()) {
    followCorrections();
    if (!m_times.empty() && !(m_times.back() < context()->time())) reset();  // samples of a time that is not yet
  }
  m_ops.beginStep({.dt = h});
  m_ops.copy(m_startPosition, vec::position);
  m_ops.copy(m_startVelocity, vec::velocity);
  m_ops.integrate(xResult, vec::position, m_startVelocity, h);
  if (vResult != vec::velocity) m_ops.copy(vResult, vec::velocity);
  const double betaH = effectiveStep(context()->time(), h);
  Step step(*this, betaH, xResult, vResult);
  if (keepsSamples()) {
    m_ops.copy(m_beginPosition, m_startPosition);
    m_ops.copy(m_beginVelocity, m_startVelocity);
    weighSamples(context()->time() + h);
    m_ops.integrate(xResult, m_startPosition, vResult, betaH);  // where no force acts, the solution
  }
  step.propagate();
  l_newtonSolver->run(step);
  if (keepsSamples()) keepSample(xResult);
}

void BDFOdeSolver::archive(core::Archive& archive) {
  if (archive.isLoading())
    m_follows = false;
  else
    followCorrections();
  archive.io(m_times);
  archive.io(m_kept);
  for (std::size_t i = 0; archive.isGood() && i < m_kept; ++i) {
    if (i == m_samples.size()) m_samples.push_back(std::make_unique<Sample>());
    for (const core::VecDerivId kept :
         {core::VecDerivId(m_samples[i]->step), core::VecDerivId(m_samples[i]->velocity)}) {
      m_ops.archive(archive, kept);
      simulation::archiveResting(archive, *context(), kept);
    }
  }
}

namespace {
const auto registered = core::Register("BDFOdeSolver", "Sofa.Component.ODESolver.Backward",
                                       "backward differentiation formulas, solved by Newton iterations")
                            .add<BDFOdeSolver>();
}

}  // namespace sofa::component::odesolver
