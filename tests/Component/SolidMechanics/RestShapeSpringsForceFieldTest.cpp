// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/RestShapeSpringsForceField.h"

#include <numbers>

#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

const std::string moved = R"(<MechanicalObject position="0.1 0 0  1 2 0  3 0 4" rest_position="0 0 0  1 0 0  0 0 0"/>)";

TEST(RestShapeSpringsForceField, allPointsByDefault) {
  const ForceScene scene(moved + R"(<RestShapeSpringsForceField stiffness="50"/>)");
  expectNear(scene.forces(), {-5, 0, 0, 0, -100, 0, -150, 0, -200});
  const ForceScene usual(moved + R"(<RestShapeSpringsForceField/>)");
  expectNear(usual.forces(), {-10, 0, 0, 0, -200, 0, -300, 0, -400});
}

TEST(RestShapeSpringsForceField, stiffnessGoesByRankInPoints) {
  const ForceScene scene(moved + R"(<RestShapeSpringsForceField points="2 0" stiffness="2 50"/>)");
  expectNear(scene.forces(), {-5, 0, 0, 0, 0, 0, -6, 0, -8});
  checkTangent(scene, 1e-6);
}

TEST(RestShapeSpringsForceField, onlyActiveDirections) {
  const ForceScene scene(moved + R"(<RestShapeSpringsForceField stiffness="1" activeDirections="1 0 0"/>)");
  expectNear(scene.forces(), {-0.1, 0, 0, 0, 0, 0, -3, 0, 0});
  checkTangent(scene, 1e-8);
}

TEST(RestShapeSpringsForceField, followsAnotherState) {
  const ForceScene scene(R"(<MechanicalObject position="1 0 0  0 0 0"/>
      <Node name="goal"><MechanicalObject name="dofs" position="0 0 0  0 3 0" rest_position="7 7 7  7 7 7"/></Node>
      <RestShapeSpringsForceField stiffness="10" external_rest_shape="@goal/dofs" points="0" external_points="1"/>)");
  expectNear(scene.forces(), {-10, 30, 0, 0, 0, 0});
}

TEST(RestShapeSpringsForceField, listsThatDoNotFitAreErrorsAndNoSpring) {
  for (const char* attributes : {R"(points="0 1" external_points="0")", R"(points="0 9")", R"(external_points="0")"}) {
    const ForceScene scene(moved + "<RestShapeSpringsForceField " + attributes + "/>");
    EXPECT_EQ(scene.errors, 1u) << attributes;
    expectNear(scene.forces(), std::vector<double>(9, 0.0));
  }
  const ForceScene nowhere(moved + R"(<RestShapeSpringsForceField external_rest_shape="@nowhere"/>)");
  EXPECT_EQ(nowhere.errors, 1u);
  EXPECT_FALSE(nowhere.force->isValid());
}

/// Half a turn's quarter about z: q = (0, 0, sin 45, cos 45), and the same rotation written with the opposite sign.
TEST(RestShapeSpringsForceField, turnsBodiesBackTheShortWay) {
  const double h = std::sqrt(0.5), quarter = std::numbers::pi / 2;
  for (const double sign : {1.0, -1.0}) {
    const ForceScene scene(
        fmt::format(R"(<MechanicalObject template="Rigid3" position="1 0 0 0 0 {0} {0}" rest_position="0 0 0 0 0 0 1"/>
        <RestShapeSpringsForceField stiffness="3" angularStiffness="7"/>)",
                    sign * h));
    expectNear(scene.forces(), {-3, 0, 0, 0, 0, -7 * quarter});
  }
  const ForceScene inactive(
      fmt::format(R"(<MechanicalObject template="Rigid3" position="1 0 0 0 0 {0} {0}" rest_position="0 0 0 0 0 0 1"/>
      <RestShapeSpringsForceField stiffness="3" activeDirections="1 1 1 1 1 0 1"/>)",
                  h));
  expectNear(inactive.forces(), {-3, 0, 0, 0, 0, 0});
}

TEST(RestShapeSpringsForceField, tangentOfBodiesIsExactAtTheirRestOrientation) {
  const ForceScene scene(
      R"(<MechanicalObject template="Rigid3" position="1 0 0 0 0 0.6 0.8" rest_position="0 0 0 0 0 0.6 0.8"/>
      <RestShapeSpringsForceField stiffness="3" angularStiffness="7"/>)");
  checkTangent(scene, 1e-6);
}

TEST(RestShapeSpringsForceField, angularStiffnessIsFilledUpToTheSizeOfStiffness) {
  const double h = std::sqrt(0.5), quarter = std::numbers::pi / 2;
  const ForceScene scene(
      fmt::format(R"(<MechanicalObject template="Rigid3" position="0 0 0 0 0 {0} {0}  0 0 0 0 0 {0} {0}"
      rest_position="0 0 0 0 0 0 1 0 0 0 0 0 0 1"/><RestShapeSpringsForceField stiffness="3 4" angularStiffness="7"/>)",
                  h));
  expectNear(scene.forces(), {0, 0, 0, 0, 0, -7 * quarter, 0, 0, 0, 0, 0, -100 * quarter});
}

}  // namespace
}  // namespace sofa::component::solidmechanics
