// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::mechanicalload {
namespace {

using test::checkTangent;
using test::expectNear;
using test::ForceScene;

const std::string three = R"(<MechanicalObject position="0 0 0 1 0 0 2 0 0"/>)";

TEST(ConstantForceField, totalIsShared) {
  const ForceScene some(three + R"(<ConstantForceField indices="0 2" totalForce="2 0 -4"/>)");
  expectNear(some.forces(), {1, 0, -2, 0, 0, 0, 1, 0, -2});
  const ForceScene all(three + R"(<ConstantForceField totalForce="3 0 0"/>)");
  expectNear(all.forces(), {1, 0, 0, 1, 0, 0, 1, 0, 0});
}

TEST(ConstantForceField, oneForceIsGivenInFullToEachPoint) {
  const ForceScene scene(three + R"(<ConstantForceField indices="0 0 2" forces="1 2 3" totalForce="9 9 9"/>)");
  expectNear(scene.forces(), {2, 4, 6, 0, 0, 0, 1, 2, 3});
  EXPECT_EQ(scene.warnings, 1u);
}

TEST(ConstantForceField, oneForcePerIndexAndIndicesFromTheEnd) {
  const ForceScene scene(three + R"(<ConstantForceField indices="0 1" forces="1 0 0 0 1 0" indexFromEnd="1"/>)");
  expectNear(scene.forces(), {0, 0, 0, 0, 1, 0, 1, 0, 0});
}

TEST(ConstantForceField, whatDoesNotFitIsAnErrorAndNoForce) {
  for (const char* attributes : {"", R"(indices="0 1 2" forces="1 0 0 0 1 0")", R"(indices="3" forces="1 0 0")"}) {
    const ForceScene scene(three + "<ConstantForceField " + attributes + "/>");
    EXPECT_EQ(scene.errors, 1u) << attributes;
    EXPECT_FALSE(scene.force->isValid());
    expectNear(scene.forces(), std::vector<double>(9, 0.0));
  }
}

TEST(ConstantForceField, pointsThatAMappingBringsAreThere) {
  const auto load = [](const std::string& index) {
    return ForceScene(
        "<MechanicalObject name='m' position='0 0 0 1 0 0 2 0 0'/><Node name='c'><MechanicalObject/>"
        "<ConstantForceField indices='" +
        index + "' forces='1 2 3'/><IdentityMapping/></Node>");
  };
  EXPECT_EQ(load("2").errors, 0u);
  EXPECT_EQ(load("3").errors, 1u);
}

TEST(ConstantForceField, bodiesGetForceAndTorque) {
  const ForceScene scene(
      R"(<MechanicalObject template="Rigid3" position="0 0 0 0 0 0 1"/><ConstantForceField forces="1 2 3 4 5 6"/>)");
  expectNear(scene.forces(), {1, 2, 3, 4, 5, 6});
  checkTangent(scene, 1e-9);
}

TEST(ConstantForceField, energyFallsAlongTheForce) {
  const ForceScene scene(three + R"(<ConstantForceField forces="2 0 0"/>)");
  EXPECT_EQ(*scene.force->potentialEnergy({}), -6);
}

TEST(PlaneForceField, pushesPointsBehindThePlane) {
  const ForceScene scene(R"(<MechanicalObject position="0 -10.01 0  0 0 0" velocity="0 0 0  0 -1 0"/>
                            <PlaneForceField normal="0 1 0" d="-10" stiffness="1e5"/>)");
  expectNear(scene.forces(), {0, 1000, 0, 0, 0, 0}, 1e-8);
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 5, 1e-9);
}

TEST(PlaneForceField, dampingGrowsWithDepth) {
  const ForceScene scene(
      R"(<MechanicalObject position="0 -10.01 0" velocity="0 -1 0"/><PlaneForceField d="-10" stiffness="1e5" damping="5"/>)");
  expectNear(scene.forces(), {0, 1000.05, 0}, 1e-8);
}

TEST(PlaneForceField, bilateralRangeAndLimit) {
  const ForceScene bilateral(R"(<MechanicalObject position="0 2 0"/><PlaneForceField stiffness="3" bilateral="1"/>)");
  expectNear(bilateral.forces(), {0, -6, 0});
  const ForceScene range(
      R"(<MechanicalObject position="0 -1 0 0 -1 0 0 -1 0 0 -1 0"/><PlaneForceField stiffness="3" localRange="1 2"/>)");
  expectNear(range.forces(), {0, 0, 0, 0, 3, 0, 0, 3, 0, 0, 0, 0});
  const ForceScene limited(R"(<MechanicalObject position="0 -2 0"/><PlaneForceField stiffness="3" maxForce="0.5"/>)");
  expectNear(limited.forces(), {0, 0.5, 0});
}

TEST(PlaneForceField, tangentForAllKindsOfPoints) {
  const ForceScene plain(
      R"(<MechanicalObject position="0.1 -0.2 0.3  0.5 1.3 -0.1"/><PlaneForceField normal="0 2 0.5" stiffness="40"/>)");
  checkTangent(plain, 1e-7);
  const ForceScene rigid(
      R"(<MechanicalObject template="Rigid3" position="0.1 -0.2 0.3 0 0 0 1"/><PlaneForceField normal="0 2 0.5" stiffness="40"/>)");
  checkTangent(rigid, 1e-7);
  const ForceScene flat(R"(<MechanicalObject template="Vec2" position="0.1 -0.2"/><PlaneForceField stiffness="40"/>)");
  expectNear(flat.forces(), {0, 8});
  checkTangent(flat, 1e-7);
}

TEST(PlaneForceField, badValuesAreReplacedWithAWarning) {
  const ForceScene scene(
      R"(<MechanicalObject position="0 -1 0"/><PlaneForceField stiffness="-4" maxForce="-1" localRange="1 -1"/>)");
  EXPECT_EQ(scene.warnings, 3u);
  expectNear(scene.forces(), {0, 500, 0});
}

TEST(UniformVelocityDampingForceField, onlyImplicitOnesHaveAProduct) {
  const std::string moving = R"(<MechanicalObject position="0 0 0" velocity="1 2 3"/>)";
  const ForceScene plain(moving + R"(<UniformVelocityDampingForceField damping="2"/>)");
  expectNear(plain.forces(), {-2, -4, -6});
  expectNear(plain.product(std::vector<double>{1, 1, 1}, 5, 3), {0, 0, 0});
  const ForceScene implicit(moving + R"(<UniformVelocityDampingForceField dampingCoefficient="2" implicit="1"/>)");
  expectNear(implicit.product(std::vector<double>{1, 0, 2}, 5, 3), {-6, 0, -12});
}

TEST(Gravity, replacesTheInheritedOneFromItsNodeDown) {
  const ForceScene scene(R"(<Node name="a"><Gravity gravity="1 -2 3"/><Node name="c"/></Node><Node name="b"/>)");
  const auto gravity = [&](int a) { return scene.root->children()[a]->gravity(); };
  simulation::animate(*scene.root);
  EXPECT_EQ(gravity(0), type::Vec3(1, -2, 3));
  EXPECT_EQ(scene.root->children()[0]->children()[0]->gravity(), type::Vec3(1, -2, 3));
  EXPECT_EQ(gravity(1), type::Vec3(0, 0, 0));
}

TEST(DiagonalVelocityDampingForceField, theLastEntryRepeats) {
  const ForceScene scene(R"(<MechanicalObject position="0 0 0 0 0 0 0 0 0" velocity="1 2 3  1 2 3  1 1 1"/>
                            <DiagonalVelocityDampingForceField dampingCoefficient="1 0 2  4 5 6"/>)");
  expectNear(scene.forces(), {-1, 0, -6, -4, -10, -18, -4, -5, -6});
  expectNear(scene.product(std::vector<double>{1, 1, 1, 0, 1, 0, 1, 0, 1}, 7, 2), {-2, 0, -4, 0, -10, 0, -8, 0, -12});
}

TEST(DiagonalVelocityDampingForceField, bodiesAndNoCoefficients) {
  const std::string body = R"(<MechanicalObject template="Rigid3" position="0 0 0 0 0 0 1" velocity="1 1 1 1 1 1"/>)";
  const ForceScene scene(body + R"(<DiagonalVelocityDampingForceField dampingCoefficient="1 2 3 4 5 6"/>)");
  expectNear(scene.forces(), {-1, -2, -3, -4, -5, -6});
  const ForceScene none(body + "<DiagonalVelocityDampingForceField/>");
  EXPECT_EQ(none.warnings, 1u);
  expectNear(none.forces(), std::vector<double>(6, 0.0));
}

}  // namespace
}  // namespace sofa::component::mechanicalload
