// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <limits>

#include "Sofa/Component/ODESolver/StateMagnitudes.h"
#include "Sofa/Component/ODESolver/StepInertia.h"
#include "Sofa/Core/Contract/AdjointStep.h"
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
/// Masses of mapped states are in M (StepInertia). What projective constraints prescribe is that of the end of the
/// step. Newton's method with a line search on this sum: it falls with every iteration, so that large steps stay
/// stable. A step whose minimum is not found is divided. Every force field below the node must have a potential energy
/// whose gradient is its force; one that has not is refused by its name.
class IncrementalPotentialSolver : public core::OdeSolver, public core::AdjointStep {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_rayleighMass{this, "rayleighMass", 0.0, "Rayleigh damping in proportion to the mass (1/s)"};
  Data<unsigned> d_maxIterations{
      this, "max_iterations", 100u, "most Newton iterations; then the step is divided", {.group = "Newton"}};
  Data<unsigned> d_minIterations{
      this, "min_iterations", 1u, "least Newton iterations, at least one", {.group = "Newton"}};
  Data<double> d_tolerance{this,
                           "tolerance",
                           1e-3,
                           "ends where no force of a state is out of balance by more than this part of those that move "
                           "it, or no coordinate would move by more than this part of what they move it in the step; "
                           "without effect if another tolerance is given",
                           {.group = "Newton"}};
  Data<double> d_residualTolerance{this,
                                   "residual_tolerance_abs",
                                   0.0,
                                   "ends where no force is out of balance by more (N); 0: no test",
                                   {.group = "Newton"}};
  Data<double> d_relativeTolerance{this,
                                   "residual_tolerance_rel",
                                   0.0,
                                   "ends where the imbalance is below this part of the first; 0: no test",
                                   {.group = "Newton"}};
  Data<double> d_stepTolerance{
      this, "step_tolerance", 0.0, "ends where no coordinate would move more (m); 0: no test", {.group = "Newton"}};
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
  Data<double> d_shortestStep{this,
                              "time_step_size_lower_bound",
                              0.0,
                              "a step that has to be shorter fails (s); 0: 1/32768 of the step",
                              {.group = "Time step"}};
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

  std::string adjointObstacle() override;
  void transposeStep(double h, core::VecDerivId position, core::VecDerivId velocity, core::VecDerivId force) override;
  double weightedResidual(double h) override;

 private:
  class EndBalance;
  class StartBalance;
  /// Where the iterations of one minimisation stand.
  struct Progress {
    StateMagnitudes floor;       ///< movements that rounding errors decide
    StateMagnitudes negligible;  ///< movements after which iterations that stand still may end
    double firstResidual = 0, lastMove = 0;
  };
  /// The sum to be minimised, and how large its parts are: rounding errors are a part of that.
  struct Energy {
    double total = 0, parts = 0;
    void add(double part) { total += part, parts += std::abs(part); }
  };

  void beginStep(core::VecCoordId start, core::VecDerivId startVelocity, double h);
  void prescribe();
  /// One minimisation over h seconds from (m_start, m_startVelocity), with its result in x and m_displacement. The
  /// reason why it failed, else null.
  const char* minimise(double h, double dt, core::VecCoordId x);
  Progress begin(double h, double dt, core::VecCoordId x);
  void computeGradient(double h, core::VecCoordId x, core::Linearisation kind);
  bool isBalanced(const Progress& progress) const;
  /// Whether the last direction, of which `factor` was taken, was small enough to end with.
  bool wasLastMove(double h, double factor, Progress& progress);
  bool hasOwnTolerance() const;
  bool isNegligible() const;
  /// Solves for a direction that descends; false if there is none.
  bool findDirection(double h, core::VecCoordId x);
  /// How much of the direction was taken; 0 if none lowers the sum.
  double searchLine(double h, core::VecCoordId x);
  /// With x = m_start + displacement.
  Energy energy(double h, core::VecCoordId x, core::VecDerivId displacement);
  void addExternalWork(Energy& sum, core::VecCoordId x, core::VecDerivId displacement);
  bool checkEnergies();

  simulation::MechanicalOperations m_ops;
  StepInertia m_inertia;
  simulation::TemporaryCoord m_start, m_prescribed;
  simulation::TemporaryDeriv m_startVelocity, m_displacement, m_trial, m_gradient, m_direction, m_work,
      m_prescribedMove;
  simulation::TemporaryCoord m_end;               ///< of the last transposeStep()
  simulation::TemporaryDeriv m_multiplier;        ///< and its multipliers
  std::vector<core::BaseState*> m_pushed;         ///< mapped states with external forces
  Energy m_energy;                                ///< at m_displacement
  StateMagnitudes m_residual, m_inertiaForces;    ///< of the gradient, and of its part by inertia
  double m_slope = 0;                             ///< of the sum along m_direction
  unsigned m_projections = 0;                     ///< iterations that are still to be projected on demand
  std::pair<std::size_t, std::size_t> m_checked;  ///< structure and contacts whose energies were found
};

}  // namespace sofa::component::odesolver
