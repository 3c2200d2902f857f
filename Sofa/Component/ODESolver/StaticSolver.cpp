// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/StaticSolver.h"

#include "Sofa/Component/ODESolver/LinearSolverSearch.h"
#include "Sofa/Component/ODESolver/PrescribedMotion.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;

/// f(x) = 0 in the form the Newton solver asks for.
class StaticSolver::Equilibrium final : public core::NewtonSolver::Function {
 public:
  Equilibrium(simulation::MechanicalOperations& ops, core::LinearSolver& solver, core::VecCoordId x)
      : m_ops(ops), m_solver(solver), m_x(x) {}

  void evaluate() override {
    m_ops.computeForceAndLinearise(m_params, vec::force);
    m_ops.projectResponse(m_params, vec::force);
  }
  double squaredResidual() override { return m_ops.dot(vec::force, vec::force); }
  void buildGradient() override {
    core::MechanicalParams matrix = m_params;
    matrix.kFactor = -1.0;
    m_solver.build(matrix);
  }
  void solve() override {
    m_ops.allocate(vec::dx);
    m_solver.solve(vec::dx, vec::force);
  }
  void update(double alpha) override {
    m_ops.integrate(m_x, m_x, vec::dx, alpha);
    m_ops.propagatePosition(m_x);
  }
  double squaredNormOfGuess() override { return m_ops.dot(m_x, m_x); }
  double squaredNormOfSolution() override { return m_ops.dot(vec::dx, vec::dx); }

 private:
  simulation::MechanicalOperations& m_ops;
  core::LinearSolver& m_solver;
  core::VecCoordId m_x;
  core::MechanicalParams m_params{.implicit = true};
};

void StaticSolver::parseExtra(core::ComponentDescription& description) {
  // The values only reach a Newton solver created here; relative_residual goes where it always went.
  static constexpr std::pair<const char*, const char*> legacy[] = {
      {"newton_iterations", "maxNbIterationsNewton"},
      {"absolute_correction_tolerance_threshold", "absoluteEstimateDifferenceThreshold"},
      {"relative_correction_tolerance_threshold", "relativeEstimateDifferenceThreshold"},
      {"absolute_residual_tolerance_threshold", "absoluteResidualStoppingThreshold"},
      {"relative_residual_tolerance_threshold", "relativeEstimateDifferenceThreshold"},
      {"should_diverge_when_residual_is_growing", ""}};
  for (const auto& [old, now] : legacy) {
    const auto value = description.take(old);
    if (!value) continue;
    error("Attribute '{}' has been removed from StaticSolver; set {} of a NewtonRaphsonSolver in this node instead.",
          old, *now ? now : "the stopping thresholds");
    if (*now) m_forwarded.emplace_back(now, *value);
  }
}

void StaticSolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
  if (!l_newtonSolver) l_newtonSolver.set(findBelow<core::NewtonSolver>(*context()));
  if (!l_newtonSolver) {
    const bool isSofas = core::reproducesSofa(*this);
    warning(
        "No Newton solver is found at or below this node: a NewtonRaphsonSolver with {} is added. Write one to choose "
        "its settings.",
        isSofas ? "its default single iteration" : "up to 100 iterations");
    auto created = context()->add("NewtonRaphsonSolver");
    if (!created) return setInvalid();
    if (!isSofas) {
      created->setAttribute("maxNbIterationsNewton", "100");
      created->setAttribute("relativeInitialStoppingThreshold", "1e-9");
    }
    for (const auto& [name, value] : m_forwarded) created->setAttribute(name, value);
    l_newtonSolver.set(dynamic_cast<core::NewtonSolver*>(created.get()));
  }
  requireLinearSolver(*this, l_linearSolver);
}

void StaticSolver::solve(double h, core::VecCoordId xResult, core::VecDerivId) {
  const double start = context()->time();
  m_ops.beginStep({.dt = h});
  if (xResult != vec::position) m_ops.copy(xResult, vec::position);
  prescribe(start + h, xResult);
  setTime(m_ops, loadTime(start, h));
  Equilibrium equilibrium(m_ops, *l_linearSolver, xResult);
  l_newtonSolver->run(equilibrium);
  setTime(m_ops, start + h);
}

/// In SOFA v26.06 loads are those of the beginning of the step.
double StaticSolver::loadTime(double start, double h) const { return core::reproducesSofa(*this) ? start : start + h; }

/// The equilibrium is sought with what projective constraints prescribe for the end of the step.
void StaticSolver::prescribe(double time, core::VecCoordId x) {
  if (m_ops.graph().solved.constraints.empty()) return;
  setTime(m_ops, time);
  m_ops.copy(m_before, x);
  prescribePositions(m_ops, x);
  if (m_ops.squaredDistance(m_before, x) != 0) m_ops.propagatePosition(x);
}

double StaticSolver::solutionFactor(Quantity result, double h) const { return choose(result, h, 1, 1 / h); }

double StaticSolver::integrationFactor(Quantity start, Quantity result, double h) const {
  return factorOf(start, result, h, 0, 0);
}

namespace {
const auto registered =
    core::Register("StaticSolver", "Sofa.Component.ODESolver.Backward", "static equilibrium by Newton iterations")
        .add<StaticSolver>();
}

}  // namespace sofa::component::odesolver
