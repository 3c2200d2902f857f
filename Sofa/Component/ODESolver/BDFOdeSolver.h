// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Backward differentiation formulas, the non-linear equations solved by a NewtonSolver (Hairer,
/// Norsett, Wanner, Solving ODEs I, §III.1).
///
/// In SOFA v26.06 all older samples equal the last one: with the coefficient beta of the formula each step is backward
/// Euler with the step beta dt. Order 1 is exact in that sense; higher ones move the bodies less far than dt asks,
/// which is said when such a scene is loaded. Scenes with compatibility="exact" keep the samples and have the order
/// asked for.
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
  void reset() override {
    m_times.clear();
    m_kept = 0;
    m_follows = false;
  }
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  void archive(core::Archive& archive) override;

  /// beta h of the formula through the given times and `time`: h, 2/3 h, 6/11 h... for equal steps.
  static double coefficient(std::span<const double> times, double time);
  /// The weights of the samples at `times` in x = sum of weights x_j + beta h x': 4/3 and -1/3 for two equal steps, the
  /// last sample first.
  static std::vector<double> weights(std::span<const double> times, double time);

 private:
  class Step;
  struct Sample {
    simulation::TemporaryDeriv step, velocity;  ///< from this sample to the next one; at this sample
  };
  void checkOrder();
  bool keepsSamples() const;
  /// Replaces the start of the step by the weighted samples.
  void weighSamples(double end);
  void keepSample(core::VecCoordId end);
  /// Adds to the last sample's step what corrected the positions since: constraints, or somebody between steps.
  void followCorrections();
  /// beta h of the step from `time` to time + h, which is remembered.
  double effectiveStep(double time, double h);

  simulation::MechanicalOperations m_ops;
  simulation::TemporaryCoord m_startPosition, m_beginPosition, m_endPosition;
  simulation::TemporaryDeriv m_startVelocity, m_beginVelocity, m_positionResidual, m_velocityResidual, m_force, m_rhs,
      m_solution;
  std::vector<double> m_times;                     // starts of the last steps, as many as the order
  std::vector<std::unique_ptr<Sample>> m_samples;  // at the times before the last one, the latest first
  std::size_t m_kept = 0;                          // of them
  bool m_follows = false;                          // m_endPosition is where the last step ended
};

}  // namespace sofa::component::odesolver
