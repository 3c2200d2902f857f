// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "Component/Mass/MassFixture.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

const std::string threePoints = "<MechanicalObject position='0 0 0  1 0 0  0 2 0'/>";
const std::string oneBody = "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/>";

TEST(UniformMass, SharesTheTotalMassAmongThePoints) {
  const MassScene scene(threePoints + "<UniformMass totalMass='6'/>");
  EXPECT_DOUBLE_EQ(scene.real("vertexMass"), 2);
  expectNear(scene.product({1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.5), {1, 2, 3, 4, 5, 6, 7, 8, 9});
  expectNear(scene.weight(), {0, -20, 0, 0, -20, 0, 0, -20, 0});
  expectNear(scene.acceleration({2, 4, 6, 0, 0, 0, 1, 1, 1}), {1, 2, 3, 0, 0, 0, 0.5, 0.5, 0.5});
}

TEST(UniformMass, SumsTheMassesOfThePoints) {
  const MassScene scene(threePoints + "<UniformMass vertexMass='2.5'/>");
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 7.5);
}

TEST(UniformMass, PrefersTheTotalMassAndSaysSo) {
  const MassScene scene(threePoints + "<UniformMass vertexMass='2.5' totalMass='3'/>");
  EXPECT_DOUBLE_EQ(scene.real("vertexMass"), 1);
  EXPECT_EQ(scene.warnings, 1u);
}

TEST(UniformMass, WithoutMassHasWeightButNoInertia) {
  const MassScene scene(threePoints + "<UniformMass/>");
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_FALSE(scene.mass->isValid());
  expectNear(scene.weight(), {0, -10, 0, 0, -10, 0, 0, -10, 0});
  expectNear(scene.product(std::vector<double>(9, 1.0)), std::vector<double>(9, 0.0));
  expectNear(scene.acceleration(std::vector<double>(9, 1.0)), std::vector<double>(9, 7.0));
}

TEST(UniformMass, RefusesANegativeTotal) {
  const MassScene scene(threePoints + "<UniformMass totalMass='-3'/>");
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_FALSE(scene.mass->isValid());
  EXPECT_DOUBLE_EQ(scene.real("vertexMass"), 1);
}

TEST(UniformMass, ActsOnTheGivenPointsOnly) {
  const MassScene scene(threePoints + "<UniformMass totalMass='6' indices='2 0'/>");
  EXPECT_DOUBLE_EQ(scene.real("vertexMass"), 3);
  expectNear(scene.product(std::vector<double>(9, 1.0)), {3, 3, 3, 0, 0, 0, 3, 3, 3});
  expectNear(scene.acceleration(std::vector<double>(9, 3.0)), {1, 1, 1, 7, 7, 7, 1, 1, 1});
}

TEST(UniformMass, LeavesOutPointsThatDoNotExist) {
  const MassScene scene(threePoints + "<UniformMass vertexMass='1' indices='1 9'/>");
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_EQ(scene.text("indices"), "1");
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 1);
}

TEST(UniformMass, LocalRangeCountsUnlessItReachesTheLastPoint) {
  EXPECT_EQ(MassScene(threePoints + "<UniformMass vertexMass='1' localRange='0 1'/>").text("indices"), "0 1");
  EXPECT_EQ(MassScene(threePoints + "<UniformMass vertexMass='1' localRange='1 2'/>").text("indices"), "0 1 2");
}

TEST(UniformMass, InertiaOfABodyIsPerUnitMass) {
  const MassScene scene(oneBody + "<UniformMass vertexMass='2 1 1 0 0 0 2 0.5 0 0.5 4'/>");
  expectNear(scene.product({1, 2, 3, 1, 1, 2}), {2, 4, 6, 2, 2 * (2 + 1), 2 * (0.5 + 8)});
  expectNear(scene.weight(), {0, -20, 0, 0, 0, 0});
  // The inverse undoes the product.
  expectNear(scene.acceleration({2, 4, 6, 2, 6, 17}), {1, 2, 3, 1, 1, 2});
}

TEST(UniformMass, TotalMassOfABodyKeepsTheIdentityInertia) {
  const MassScene scene(oneBody + "<UniformMass totalMass='3'/>");
  expectNear(scene.product(std::vector<double>(6, 1.0)), std::vector<double>(6, 3.0));
}

TEST(UniformMass, BodyInThePlane) {
  const MassScene scene("<MechanicalObject template='Rigid2' position='0 0 0'/><UniformMass vertexMass='2 1 0.25'/>");
  expectNear(scene.product({1, 1, 1}), {2, 2, 0.5});
  expectNear(scene.acceleration({2, 4, 1}), {1, 2, 2});
  expectNear(scene.weight(), {0, -20, 0});
}

TEST(UniformMass, SixComponentsShareTheMassButOnlyThreeTheWeight) {
  const MassScene scene("<MechanicalObject template='Vec6' position='0 0 0 0 0 0'/><UniformMass vertexMass='2'/>");
  expectNear(scene.product(std::vector<double>(6, 1.0)), std::vector<double>(6, 2.0));
  expectNear(scene.weight(), {0, -20, 0, 0, 0, 0});
}

TEST(UniformMass, SeparateGravityReplacesTheWeight) {
  const MassScene scene(threePoints + "<UniformMass vertexMass='2' separateGravity='true'/>");
  expectNear(scene.weight(), std::vector<double>(9, 0.0));
}

TEST(UniformMass, FollowsAChangeOfEitherMass) {
  MassScene scene(threePoints + "<UniformMass totalMass='6'/>");
  scene.mass->setAttribute("totalMass", "9");
  scene.mass->updateTrackedData();
  EXPECT_DOUBLE_EQ(scene.real("vertexMass"), 3);
  expectNear(scene.product(std::vector<double>(9, 1.0)), std::vector<double>(9, 3.0));
  scene.mass->setAttribute("vertexMass", "1");
  scene.mass->updateTrackedData();
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 3);
  expectNear(scene.product(std::vector<double>(9, 1.0)), std::vector<double>(9, 1.0));
}

TEST(UniformMass, EnergiesOfPoints) {
  const MassScene scene(
      "<MechanicalObject position='0 0 0  1 3 0' velocity='1 2 2  0 0 4'/><UniformMass vertexMass='2'/>");
  const core::MechanicalParams params;
  EXPECT_DOUBLE_EQ(scene.mass->kineticEnergy(params), 0.5 * 2 * (9 + 16));
  EXPECT_DOUBLE_EQ(*scene.mass->potentialEnergy(params), 2 * 10 * 3.0);
}

class RigidFile : public testing::Test {
 protected:
  tests::TemporaryFolder own;
  const std::filesystem::path folder = own.path();
  void write(const std::string& text) const { std::ofstream(folder / "body.rigid") << text; }
};

TEST_F(RigidFile, GivesMassAndInertia) {
  write("Xsp 3.0\nvertexMass 5\nvolm 2\ninrt 1 0 0 0 2 0 0 0 4\ncenter 1 2 3\n# remark\nstep 0.1\n");
  const MassScene scene(oneBody + "<UniformMass filename='body.rigid'/>", nullptr, folder);
  EXPECT_EQ(scene.errors, 0u);
  EXPECT_EQ(scene.text("vertexMass"), "5 2 [[1 0 0],[0 2 0],[0 0 4]]");
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 5);
}

TEST_F(RigidFile, WithMassOutdoesATotalMass) {
  write("title\nvertexMass 5\n");
  EXPECT_DOUBLE_EQ(
      MassScene(oneBody + "<UniformMass filename='body.rigid' totalMass='3'/>", nullptr, folder).real("totalMass"), 5);
  write("title\ninrt 2 0 0 0 2 0 0 0 2\n");
  const MassScene scene(oneBody + "<UniformMass filename='body.rigid' totalMass='3'/>", nullptr, folder);
  expectNear(scene.product(std::vector<double>(6, 1.0)), {3, 3, 3, 6, 6, 6});
}

TEST_F(RigidFile, ReportsWhatItDoesNotKnow) {
  write("title\nmass 5\nvertexMass 2\ninrt 1 2 x\n");
  const MassScene scene(oneBody + "<UniformMass filename='body.rigid'/>", nullptr, folder);
  EXPECT_EQ(scene.errors, 2u);  // "mass", and an inertia cut short
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 2);
}

TEST_F(RigidFile, ThatIsMissingLeavesNoMass) {
  const MassScene scene(oneBody + "<UniformMass filename='nothere.rigid'/>", nullptr, folder);
  EXPECT_EQ(scene.errors, 2u);  // the file, and no mass
  EXPECT_FALSE(scene.mass->isValid());
}

TEST_F(RigidFile, IsOfNoUseForPoints) {
  write("title\nvertexMass 5\n");
  const MassScene scene(threePoints + "<UniformMass filename='body.rigid' vertexMass='2'/>", nullptr, folder);
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_DOUBLE_EQ(scene.real("vertexMass"), 2);
}

}  // namespace
}  // namespace sofa::test
