// SPDX-License-Identifier: Apache-2.0
// The older loop with constraints gives what the present one gives.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/AnimationLoop/ConstraintAnimationLoop.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::tests {
namespace {

using component::animationloop::ConstraintAnimationLoop;
using State = core::State<type::Vec3Types>;

std::shared_ptr<simulation::Node> droppedOnTheFloor(const std::string& loop) {
  auto root = simulation::readSceneText(
      "<Node name='root' dt='0.01' gravity='1 -10 0'>" + loop +
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><MinProximityIntersection alarmDistance='0.2' "
      "contactDistance='0.05'/><CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.3'/>"
      "<Node name='body'><EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-12' threshold='1e-20'/>"
      "<MechanicalObject position='0 0.1 0  0.3 0.2 0.1'/><UniformMass vertexMass='2'/><MeshTopology edges='0 1'/>"
      "<MeshSpringForceField stiffness='100' damping='1'/><UncoupledConstraintCorrection/><PointCollisionModel/></Node>"
      "<Node name='floor'><MeshTopology position='-5 0 -5  0 0 9  5 0 -5' triangles='0 1 2'/><MechanicalObject/>"
      "<TriangleCollisionModel simulated='0' moving='0'/></Node></Node>");
  simulation::initRoot(*root);
  return root;
}

TEST(ConstraintAnimationLoop, isTheOlderFormOfTheFreeMotion) {
  const CapturedMessages log;
  const auto now = droppedOnTheFloor(
      "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='500' tolerance='1e-11'/>");
  const auto then = droppedOnTheFloor("<ConstraintAnimationLoop maxIterations='500' tolerance='1e-11'/>");
  const auto first =
      droppedOnTheFloor("<ConstraintAnimationLoop maxIterations='500' tolerance='1e-11' doCollisionsFirst='1'/>");
  EXPECT_EQ(log.count(helper::Severity::Deprecated, "<BlockGaussSeidelConstraintSolver maxIterations=\"500\""), 2u);
  for (int i = 0; i < 60; ++i) {
    for (const auto& root : {now, then, first}) simulation::animate(*root);
    const auto &expected = now->down<State>()->positions(), &found = then->down<State>()->positions(),
               &early = first->down<State>()->positions();
    for (int k = 0; k < 2; ++k) {
      ASSERT_LT((found[k] - expected[k]).norm(), 1e-8) << i;
      ASSERT_LT((early[k] - expected[k]).norm(), 1e-8) << i;  // detection uses the positions at the beginning of a step
    }
  }
  EXPECT_GT(now->down<State>()->positions()[0].y(), 0.04);  // lies on the floor
  auto& loop = *then->down<ConstraintAnimationLoop>();
  EXPECT_FALSE(loop.d_graphErrors.value().at("Error").empty());
  EXPECT_FALSE(loop.d_graphForces.value().empty());
  EXPECT_NEAR(then->time(), 0.6, 1e-12);
}

}  // namespace
}  // namespace sofa::tests
