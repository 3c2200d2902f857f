// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/SpringForceField.h"

#include "Sofa/Testing/ForceFieldCheck.h"
#include "TemporaryFolder.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;
using Springs3 = SpringForceField<type::Vec3Types>;

Springs3& springs(const ForceScene& scene) { return dynamic_cast<Springs3&>(*scene.force); }

const std::string threePoints = R"(<MechanicalObject position="0 0 0  2 0 0  2 3 0"/>)";

TEST(SpringForceField, springListRulesOverTheOthers) {
  const ForceScene scene(threePoints + R"(<SpringForceField stiffness="100" damping="1" spring="0 1 10 1 1"/>)");
  expectNear(scene.forces(), {10, 0, 0, -10, 0, 0, 0, 0, 0});
  EXPECT_EQ(springs(scene).d_stiffness.value(), std::vector<double>{10});
  EXPECT_EQ(springs(scene).d_indices2.value(), std::vector<type::Index>{1});
  EXPECT_EQ(scene.errors, 0u);
}

TEST(SpringForceField, listsRepeatTheirLastValueAndLengthsDefaultToZero) {
  const ForceScene scene(threePoints + R"(<SpringForceField indices1="0 1 2" indices2="1 2 0" stiffness="3 5"/>)");
  EXPECT_EQ(scene.warnings, 1u);
  scene.forces();
  const auto& kernel = springs(scene).kernel();
  ASSERT_EQ(kernel.size(), 3u);
  EXPECT_EQ(kernel.spring(0).stiffness, 3);
  EXPECT_EQ(kernel.spring(2).stiffness, 5);
  EXPECT_EQ(kernel.spring(2).damping, 5);
  EXPECT_EQ(kernel.spring(2).restLength, 0);
}

TEST(SpringForceField, unequalEndsAreAnErrorAndNoSpring) {
  const ForceScene scene(threePoints + R"(<SpringForceField indices1="0 1" indices2="1"/>)");
  EXPECT_EQ(scene.errors, 1u);
  expectNear(scene.forces(), std::vector<double>(9, 0.0));
}

TEST(SpringForceField, springsBeyondTheStateAreLeftOut) {
  const ForceScene scene(threePoints + R"(<SpringForceField spring="0 7 100 1 1  -2 1 100 1 1  0 1 10 0 1"/>)");
  const auto errors = helper::errorCount(helper::messageCounts());
  expectNear(scene.forces(), {10, 0, 0, -10, 0, 0, 0, 0, 0});
  scene.forces();
  EXPECT_EQ(helper::errorCount(helper::messageCounts()), errors + 1);
}

TEST(SpringForceField, switchesPerSpring) {
  const ForceScene scene(
      threePoints +
      R"(<SpringForceField indices1="0 1 0" indices2="1 2 2" lengths="5 1 1" enabled="1 0 0" elongationOnly="1 0"/>)");
  expectNear(scene.forces(), std::vector<double>(9, 0.0));
}

TEST(SpringForceField, editsRebuildTheSprings) {
  const ForceScene scene(threePoints + R"(<SpringForceField spring="0 1 10 1 1"/>)");
  scene.forces();
  springs(scene).d_stiffness.set({20});
  scene.force->updateTrackedData();
  expectNear(scene.forces(), {20, 0, 0, -20, 0, 0, 0, 0, 0});
  springs(scene).d_springs.set({{1, 2, 7, 0, 1}});
  scene.force->updateTrackedData();
  expectNear(scene.forces(), {0, 0, 0, 0, 14, 0, 0, -14, 0});
  EXPECT_EQ(springs(scene).d_stiffness.value(), std::vector<double>{7});
}

TEST(SpringForceField, tangent) {
  const ForceScene scene(R"(<MechanicalObject position="0.1 0.2 0  2 0.3 0.1  1.7 3 0.6"/>
                            <SpringForceField spring="0 1 10 1 1  1 2 8 0 4  2 0 5 1 0"/>)");
  checkTangent(scene, 1e-7);
}

TEST(SpringForceField, rigidBodiesAreBoundAtTheirCentres) {
  const ForceScene scene(R"(<MechanicalObject template="Rigid3" position="0 0 0 0 0 0.6 0.8  2 0 0 0.6 0 0 0.8"/>
                            <SpringForceField spring="0 1 10 1 1"/>)");
  expectNear(scene.forces(), {10, 0, 0, 0, 0, 0, -10, 0, 0, 0, 0, 0});
  checkTangent(scene, 1e-7);
}

TEST(SpringForceField, rayleighStiffnessAddsToTheProduct) {
  const ForceScene scene(threePoints + R"(<SpringForceField spring="0 1 10 1 1" rayleighStiffness="0.5"/>)");
  scene.linearise();
  // k + 0.5 b = 4 times diag(10, 5, 5) times the difference (1, 2, 0).
  expectNear(scene.product(std::vector<double>{0, 0, 0, 1, 2, 0, 0, 0, 0}, 1, 6), {40, 40, 0, -40, -40, 0, 0, 0, 0});
}

TEST(SpringForceField, betweenTwoStates) {
  const ForceScene scene(R"(<Node name="a"><MechanicalObject name="dofs" position="0 0 0"/></Node>
                            <Node name="b"><MechanicalObject name="dofs" position="9 9 9  2 0 0"/></Node>
                            <SpringForceField object1="@a/dofs" object2="@b/dofs" spring="0 1 10 1 1"/>)");
  auto* second = scene.force->states()[1];
  second->allocate(core::vec::force);
  std::ranges::fill(second->hostWrite(core::vec::force), 0.0);
  expectNear(scene.forces(), {10, 0, 0});
  const auto f = second->hostRead(core::vec::force);
  expectNear({f.begin(), f.end()}, {0, 0, 0, -10, 0, 0});
}

TEST(SpringForceField, springsOfAFileAreAdded) {
  tests::TemporaryFolder folder;
  const auto file = folder.write("springs.xsp",
                                 "Xsp 3.0\nmass 1 i 0 0 0 0 0 0 1.0 0.1\nmass 2 s 0 4 0 0 0 0 1.0 0.1\n"
                                 "lspg 1 1 2 10 0 3\n");
  const ForceScene scene(
      R"(<MechanicalObject position="0 0 0  0 4 0"/><SpringForceField spring="0 1 5 0 0" fileSprings=")" + file +
      "\"/>");
  expectNear(scene.forces(), {0, 30, 0, 0, -30, 0});
  const ForceScene missing(threePoints + R"(<SpringForceField fileSprings="nothing.xsp"/>)");
  EXPECT_EQ(missing.errors, 1u);
  EXPECT_FALSE(missing.force->isValid());
}

}  // namespace
}  // namespace sofa::component::solidmechanics
