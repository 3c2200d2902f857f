#pragma once
#include <limits>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Backward Euler as a minimisation (Kane, Marsden, Ortiz and West, Variational Integrators and the Newmark Algorithm,
/// 2000; docs/manual/evaluation.md): with the displacement d over a step of h seconds from (x0, v0),
///
///   d = argmin (d - h v0).M (d - h v0) / (2 h^2) + rM d.M d / (2 h) + sum of the potential energies at x0 + d,
///   x1 = x0 + d,   v1 = d / h.
///
/// Newton's method with a line search on this sum: it falls with every iteration, so that large steps stay stable. A
/// step whose minimum is not found is divided. Every force field below the node must have a potential energy whose
/// gradient is its force; one that has not is refused by its name.
class IncrementalPotentialSolver : public core::OdeSolver {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_rayleighMass{this, "rayleighMass", 0.0, "Rayleigh damping in proportion to the mass (1/s)"};
  Data<unsigned> d_maxIterations{
      this, "max_iterations", 100u, "most Newton iterations; then the step is divided", {.group = "Newton"}};
  Data<unsigned> d_minIterations{this, "min_iterations", 0u, "least Newton iterations", {.group = "Newton"}};
  Data<double> d_residualTolerance{
      this, "residual_tolerance_abs", 3e-5, "ends where no force is out of balance by more (N)", {.group = "Newton"}};
  Data<double> d_relativeTolerance{this,
                                   "residual_tolerance_rel",
                                   0.0,
                                   "ends where the imbalance is below this part of the first; 0: no test",
                                   {.group = "Newton"}};
  Data<double> d_stepTolerance{
      this, "step_tolerance", 3e-5, "ends where no coordinate would move more (m)", {.group = "Newton"}};
  Data<double> d_stepCap{this,
                         "step_cap",
                         std::numeric_limits<double>::infinity(),
                         "most that a coordinate moves in one iteration (m)",
                         {.group = "Newton"}};
  Data<core::Choice> d_projection{this, "projection_mode",
                                  core::Choice({"ProjectedNewton", "ProjectOnDemand", "Newton"}),
                                  "whether the Hessians of elements lose their negative eigenvalues: always, after a "
                                  "step that would not descend, or never"};
  Data<double> d_armijo{this,
                        "line_search_armijo_beta",
                        1e-4,
                        "part of the expected decrease that the line search asks for",
                        {.group = "Line search"}};
  Data<unsigned> d_maxBacktracking{this,
                                   "max_backtracking_armijo_iterations",
                                   20u,
                                   "most halvings of a step in the line search",
                                   {.group = "Line search"}};
  Data<double> d_shortestStep{
      this, "time_step_size_lower_bound", 1e-6, "a step that has to be shorter fails (s)", {.group = "Time step"}};
  Data<unsigned> d_iterations{
      this, "iterations", 0u, "Newton iterations of the last step", {.group = "Newton", .readOnly = true}};
  Data<unsigned> d_backtracking{this,
                                "backtracking",
                                0u,
                                "halvings in the line searches of the last step",
                                {.group = "Line search", .readOnly = true}};
  Data<unsigned> d_subSteps{
      this, "sub_steps", 0u, "parts the last step was divided into", {.group = "Time step", .readOnly = true}};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver",
                                                "linear solver; default: the first at or below this node"};

  void init() override;
  void bwdInit() override { checkEnergies(); }
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity result, double h) const override;
  double integrationFactor(Quantity start, Quantity result, double h) const override;

 private:
  /// One minimisation over h seconds from (m_start, m_startVelocity), with its result in x and m_displacement. The
  /// reason why it failed, else null.
  const char* minimise(double h, core::VecCoordId x);
  void computeGradient(double h, core::VecCoordId x, core::Linearisation kind);
  /// Solves for a direction that descends; false if there is none.
  bool findDirection(double h, core::VecCoordId x);
  bool searchLine(double h, core::VecCoordId x);
  /// The sum to be minimised, with x = m_start + displacement.
  double energy(double h, core::VecCoordId x, core::VecDerivId displacement);
  double inertia(core::VecDerivId d, double factor);
  double externalWork(core::VecDerivId displacement);
  double largest(core::VecDerivId v);
  bool checkEnergies();

  simulation::MechanicalOperations m_ops;
  simulation::TemporaryCoord m_start;
  simulation::TemporaryDeriv m_startVelocity, m_displacement, m_trial, m_gradient, m_direction, m_work, m_product;
  double m_energy = 0;                            ///< at m_displacement
  unsigned m_projections = 0;                     ///< iterations that are still to be projected on demand
  std::pair<std::size_t, std::size_t> m_checked;  ///< structure and contacts whose energies were found
};

}  // namespace sofa::component::odesolver
