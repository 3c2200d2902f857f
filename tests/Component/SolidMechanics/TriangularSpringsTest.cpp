// SPDX-License-Identifier: Apache-2.0
// Membranes as springs along the edges of triangles.
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::ForceScene;

const double poisson = .3, young = 40;

/// A right triangle of area 1/2 with its legs along x and y, the first of length `leg`.
ForceScene stretched(const std::string& name, double leg, const std::string& attributes = "") {
  return ForceScene("<MechanicalObject rest_position='0 0 0 1 0 0 0 1 0' position='0 0 0 " + std::to_string(leg) +
                    " 0 0 0 1 0'/><MeshTopology triangles='0 1 2'/><" + name + " youngModulus='" +
                    std::to_string(young) + "' poissonRatio='" + std::to_string(poisson) + "' " + attributes + "/>");
}

TEST(TriangularBiquadraticSprings, areTheElasticityOfStVenantAndKirchhoff) {
  const double lambda = young * poisson / (1 - poisson * poisson), mu = young / (1 + poisson);
  const double strain = .5 * (1.5 * 1.5 - 1);  // Green's
  const ForceScene scene = stretched("TriangularBiquadraticSpringsForceField", 1.5);
  EXPECT_NEAR(*scene.force->potentialEnergy({}), .5 * (lambda + mu) / 2 * strain * strain, 1e-9);
}

TEST(TriangularQuadraticSprings, areLinearElasticityWhereLittleStretched) {
  const double lambda = young * poisson / (1 - poisson * poisson), mu = young / (1 + poisson);
  const ForceScene scene = stretched("TriangularQuadraticSpringsForceField", 1.001);
  EXPECT_NEAR(*scene.force->potentialEnergy({}) / 1e-6, .5 * (lambda + mu) / 2, .05);
}

const std::string sheet = R"(<MechanicalObject rest_position="0 0 0  1 0 0  1 1.1 0  0 .9 0"
    position="0 0 .1  1.1 .1 0  .95 1.2 .2  -.1 1 .3"/><MeshTopology triangles="0 1 2  0 2 3"/>)";
const std::string shrunkSheet = R"(<MechanicalObject rest_position="0 0 0  1 0 0  1 1.1 0  0 .9 0"
    position="0 0 .1  .8 .1 0  .75 .8 .2  -.1 .7 .3"/><MeshTopology triangles="0 1 2  0 2 3"/>)";

TEST(TriangularSprings, forcesBelongToTheirEnergy) {
  for (const char* name : {"TriangularQuadraticSpringsForceField", "TriangularBiquadraticSpringsForceField"})
    for (const char* attributes : {"", "useAngularSprings='0'"})
      for (const auto& body : {sheet, shrunkSheet}) {
        SCOPED_TRACE(std::string(name) + attributes);
        const ForceScene scene(body + "<" + name + " youngModulus='40' " + attributes + "/>");
        checkEnergy(scene, 1e-6);
        checkPurity(scene);
      }
}

TEST(TriangularBiquadraticSprings, tangent) {
  checkTangent(ForceScene(sheet + "<TriangularBiquadraticSpringsForceField youngModulus='40' compressible='0'/>"),
               1e-5);
  checkTangent(ForceScene(sheet + "<TriangularBiquadraticSpringsForceField youngModulus='40' useAngularSprings='0'/>"),
               1e-5);
}

TEST(TriangularQuadraticSprings, tangentWithoutAngularSprings) {
  checkTangent(ForceScene(sheet + "<TriangularQuadraticSpringsForceField youngModulus='40' useAngularSprings='0'/>"),
               1e-5);
}

TEST(TriangularSprings, dampingFollowsTheRateOfTheEdges) {
  const std::string still = R"(<MechanicalObject position="0 0 0 2 0 0 0 1 0" velocity="0 0 0 3 5 0 0 0 0"/>
                               <MeshTopology triangles="0 1 2"/>)";
  for (const char* name : {"TriangularQuadraticSpringsForceField", "TriangularBiquadraticSpringsForceField"}) {
    const ForceScene damped(still + "<" + name + " dampingRatio='.1' useAngularSprings='0'/>");
    EXPECT_LT(damped.forces()[3], 0) << name;
    EXPECT_FALSE(damped.force->isConservative());
    test::expectNear(ForceScene(still + "<" + name + "/>").forces(), std::vector<double>(9, 0.0));
  }
}

TEST(TriangularSprings, restShapeMayBeGiven) {
  const ForceScene scene(sheet + R"(<TriangularQuadraticSpringsForceField
      initialPoints="0 0 .1  1.1 .1 0  .95 1.2 .2  -.1 1 .3"/>)");
  test::expectNear(scene.forces(), std::vector<double>(12, 0.0), 1e-9);
}

TEST(TriangularSprings, whatCannotBeIsAnError) {
  for (const char* attributes :
       {"poissonRatio='1'", "initialPoints='0 0 0'", "initialPoints='0 0 0 1 0 0 2 0 0 0 1 0'"}) {
    const ForceScene scene(sheet + "<TriangularQuadraticSpringsForceField " + attributes + "/>");
    EXPECT_EQ(scene.errors, 1u) << attributes;
    EXPECT_FALSE(scene.force->isValid());
    test::expectNear(scene.forces(), std::vector<double>(12, 0.0));
  }
}

TEST(TriangularSprings, followTheirTriangles) {
  const std::string strip =
      "<TriangleSetTopologyContainer triangles='0 1 2  1 3 2' nbPoints='4'/><TriangleSetTopologyModifier/>"
      "<MechanicalObject rest_position='0 0 0  1 0 0  0 1 0  1 1 0' position='0 0 0  1.2 0 0  0 1 0  1 1.1 0'/>";
  for (const char* name : {"TriangularQuadraticSpringsForceField", "TriangularBiquadraticSpringsForceField"}) {
    const ForceScene scene(strip + "<" + name + " initialPoints='0 0 0  1 0 0  0 1 0  1 1 0'/>"),
        one("<MechanicalObject rest_position='0 0 0  1 0 0  0 1 0' position='1 1.1 0  1.2 0 0  0 1 0'/>"
            "<MeshTopology triangles='1 0 2'/><" +
            std::string(name) + " initialPoints='1 1 0  1 0 0  0 1 0'/>");
    auto& modifier = *scene.root->down<topology::TopologyModifier>();
    ASSERT_TRUE(modifier.remove({0}));  // point 3 becomes 0
    test::expectNear(scene.forces(), one.forces());
    ASSERT_TRUE(modifier.remove({0}));
    EXPECT_TRUE(scene.forces().empty());
    EXPECT_TRUE(scene.force->isValid());
  }
}

TEST(TriangularBiquadraticSprings, normalsTurnOverIsNoticed) {
  // Turned over by half a turn since the start, and small.
  const ForceScene scene(R"(<MechanicalObject rest_position="0 0 0 1 0 0 0 1 0" position="0 0 0 .5 0 0 0 -.5 0"/>
                            <MeshTopology triangles="0 1 2"/><TriangularBiquadraticSpringsForceField/>)");
  const auto before = helper::messageCounts()[static_cast<int>(helper::Severity::Warning)];
  scene.force->beginStep({});
  EXPECT_EQ(helper::messageCounts()[static_cast<int>(helper::Severity::Warning)], before + 1);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
