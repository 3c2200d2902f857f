// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/DivergenceLimit.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/SharedForces.h"

namespace sofa::component::animationloop {

/// One step: events, collision on the state at its beginning, each ODE solver in scene order, projection, mappings
/// (docs/manual/scenes.md, "A time step").
class DefaultAnimationLoop : public core::AnimationLoop, public core::DivergenceLimit {
 public:
  core::Data<bool> d_parallelODESolving{
      this, "parallelODESolving", false,
      "kept for scenes that set it: solvers always run in scene order, their loops in parallel"};
  core::Data<bool> d_computeBoundingBox{this, "computeBoundingBox", true,
                                        "update the bounding boxes at the end of each step"};
  core::Data<double> d_divergenceLimit{
      this, "divergenceLimit", core::DivergenceLimit::usual,
      "the run stops when positions grow exponentially and leave the scene by this many times its size; 0: never"};
  core::Link<simulation::Node> l_node{this, "targetNode", "node to animate; default: the one of this component"};

  void init() override;
  void step(double dt) override;
  double divergenceLimit() const override { return d_divergenceLimit.value(); }
  void storeResetState() override;
  /// Puts the time back to what it was after initialisation, for the nodes below as well.
  void reset() override;

  /// A solver, or a force between states that stands outside of all solvers, in the order in which a step meets them.
  struct Task {
    core::OdeSolver* solver = nullptr;
    core::BaseForceField* force = nullptr;
  };
  const std::vector<Task>& tasks() { return prepare(), m_tasks; }
  /// The forces outside of all solvers, in exact scenes. The loop finds their loads before the solvers take their
  /// steps.
  const std::vector<core::BaseForceField*>& sharedForces() { return prepare(), m_shared; }

 protected:
  void prepare();
  /// Tells that a step begins, moves behaviours and updates tracked Data; returns the time.
  double beginStep(double dt);
  void collide();
  /// By the solvers, and the forces outside of them, that match the tags.
  void solve(double dt, const type::TagSet& tags = {});
  /// Exact scenes: adds the loads of forces that stand outside the solvers, before any solver moves its states.
  void shareForces(double dt, const type::TagSet& tags = {});
  void updateOtherMappings();
  /// Projects positions and velocities of unmapped states, then maps them.
  void projectAndPropagate();
  /// Moves the clock, tells that the step ended, updates visual mappings and boxes.
  void finish(double time, double dt);

  simulation::Node* m_node = nullptr;
  double m_startTime = 0;
  simulation::MechanicalOperations m_ops;
  simulation::SharedForces m_sharedForces;
  std::size_t m_version = ~std::size_t{0};
  std::vector<core::Component*> m_components;
  std::vector<core::BehaviorModel*> m_behaviors;
  std::vector<core::CollisionPipelineBase*> m_pipelines;
  std::vector<Task> m_tasks;
  std::vector<core::BaseForceField*> m_shared;  ///< forces outside any solver, in exact scenes
  std::vector<core::BaseMapping*> m_otherMappings;
};

}  // namespace sofa::component::animationloop
