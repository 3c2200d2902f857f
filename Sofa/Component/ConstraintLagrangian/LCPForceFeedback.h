// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>

#include "Sofa/Core/Contract/ConstraintProblem.h"
#include "Sofa/Core/Contract/ForceFeedback.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Mechanics/Constraint/BlockSweep.h"
#include "Sofa/Mechanics/Constraint/MatrixCompliance.h"

namespace sofa::component::constraintlagrangian {

/// The force of constraints on a tool that a device moves faster than the simulation steps. With the rows J of the
/// state, W, and the violation d of the last step, made at the free positions x_f, it solves
///     d + J (x - x_f) + W lambda
/// anew for every x of the device, and renders forceCoef J^T lambda (Duriez, Dubois, Kheddar, Andriot, Realistic haptic
/// rendering of interacting deformable objects in virtual environments, 2006). lambda is an impulse for integrators
/// whose correction of velocities it is: forceCoef turns it into a force.
///
/// The simulation hands every step over whole, in one of three places; a device never waits for it.
template <class DataTypes>
class LCPForceFeedback final : public core::StateForceFeedback<DataTypes> {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_forceCoef{this, "forceCoef", 0.03, "force per multiplier"};
  Data<double> d_solverTimeout{this, "solverTimeout", 0.0008,
                               "time after which the multipliers are taken as they are (s)"};
  Data<int> d_solverMaxIt{this, "solverMaxIt", 100, "most sweeps at each pose"};
  Data<bool> d_derivRotations{this, "derivRotations", false, "let turns of rigid frames move the rows, too"};
  Data<bool> d_localHapticConstraintAllFrames{this, "localHapticConstraintAllFrames", false,
                                              "take the rows of all points as rows of point 0"};

  LCPForceFeedback() { this->d_listening.set(true); }
  void init() override;
  void reset() override;
  void handleEvent(core::Event& event) override;
  void computeForce(const VecCoord& x, VecDeriv& forces) override;

 private:
  /// A step as the simulation left it.
  struct Step {
    std::vector<core::ConstraintBlock> blocks;
    std::vector<double> violation, lambda;  ///< lambda goes on from pose to pose
    std::vector<core::ConstraintJacobian::Block> rows;
    VecCoord free;
    mechanics::MatrixCompliance compliance;
    double tolerance = 0;
    bool isPrepared = false;  ///< whether m_sweep holds its diagonal blocks
  };

  void store(Step& step);
  void solve(Step& step, const VecCoord& x);

  core::Found<core::ConstraintSolver> m_solver;
  core::Found<core::State<DataTypes>> m_state;
  std::array<Step, 3> m_steps;
  std::mutex m_places, m_poses;  // of the numbers below, and of poses: one at a time
  int m_published = -1, m_used = -1;
  mechanics::BlockSweep m_sweep;
  core::ConstraintProblem m_problem;
  bool m_toldOfMatrix = false;
};

}  // namespace sofa::component::constraintlagrangian
