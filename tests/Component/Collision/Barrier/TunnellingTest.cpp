// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "Component/Collision/Barrier/BarrierScenes.h"
#include "Sofa/Component/ODESolver/IncrementalPotentialSolver.h"

namespace sofa::tests {
namespace {

using type::Vec3;

const std::string held =
    "<FixedProjectiveConstraint indices='0 1 2 3 4 5 6 7 13 14 20 21 27 28 34 35 41 42 43 44 45 46 47 48'/>";

TEST(BarrierContact, aFastBallDoesNotPassASheet) {
  for (const double h : {1 / 30.0, 0.01}) {
    const BarrierScene scene(clothNode("sheet", MeshText::sheet(6, 6, 1, 1, 0), 0.3, 1e7, held) +
                                 solidNode("ball", MeshText::box(2, 2, 2, Vec3(-.1, -.1, .05), Vec3(.1, .1, .25)), 100,
                                           1e7, "", Vec3(0, 0, -100)),
                             "activationDistance='0.005'", fmt::format("dt='{}' gravity='0 0 0'", h));
    ASSERT_TRUE(scene.root);
    EXPECT_EQ(scene.crossings(), 0);
    scene.stepFreely(4);
    EXPECT_GT(scene.lowest(1), scene.lowest(0));
  }
}

/// Held upright, so that it does not tip over.
const std::string guided = "<PartialFixedProjectiveConstraint fixAll='1' fixedDirections='1 1 0'/>";

TEST(BarrierContact, aNeedleDoesNotPassAMat) {
  const BarrierScene scene(
      clothNode("mat", MeshText::sheet(6, 6, 0.5, 0.5, 0), 1, 1e7, held) +
          solidNode("needle", MeshText::spike(5, 0.004, Vec3(.013, .007, .3), Vec3(.013, .007, .02)), 1000, 1e8, guided,
                    Vec3(0, 0, -100)),
      "activationDistance='0.002'", "dt='0.01' gravity='0 0 0'");
  ASSERT_TRUE(scene.root);
  scene.stepFreely(3);
  EXPECT_GT(scene.lowest(1), scene.lowest(0));
}

}  // namespace
}  // namespace sofa::tests
