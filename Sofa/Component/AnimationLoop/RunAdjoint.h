// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "Sofa/Component/AnimationLoop/DefaultAnimationLoop.h"
#include "Sofa/Core/Contract/AdjointStep.h"

namespace sofa::component::animationloop {

/// The adjoint of a run of a DefaultAnimationLoop (docs/manual/python.md, "Gradients of a run"): gradients of a number
/// J, an objective at the end, are taken back from step to step.
///
/// Before every step, and after the last, record() keeps the positions and velocities of the states that no mapping
/// drives. Backwards, a step is taken once more from what was recorded: it must end where it did in the run, so that
/// whatever else moves a scene is noticed. Then each solver transposes its step (core::AdjointStep), and forces outside
/// of the solvers, which are loads of these, follow. Mapped states are functions of the others, x_m = m(x) and
/// v_m = J(x) v; gradients g by them become
///
///   g_x += J^T g_xm + d(g_vm.J v)/dx,   g_v += J^T g_vm.
///
/// Throws std::invalid_argument with the path of a component that cannot be followed, and std::runtime_error for a step
/// that is another one when it is repeated.
class RunAdjoint {
 public:
  explicit RunAdjoint(simulation::Node& root);

  /// Makes mapped states follow, and keeps the state before a step of h seconds; 0 after the last step.
  void record(double h);
  /// The states that no mapping drives, and all others that mappings move.
  const std::vector<core::BaseState*>& freeStates() { return m_ops.graph().unmapped; }
  std::vector<core::BaseState*> states();

  /// dJ by the coordinates of a state, or by increments of its positions (BaseState::integrate), and by its velocities
  /// at the end of the run: any states may have some.
  void setEnd(core::BaseState& state, std::span<const double> overPositions, std::span<const double> overVelocities);
  /// Gradients are those at the end from now on.
  void beginBackwards();
  /// Goes back by one step; false at the beginning of the run.
  bool stepBack();

  /// dJ by increments of positions, by velocities, and by forces that act in the step that was transposed last.
  std::span<const double> overPositions(const core::BaseState& state) const;
  std::span<const double> overVelocities(const core::BaseState& state) const;
  std::span<const double> overForces(const core::BaseState& state) const;
  /// After stepBack(): a number whose derivative by a parameter of forces, masses or solvers is dJ by it, through that
  /// step alone.
  double weightedResidual();

 private:
  /// A state of the scene, and the step that begins there.
  struct Moment {
    double time = 0, h = 0;
    std::vector<std::vector<double>> positions, velocities;
    std::vector<std::string> kept;     ///< of the force fields
    std::vector<std::string> carried;  ///< of the solvers
  };
  class LoadWork;
  class MappedVelocityWork;

  void check();
  void checkSolver(core::OdeSolver& solver);
  void goTo(const Moment& moment);
  std::vector<std::string> keptByForces();
  std::vector<core::OdeSolver*> solvers();
  void propagate();
  /// Adds the forces outside of the solvers to the loads of the states.
  void addLoads(double h);
  /// Takes the step from `start`, and compares where it ends. The states then hold what solvers leave, before
  /// projective constraints correct it.
  void repeat(const Moment& start, const Moment& end);
  void refuseMovedPoints(const Moment& start);
  [[noreturn]] void refuseStep(const Moment& start, const core::BaseState& state, const char* what);
  void transposeSolver(core::OdeSolver& solver, double h);
  void transposeLoad(core::BaseForceField& force, double h);
  /// Adds what the vectors hold on mapped states to those that drive them.
  void pullBack(core::VecDerivId overPosition, core::VecDerivId overVelocity);
  void clear(core::VecDerivId v);

  simulation::Node& m_root;
  DefaultAnimationLoop* m_loop = nullptr;
  simulation::MechanicalOperations m_ops;
  std::vector<Moment> m_moments;
  simulation::TemporaryDeriv m_position, m_velocity, m_force;
};

}  // namespace sofa::component::animationloop
