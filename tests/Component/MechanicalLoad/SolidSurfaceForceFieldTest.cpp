// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/SolidSurfaceForceField.h"

#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Simulation/Simulation.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::mechanicalload {
namespace {

using test::expectNear;
using test::ForceScene;

/// A box of 1 x 2 x 3 of one element of 27 nodes, whose face x = 1 is chosen.
const std::string box = R"(
  <RegularGridTopology name="grid" n="2 2 2" min="0 0 0" max="1 2 3"/>
  <QuadraticMeshTopology name="mesh" input="@grid"/>
  <MechanicalObject template="Vec3d" topology="@mesh"/>
  <BoxROI name="end" box="0.9 -1 -1 1.1 3 4"/>)";
const std::string load = R"(<SolidSurfaceForceField template="Vec3d,Hexahedron27" indices="@end.indices" )";

type::Vec3 sumOf(const std::vector<double>& f) {
  type::Vec3 sum = type::Vec3::Zero();
  for (std::size_t i = 0; i < f.size(); ++i) sum[static_cast<int>(i % 3)] += f[i];
  return sum;
}

/// Shape functions of nine nodes share a uniform load 1 : 4 : 16 between corners, middles and the centre.
TEST(SolidSurfaceForceField, nodalForcesAreConsistent) {
  const ForceScene scene(box + load + R"(traction="0 0 36"/>)");
  ASSERT_EQ(scene.errors + scene.warnings, 0u);
  const auto f = scene.forces();
  const auto x = scene.state().hostRead(core::vec::position);
  for (std::size_t p = 0; p < f.size(); p += 3) {
    const double y = x[p + 1] / 2, z = x[p + 2] / 3;
    const double expected = x[p] < 0.9 ? 0 : (y == 0.5 ? 4 : 1) * (z == 0.5 ? 4 : 1) * 6;
    EXPECT_NEAR(f[p + 2], expected, 1e-12);
  }
  EXPECT_NEAR(*scene.force->potentialEnergy({}), -36 * 6 * 1.5, 1e-12);
}

TEST(SolidSurfaceForceField, totalForceIsTheTotal) {
  const ForceScene scene(box + load + R"(totalForce="1 2 3"/>)");
  EXPECT_LT((sumOf(scene.forces()) - type::Vec3(1, 2, 3)).norm(), 1e-13);
}

/// The area vector of the sheared face: (1,0,0) of rest becomes -(dy x dz) pushed inwards.
TEST(SolidSurfaceForceField, pressureFollowsTheSurface) {
  const ForceScene scene(box + load + R"(pressure="5"/>)");
  EXPECT_LT((sumOf(scene.forces()) - type::Vec3(-30, 0, 0)).norm(), 1e-13);
  auto x = scene.state().hostWrite(core::vec::position);
  for (std::size_t p = 0; p < x.size(); p += 3) {  // turned by 90 degrees about z and twice as long along it
    const double a = x[p], b = x[p + 1];
    x[p] = -b;
    x[p + 1] = a;
    x[p + 2] *= 2;
  }
  EXPECT_LT((sumOf(scene.forces()) - type::Vec3(0, -60, 0)).norm(), 1e-12);
  EXPECT_FALSE(scene.force->potentialEnergy({}).has_value());
}

TEST(SolidSurfaceForceField, elementsNumberedTheOtherWayRoundHaveTheSameOutside) {
  const std::string square = R"(<MechanicalObject template="Vec2d"/>
    <SolidSurfaceForceField template="Vec2d,Quad" indices="1 2" pressure="2" thickness="0.5"/>)";
  for (const char* quad : {"0 1 2 3", "0 3 2 1"}) {
    const ForceScene scene("<MeshTopology position='0 0 0 1 0 0 1 1 0 0 1 0' quads='" + std::string(quad) + "'/>" +
                           square);
    expectNear(scene.forces(), {0, 0, -0.5, 0, -0.5, 0, 0, 0}, 1e-14);
  }
}

TEST(SolidSurfaceForceField, followsTheRegionOfItsIndices) {
  const ForceScene scene(box + load + R"(traction="0 0 2"/>)");
  EXPECT_NEAR(sumOf(scene.forces())[2], 2 * 6, 1e-12);
  ASSERT_TRUE(scene.root->down<core::DataEngine>()->findData("box")->read("-1 -1 2.9 2 3 4"));  // z = 3
  scene.force->updateTrackedData();
  EXPECT_NEAR(sumOf(scene.forces())[2], 2 * 2, 1e-12);
}

TEST(SolidSurfaceForceField, facesInsideAreNoSurface) {
  const ForceScene scene(R"(<RegularGridTopology name="grid" n="3 2 2" min="0 0 0" max="2 1 1"/>
    <MechanicalObject template="Vec3d"/>
    <BoxROI name="middle" box="0.9 -1 -1 1.1 2 2"/>
    <SolidSurfaceForceField template="Vec3d,Hexahedron" indices="@middle.indices" traction="1 0 0"/>)");
  EXPECT_EQ(scene.warnings, 1u);
  EXPECT_EQ(sumOf(scene.forces()).norm(), 0);
}

TEST(SolidSurfaceForceField, withoutIndicesTheWholeSurfaceIsLoaded) {
  const ForceScene scene(box + R"(<SolidSurfaceForceField template="Vec3d,Hexahedron27" traction="0 0 2"/>)");
  EXPECT_EQ(scene.warnings, 0u);
  EXPECT_NEAR(sumOf(scene.forces())[2], 2 * 22, 1e-12);
  const ForceScene closed(box + R"(<SolidSurfaceForceField template="Vec3d,Hexahedron27" pressure="2"/>)");
  EXPECT_NEAR(sumOf(closed.forces()).norm(), 0, 1e-12);
}

TEST(SolidSurfaceForceField, factorsCountAtTheEndOfAStep) {
  const ForceScene scene(box + load + R"(totalForce="1 0 0" times="0 1 3" factors="0 2 4"/>)");
  EXPECT_EQ(sumOf(scene.forces())[0], 0);
  scene.root->d_time.set(0.25);
  scene.force->beginStep({.dt = 0.25});
  EXPECT_NEAR(sumOf(scene.forces())[0], 1, 1e-14);
  scene.root->d_time.set(2);
  scene.force->beginStep({.dt = 0.5});
  EXPECT_NEAR(sumOf(scene.forces())[0], 3.5, 1e-14);
  scene.force->beginStep({.dt = 5});
  EXPECT_NEAR(sumOf(scene.forces())[0], 4, 1e-14);
}

TEST(SolidSurfaceForceField, refusesTimesWithoutFactors) {
  EXPECT_EQ(ForceScene(box + load + R"(times="0 1" factors="0"/>)").errors, 1u);
  EXPECT_EQ(ForceScene(box + load + R"(times="1 0" factors="0 1"/>)").errors, 1u);
}

/// Two triangles, of which the edge at the right is loaded: once the first one is gone, points have other numbers.
TEST(SolidSurfaceForceField, facesFollowTheMesh) {
  const ForceScene scene(R"(
    <TriangleSetTopologyContainer position="0 0 0  1 0 0  0 1 0  1 1 0" triangles="0 1 2  1 3 2"/>
    <TriangleSetTopologyModifier name="modifier"/>
    <MechanicalObject template="Vec2d"/>
    <SolidSurfaceForceField template="Vec2d,Triangle" indices="1 3" traction="2 0"/>)");
  expectNear(scene.forces(), {0, 0, 1, 0, 0, 0, 1, 0}, 1e-14);
  auto& modifier = *scene.root->down<topology::TopologyModifier>();
  ASSERT_TRUE(modifier.remove({0}));
  ASSERT_EQ(scene.state().size(), 3u);
  const auto f = scene.forces();
  const auto x = scene.state().hostRead(core::vec::position);
  for (std::size_t p = 0; p < f.size(); p += 2) EXPECT_NEAR(f[p], x[p] == 1 ? 1 : 0, 1e-14) << "point " << p / 2;
}

}  // namespace
}  // namespace sofa::component::mechanicalload
