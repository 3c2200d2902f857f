// SPDX-License-Identifier: Apache-2.0
// Points held at a surface that a grid of distances stands for.
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::mechanicalload {
namespace {

using test::checkTangent;
using test::expectNear;
using test::ForceScene;

/// A cube from -1 to 1 in cells of 0.1.
const std::string cube = "<DistanceGridForceField filename='#cube' nx='25' ny='25' nz='25' ";

TEST(DistanceGridForceField, holdsPointsAtTheSurface) {
  const std::string points = "<MechanicalObject position='.9 .1 0  1.1 .1 0  0 -3 0' velocity='0 2 0  0 2 0  0 0 0'/>";
  // Forces are those per cell: 500 x 0.1 x 0.1 and 200 x 0.1 x 0.1.
  const ForceScene inside(points + cube + "stiffnessArea='0'/>");
  expectNear(inside.forces(), {5, -1, 0, 0, 0, 0, 0, 0, 0}, 1e-12);
  const ForceScene both(points + cube + "stiffnessArea='0' stiffness='200' damping='.1'/>");
  expectNear(both.forces(), {2, -4, 0, -2, -4, 0, 0, 0, 0}, 1e-12);
  EXPECT_EQ(inside.errors + inside.warnings, 0u);
}

TEST(DistanceGridForceField, productsHaveTheSignOfForces) {
  const ForceScene scene("<MechanicalObject position='.9 .1 0'/>" + cube + "stiffnessArea='0'/>");
  scene.linearise();
  const std::vector<double> dx{2, 1, 0};
  expectNear(scene.product(dx, 1, 0), {50 * .1 * .1 * 2, 0, 0}, 1e-12);
}

TEST(DistanceGridForceField, opensTrianglesThatLookBack) {
  // On the side at x = 1, seen from outside clockwise: area -1/2 x .2 x .2.
  const std::string triangle =
      "<MechanicalObject position='1 0 0  1 0 .2  1 .2 0' rest_position='1 0 0  1 .2 0  1 0 .2'/><MeshTopology "
      "triangles='0 1 2'/>";
  const ForceScene scene(triangle + cube + "stiffnessIn='0'/>");
  const double e = 100 * .02;
  // f1 = e C x s with C = (0, .2, 0), s = (1, 0, 0)
  expectNear(scene.forces(), {0, e * .2, e * .2, 0, 0, -e * .2, 0, -e * .2, 0}, 1e-12);
  checkTangent(scene, 1e-6);
}

TEST(DistanceGridForceField, opensFlatTetrahedra) {
  const ForceScene scene(
      "<MechanicalObject position='0 0 0  .5 0 0  0 .5 0  0 0 .01'/><MeshTopology tetrahedra='0 1 2 3'/>" + cube +
      "stiffnessIn='0' stiffnessArea='0' minVolume='.01' stiffnessVolume='600'/>");
  const double e = 100 * (.01 - .5 * .5 * .01 / 6);
  const auto f = scene.forces();
  EXPECT_NEAR(f[11], e * .25, 1e-12);
  checkTangent(scene, 1e-6);
}

TEST(DistanceGridForceField, actsOnCornersOfTrianglesInItsRange) {
  const std::string points = "<MechanicalObject position='.9 0 0  .9 0 .1  .9 .1 0  .9 0 0'/>";
  const ForceScene onTriangles(points + "<MeshTopology triangles='0 2 1'/>" + cube + "/>");
  const auto f = onTriangles.forces();
  EXPECT_NE(f[6], 0);
  EXPECT_EQ(f[9], 0);
  const ForceScene inRange(points + cube + "stiffnessArea='0' localRange='1 2'/>");
  expectNear(inRange.forces(), {0, 0, 0, 5, 0, 0, 5, 0, 0, 0, 0, 0}, 1e-12);
}

TEST(DistanceGridForceField, saysWhatIsMissing) {
  EXPECT_EQ(ForceScene("<MechanicalObject/><DistanceGridForceField filename='nowhere.obj'/>").errors, 1u);
  EXPECT_EQ(ForceScene("<MechanicalObject/>" + cube + "/>").errors, 1u);  // stiffnessArea without triangles
  EXPECT_EQ(ForceScene("<MechanicalObject/><DistanceGridForceField filename='#cube' nx='1'/>").errors, 1u);
}

}  // namespace
}  // namespace sofa::component::mechanicalload
