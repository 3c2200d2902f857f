#pragma once
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Backward differentiation formulas, the non-linear equations solved by a NewtonSolver (Hairer,
/// Norsett, Wanner, Solving ODEs I, §III.1).
///
/// Trajectories follow SOFA v26.06, where all older samples equal the last one: with the coefficient beta of the
/// formula each step is backward Euler with the step beta dt. Order 1 is exact in that sense; higher ones move the
/// bodies less far than dt asks, which is said when such a scene is loaded.
class BDFOdeSolver : public core::OdeSolver {
 public:
  core::Data<std::size_t> d_order{this, "order", 1, "order of the formula; the first steps use lower ones"};
  core::Data<double> d_rayleighStiffness{this, "rayleighStiffness", 0.0,
                                         "Rayleigh damping in proportion to the stiffness (s)"};
  core::Data<double> d_rayleighMass{this, "rayleighMass", 0.0, "Rayleigh damping in proportion to the mass (1/s)"};
  core::Link<core::NewtonSolver> l_newtonSolver{this, "newtonSolver",
                                                "Newton solver; default: the first at or below this node"};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver",
                                                "linear solver; default: the first at or below this node"};

  void init() override;
  void bwdInit() override;
  void reset() override { m_times.clear(); }
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  void archive(core::Archive& archive) override;

  /// beta h of the formula through the given times and `time`: h, 2/3 h, 6/11 h... for equal steps.
  static double coefficient(std::span<const double> times, double time);

 private:
  class Step;
  void checkOrder();
  /// beta h of the step from `time` to time + h, which is remembered.
  double effectiveStep(double time, double h);

  simulation::MechanicalOperations m_ops;
  simulation::TemporaryCoord m_startPosition;
  simulation::TemporaryDeriv m_startVelocity, m_positionResidual, m_velocityResidual, m_force, m_rhs, m_solution;
  std::vector<double> m_times;  // starts of the last steps, as many as the order
};

}  // namespace sofa::component::odesolver
