// SPDX-License-Identifier: Apache-2.0
// Loads on edges, triangles and quads, and the pressure inside of surfaces.
#include "Sofa/Component/MechanicalLoad/SurfacePressureForceField.h"
#include "Sofa/Component/MechanicalLoad/TaitSurfacePressureForceField.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::mechanicalload {
namespace {

using test::expectNear;
using test::ForceScene;

/// A unit square at rest, twice as large now.
const std::string grownSquare = R"(<MechanicalObject position="0 0 0  2 0 0  2 2 0  0 2 0"
                                    rest_position="0 0 0  1 0 0  1 1 0  0 1 0"/>)";
const std::string twoHalves = grownSquare + R"(<MeshTopology triangles="0 1 2  0 2 3"/>)";

TEST(TrianglePressureForceField, isSharedByTheCornersAtRest) {
  const ForceScene scene(twoHalves + R"(<TrianglePressureForceField triangleList="1" pressure="0 3 6"/>)");
  expectNear(scene.forces(), {0, .5, 1, 0, 0, 0, 0, .5, 1, 0, .5, 1});
  checkTangent(scene, 1e-9);
  checkEnergy(scene, 1e-7);
}

TEST(TrianglePressureForceField, followsItsData) {
  const ForceScene scene(twoHalves + R"(<TrianglePressureForceField triangleList="1" pressure="0 0 6"/>)");
  ASSERT_TRUE(scene.force->findData("triangleList")->read("0"));
  scene.force->updateTrackedData();
  expectNear(scene.forces(), {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0});
}

TEST(TrianglePressureForceField, staysOnTrianglesThatLeaveTheRegionTheyWereChosenBy) {
  const ForceScene scene(twoHalves + R"(<BoxROI name="region" triangles="0 1 2  0 2 3" box="-1 -1 -1 9 9 9"/>
      <TrianglePressureForceField triangleList="@region.triangleIndices" pressure="0 0 6"/>)");
  const auto before = scene.forces();
  ASSERT_TRUE(scene.root->down<core::DataEngine>()->findData("box")->read("7 7 7 9 9 9"));
  scene.force->updateTrackedData();
  EXPECT_EQ(scene.forces(), before);
  EXPECT_GT(before[2], 0);
}

TEST(TrianglePressureForceField, stressActsOnTheCurrentSurface) {
  // b - a cross c - a is (0, 0, 4); of 9 and 6 the one written last counts.
  const ForceScene scene(twoHalves + R"(<TrianglePressureForceField triangleList="0" useConstantForce="0"
      cauchyStress="[1 0 9, 0 2 0, 6 0 3]"/>)");
  expectNear(scene.forces(), {4, 0, 2, 4, 0, 2, 4, 0, 2, 0, 0, 0});
  EXPECT_FALSE(scene.force->potentialEnergy({}));
  EXPECT_FALSE(scene.force->isConservative());
}

TEST(MeshLoads, elementsThatAreNotThereAreTold) {
  for (const char* component : {R"(<TrianglePressureForceField triangleList="0 7 9" pressure="1 0 0"/>)",
                                R"(<EdgePressureForceField edgeIndices="0 77 99" pressure="1 0 0"/>)",
                                R"(<EdgePressureForceField edges="1 3" pressure="1 0 0"/>)",
                                R"(<QuadPressureForceField quadList="3" pressure="1 0 0"/>)"}) {
    const ForceScene scene(twoHalves + component);
    EXPECT_EQ(scene.errors, 1u) << component;
    EXPECT_TRUE(scene.force->isValid()) << "the others are loaded: " << component;
  }
  for (const char* name : {"TrianglePressureForceField", "QuadPressureForceField", "EdgePressureForceField",
                           "SurfacePressureForceField", "TaitSurfacePressureForceField"}) {
    const ForceScene scene(grownSquare + "<" + name + "/>");
    EXPECT_EQ(scene.errors, 1u) << name << " without a mesh";
    EXPECT_FALSE(scene.force->isValid());
    expectNear(scene.forces(), std::vector<double>(12, 0.0));
  }
}

TEST(QuadPressureForceField, listedAndBetweenPlanes) {
  const std::string quad = grownSquare + R"(<MeshTopology quads="0 1 2 3"/>)";
  const std::vector<double> quarter{0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 2};
  expectNear(ForceScene(quad + R"(<QuadPressureForceField quadList="0" pressure="0 0 8"/>)").forces(), quarter);
  expectNear(
      ForceScene(quad + R"(<QuadPressureForceField normal="1 0 0" dmin="-.1" dmax="1.1" pressure="0 0 8"/>)").forces(),
      quarter);
  expectNear(
      ForceScene(quad + R"(<QuadPressureForceField normal="1 0 0" dmin="-.1" dmax=".9" pressure="0 0 8"/>)").forces(),
      std::vector<double>(12, 0.0));
}

const std::string threeEdges = grownSquare + R"(<EdgeSetTopologyContainer edges="0 1  1 2  2 3"/>)";

TEST(EdgePressureForceField, isSharedByTheEnds) {
  const std::vector<double> expected{0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0};
  for (const char* choice :
       {R"(edgeIndices="1")", R"(edges="1 2")", R"(edges="2 1")", R"(normal="1 0 0" dmin=".9" dmax="1.1")"})
    expectNear(ForceScene(threeEdges + "<EdgePressureForceField pressure='0 0 4' " + choice + "/>").forces(), expected);
}

TEST(EdgePressureForceField, actsAcrossTheEdge) {
  // binormal x tangent = z x x = y.
  const ForceScene scene(threeEdges + R"(<EdgePressureForceField edgeIndices="0" p_intensity="4" binormal="0 0 1"/>)");
  expectNear(scene.forces(), {0, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0});
  const ForceScene inwards(twoHalves + R"(<EdgePressureForceField edges="0 1" p_intensity="4"/>)");
  expectNear(inwards.forces(), {0, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0});
}

TEST(EdgePressureForceField, turnsOneStepLate) {
  const ForceScene scene(threeEdges + R"(<EdgePressureForceField edgeIndices="0" p_intensity="4" binormal="0 0 1"/>)");
  const std::vector<double> before = scene.forces();
  auto x = scene.state().hostWrite(core::vec::position);
  x[3] = 0, x[4] = 2;  // the edge runs along y now
  scene.force->beginStep({});
  expectNear(scene.forces(), before);
  scene.force->beginStep({});
  expectNear(scene.forces(), {-2, 0, 0, -2, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST(EdgePressureForceField, actsLessOnAnEdgeThatLeavesThePlane) {
  const ForceScene scene(  // all sides are 5 long, and that one has the cosine 4 / 5 with the plane
      "<MechanicalObject position='0 0 0 4 0 3 3.125 3.903123748998999 0'/>"
      "<TriangleSetTopologyContainer triangles='0 1 2'/><EdgePressureForceField edges='0 1' p_intensity='4'/>");
  expectNear(scene.forces(), {0, 8, 0, 0, 8, 0, 0, 0, 0});
}

TEST(SurfacePressureForceField, followsTheSurface) {
  // Area vectors (0, 0, 4) of both halves.
  const ForceScene scene(twoHalves + R"(<SurfacePressureForceField pressure="3"/>)");
  expectNear(scene.forces(), {0, 0, 4, 0, 0, 2, 0, 0, 4, 0, 0, 2});
  checkTangent(scene, 1e-6);
  checkPurity(scene);
  const ForceScene none(twoHalves + R"(<SurfacePressureForceField pressure="3" useTangentStiffness="0"/>)");
  none.linearise();
  expectNear(none.product(test::randomVector(12), 1, 0), std::vector<double>(12, 0.0));
}

TEST(SurfacePressureForceField, choiceOfElements) {
  const std::vector<double> second{0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 0, 2};
  for (const char* choice : {R"(triangleIndices="1")", R"(min="-1 -1 -1" max="2 2 1" triangleIndices="1")"})
    expectNear(ForceScene(twoHalves + "<SurfacePressureForceField pressure='3' " + choice + "/>").forces(), second);
  expectNear(ForceScene(twoHalves + R"(<SurfacePressureForceField pressure="3" min="-1 -1 -1" max="1 2 1"/>)").forces(),
             std::vector<double>(12, 0.0));
  const ForceScene beyond(twoHalves + R"(<SurfacePressureForceField pressure="3" triangleIndices="1 5"/>)");
  EXPECT_EQ(beyond.errors, 1u);
  expectNear(beyond.forces(), second);
}

/// Of the triangles that are loaded where it is linearised, whatever it was before.
TEST(SurfacePressureForceField, theTangentFollowsTheChoice) {
  const ForceScene scene(twoHalves + R"(<SurfacePressureForceField pressure="3"/>)");
  checkTangent(scene, 1e-6);
  const auto dx = test::randomVector(12);
  const auto choose = [&](const char* list) { ASSERT_TRUE(scene.force->findData("triangleIndices")->read(list)); };
  const auto productOf = [&](const char* list, core::Linearisation kind) {
    choose(list);
    scene.linearise(kind);
    return scene.product(dx, 2, 0);
  };
  using enum core::Linearisation;
  const auto both = productOf("0 1", exact), definite = productOf("0 1", positiveDefinite);
  const auto first = productOf("0", exact), second = productOf("1", exact);
  std::vector<double> sum(12);
  for (std::size_t i = 0; i < 12; ++i) sum[i] = first[i] + second[i];
  expectNear(both, sum);
  EXPECT_NE(definite, both);
  expectNear(productOf("0 1", positiveDefinite), definite);
  expectNear(productOf("", exact), both);
  choose("1");
  checkTangent(scene, 1e-6);
}

TEST(SurfacePressureForceField, quadsAreTwoTriangles) {
  const ForceScene scene(
      grownSquare +
      R"(<MeshTopology quads="0 1 2 3"/><SurfacePressureForceField pressure="3" mainDirection="0 3 -.5"/>)");
  expectNear(scene.forces(), {0, 0, 2, 0, 0, 1, 0, 0, 2, 0, 0, 1});
}

TEST(SurfacePressureForceField, pulseGoesUpAndDown) {
  const ForceScene scene(twoHalves + R"(<SurfacePressureForceField pressure="3" pulseMode="1" pressureSpeed="4"
                                          pressureLowerBound=".5"/>)");
  std::vector<double> pressures;
  core::MechanicalParams params;
  params.dt = .5;
  for (int step = 0; step < 6; ++step) {
    scene.force->beginStep(params);
    pressures.push_back(scene.forces()[5] / 2 * 3);
  }
  expectNear(pressures, {2, 3, 1, .5, 2.5, 3});
  scene.force->reset();
  scene.force->beginStep(params);
  EXPECT_NEAR(scene.forces()[5], 4. / 3, 1e-12);
  EXPECT_EQ(ForceScene(twoHalves + R"(<SurfacePressureForceField pressure="3" pulseMode="1"/>)").warnings, 1u);
}

std::string tetrahedron(const std::string& position) {
  return "<MechanicalObject rest_position='0 0 0 1 0 0 0 1 0 0 0 1' position='" + position +
         "'/><MeshTopology triangles='0 2 1  0 1 3  0 3 2  1 2 3'/>";
}
const std::string unit = "0 0 0 1 0 0 0 1 0 0 0 1", grown = "0 0 0 2 0 0 0 1 0 0 0 1";

TEST(SurfacePressureForceField, pressureFallsAsTheVolumeGrows) {
  const std::string conserve = R"(<SurfacePressureForceField pressure="3" volumeConservationMode="1")";
  const ForceScene given(tetrahedron(grown) + conserve + " defaultVolume='.1666666666666667'/>");
  const ForceScene plain(tetrahedron(grown) + R"(<SurfacePressureForceField pressure="1.5"/>)");
  expectNear(given.forces(), plain.forces());
  const ForceScene start(tetrahedron(grown) + conserve + "/>");
  EXPECT_NEAR(dynamic_cast<SurfacePressureForceField<type::Vec3Types>&>(*start.force).d_defaultVolume.value(), 1. / 3,
              1e-15);
}

TaitSurfacePressureForceField& tait(const ForceScene& scene) {
  return dynamic_cast<TaitSurfacePressureForceField&>(*scene.force);
}

TEST(TaitSurfacePressureForceField, pressureDependsOnTheVolume) {
  const ForceScene same(tetrahedron(unit) + R"(<TaitSurfacePressureForceField B="2" gamma="1"/>)");
  EXPECT_NEAR(tait(same).d_v0.value(), 1. / 6, 1e-15);
  EXPECT_NEAR(tait(same).d_currentPressure.value(), 0, 1e-14);
  EXPECT_NEAR(tait(same).d_currentStiffness.value(), -12, 1e-12);
  const ForceScene twice(tetrahedron(grown) + R"(<TaitSurfacePressureForceField p0="3" B="2" gamma="1"/>)");
  EXPECT_NEAR(tait(twice).d_currentPressure.value(), 1, 1e-14);
  // The corner x is pushed by P times a third of the opposite face's area vector, (1, 0, 0) / 2.
  EXPECT_NEAR(twice.forces()[3], 1. / 6, 1e-14);
}

TEST(TaitSurfacePressureForceField, forceAndTangentBelongToItsEnergy) {
  for (const char* gas : {"p0='.7'", "p0='.7' B='2' gamma='1'", "p0='.7' B='2' gamma='1.4'"}) {
    const ForceScene scene(tetrahedron("0 0 .1 1.1 .1 0 .2 1.2 .2 -.1 .1 1.3") + "<TaitSurfacePressureForceField " +
                           gas + "/>");
    checkTangent(scene, 1e-7);
    checkEnergy(scene, 1e-7);
    checkPurity(scene);
  }
}

TEST(TaitSurfacePressureForceField, injectionTakesTime) {
  const ForceScene scene(
      tetrahedron(unit) +
      R"(<TaitSurfacePressureForceField B="2" gamma="1" injectedVolume=".25" maxInjectionRate=".2"/>)");
  core::MechanicalParams params;
  params.dt = .5;
  for (const double expected : {.1, .2, .25, .25}) {
    scene.force->beginStep(params);
    EXPECT_NEAR(tait(scene).d_currentInjectedVolume.value(), expected, 1e-15);
  }
  EXPECT_GT(tait(scene).d_currentPressure.value(), 1);
  scene.force->reset();
  EXPECT_NEAR(tait(scene).d_v0.value(), 1. / 6, 1e-15);
}

TEST(TaitSurfacePressureForceField, farFromItsVolumeItSaysSo) {
  const ForceScene scene(tetrahedron("0 0 0 20 0 0 0 1 0 0 0 1") +
                         R"(<TaitSurfacePressureForceField B="2" gamma="1"/>)");
  EXPECT_EQ(scene.errors, 1u);
  const ForceScene empty(grownSquare + "<MeshTopology edges='0 1'/><TaitSurfacePressureForceField/>");
  EXPECT_EQ(empty.warnings, 1u);
}

}  // namespace
}  // namespace sofa::component::mechanicalload
