// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/AnimationLoop/FreeMotionSteps.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::animationloop {

/// The older FreeMotionAnimationLoop, with a solver of constraints of its own: free motion, collision, correction. Free
/// positions are projected and mapped, not moved along the free velocities. The solver is a
/// BlockGaussSeidelConstraintSolver that the loop adds to its node.
class ConstraintAnimationLoop final : public FreeMotionSteps {
 public:
  template <class T>
  using Data = core::Data<T>;
  using Graph = std::map<std::string, std::vector<double>>;

  Data<double> d_tolerance{this, "tolerance", 1e-5, "error that ends the sweeps"};
  Data<int> d_maxIterations{this, "maxIterations", 1000, "most sweeps"};
  Data<bool> d_doCollisionsFirst{this, "doCollisionsFirst", false, "detect collisions before the free motion"};
  Data<bool> d_scaleTolerance{this, "scaleTolerance", true, "multiply the tolerance by the number of constraints"};
  Data<bool> d_allVerified{this, "allVerified", false, "stop only when each constraint is within the tolerance"};
  Data<double> d_sor{this, "sor", 1.0, "relaxation: part of the new forces that is taken"};
  Data<Graph> d_graphErrors{this, "graphErrors", {}, "error of every sweep", {.group = "Graph"}};
  Data<Graph> d_graphConstraints{this, "graphConstraints", {}, "error of every block at the end", {.group = "Graph"}};
  Data<Graph> d_graphForces{this, "graphForces", {}, "multiplier of every row, by sweep", {.group = "Graph2"}};

  void init() override;
  void step(double dt) override;

 private:
  void addSolver();

  core::Found<core::ConstraintSolver> m_solver;
};

}  // namespace sofa::component::animationloop
