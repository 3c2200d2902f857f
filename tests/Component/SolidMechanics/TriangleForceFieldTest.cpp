// SPDX-License-Identifier: Apache-2.0
// Force fields of constant strain triangles: moduli, thickness, shapes at rest, changing meshes, bad input.
#include "CapturedMessages.h"
#include "Component/DrawnForm.h"
#include "Sofa/Component/SolidMechanics/TriangleStress.h"
#include "Sofa/Component/SolidMechanics/TriangularFEMForceFieldOptim.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;
using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

/// A unit right triangle whose node 1 is pulled by 0.1 along x.
const std::string pulledTriangle = R"(
  <TriangleSetTopologyContainer position="0 0 0  1 0 0  0 1 0" triangles="0 1 2"/>
  <MechanicalObject template="Vec3" position="0 0 0  1.1 0 0  0 1 0" rest_position="0 0 0  1 0 0  0 1 0"/>)";

ForceScene pulled(const std::string& component) { return ForceScene(pulledTriangle + "<" + component + "/>"); }

/// Area 1/2, strain 0.1 B, force A E strain B with the gradient B of node 1.
std::vector<double> pull(double young, double gradient) {
  const double f = 0.05 * young * gradient * gradient;
  return {f, 0, 0, -f, 0, 0, 0, 0, 0};
}

TEST(TriangleForceFields, pullBackAlongTheirAxis) {
  const std::string moduli = " youngModulus='12' poissonRatio='0'";
  expectNear(pulled("TriangularFEMForceField" + moduli).forces(), pull(12, 1 / 1.1), 1e-13);
  expectNear(pulled("TriangularFEMForceField method='small'" + moduli).forces(), pull(12, 1 / 1.1), 1e-13);
  expectNear(pulled("TriangleFEMForceField" + moduli).forces(), pull(12, 1 / 1.1), 1e-13);
  expectNear(pulled("TriangleFEMForceField thickness='0.25'" + moduli).forces(), pull(3, 1 / 1.1), 1e-13);
  expectNear(pulled("TriangleFEMForceField method='small'" + moduli).forces(), pull(12, 1 / 1.1), 1e-13);
  expectNear(pulled("TriangularFEMForceFieldOptim" + moduli).forces(), pull(12, 1), 1e-13);
  expectNear(pulled("TriangularTensorMassForceField" + moduli).forces(), pull(12, 1), 1e-13);
}

TEST(TriangleForceFields, planeStrainIsStifferThanPlaneStress) {
  const double nu = 0.3, e = 12;
  const auto stress = pulled("TriangleFEMForceField youngModulus='12' poissonRatio='0.3'").forces();
  const auto strain = pulled("TriangleFEMForceField youngModulus='12' poissonRatio='0.3' planeStrain='1'").forces();
  const double pulls = 0.05 / 1.1 / 1.1;
  EXPECT_NEAR(stress[3], -pulls * e / (1 - nu * nu), 1e-13);
  EXPECT_NEAR(strain[3], -pulls * e * (1 - nu) / ((1 + nu) * (1 - 2 * nu)), 1e-13);
}

TEST(TriangleForceFields, eachElementHasItsModuli) {
  const std::string two = R"(
    <TriangleSetTopologyContainer position="0 0 0  1 0 0  0 1 0  2 0 0  3 0 0  2 1 0" triangles="0 1 2  3 4 5"/>
    <MechanicalObject position="0 0 0  1.1 0 0  0 1 0  2 0 0  3.1 0 0  2 1 0"
      rest_position="0 0 0  1 0 0  0 1 0  2 0 0  3 0 0  2 1 0"/>)";
  const auto f = ForceScene(two + "<TriangularFEMForceFieldOptim youngModulus='12 30' poissonRatio='0'/>").forces();
  EXPECT_NEAR(f[3], -0.6, 1e-13);
  EXPECT_NEAR(f[12], -1.5, 1e-13);
}

TEST(TriangleForceFields, changedModuliActAtOnce) {
  const ForceScene scene = pulled("TriangularFEMForceField youngModulus='12' poissonRatio='0'");
  scene.forces();
  scene.force->findData("youngModulus")->read("24");
  expectNear(scene.forces(), pull(24, 1 / 1.1), 1e-13);
}

/// Also where an animation loop looks at tracked Data before the force field does.
TEST(TriangleForceFields, changedModuliActInTheNextStep) {
  const auto velocity = [](const std::string& field, const char* edited) {
    const tests::Scene scene(
        "<EulerExplicitSolver/><MeshTopology position='0 0 0  1 0 0  0 1 0' triangles='0 1 2'/>"
        "<MechanicalObject position='0 0 0  1.1 0 0  0 1 0' rest_position='0 0 0  1 0 0  0 1 0'/>"
        "<UniformMass vertexMass='1'/>" +
        field);
    std::vector<core::BaseForceField*> all;
    scene.root->collectDown(all);
    for (auto* force : all)
      if (auto* young = force->findData("youngModulus"); young && edited) young->read(edited);
    scene.step();
    return scene.state<type::Vec3Types>().velocities()[1];
  };
  for (const std::string name : {"TriangularFEMForceField", "TriangleFEMForceField", "TriangularTensorMassForceField",
                                 "CorotationalFEMForceField template='Vec3,Triangle'"}) {
    const auto field = [&](const char* young) {
      return "<" + name + " youngModulus='" + young + "' poissonRatio='0.3'/>";
    };
    EXPECT_EQ(velocity(field("12"), "24"), velocity(field("24"), nullptr)) << name;
    EXPECT_NE(velocity(field("12"), "24"), velocity(field("12"), nullptr)) << name;
  }
}

TEST(TriangleFEMForceField, quadsAreCutAndInitialPointsCount) {
  const std::string quad =
      "<MeshTopology position='0 0 0  1 0 0  1 1 0  0 1 0' quads='0 1 2 3'/>"
      "<MechanicalObject position='0 0 0  1 0 0  1 1 0  0 1 0'/>";
  const ForceScene scene(quad +
                         "<TriangleFEMForceField youngModulus='12' poissonRatio='0' initialPoints='0 0 0  0.5 0 0  0.5 "
                         "0.5 0  0 0.5 0'/>");
  EXPECT_EQ(scene.errors, 0u);
  // Twice as long as at rest: strain 1/2 of the current length, gradients of the current shape, area 1/4 at rest.
  const auto f = scene.forces();
  EXPECT_NEAR(f[3] + f[6], -12 * 0.5 * 0.25, 1e-12);
  EXPECT_NEAR(f[0] + f[9], 12 * 0.5 * 0.25, 1e-12);
  const ForceScene few(quad +
                       "<TriangleFEMForceField youngModulus='12' poissonRatio='0' initialPoints='0 0 0  1 0 0'/>");
  EXPECT_EQ(few.errors, 1u);
  EXPECT_FALSE(few.force->isValid());
  const ForceScene none(
      "<MeshTopology position='0 0 0  1 0 0' edges='0 1'/><MechanicalObject/>"
      "<TriangleFEMForceField youngModulus='12' poissonRatio='0'/>");
  EXPECT_EQ(none.errors, 1u);
}

TEST(TriangularFEMForceField, shapesMayBeGivenInTheirFrames) {
  const std::string moduli = "TriangularFEMForceField youngModulus='12' poissonRatio='0' ",
                    shapes = "rotatedInitialElements='2 3 0  3.1 3 0  2 4 0' ",
                    turned = "initialTransformation='0 -1 0  1 0 0  0 0 1'";
  // At rest as it is now: no force.
  expectNear(pulled(moduli + shapes + turned).forces(), std::vector<double>(9, 0.0), 1e-13);
  const ForceScene half = pulled(moduli + shapes);
  EXPECT_EQ(half.warnings, 1u) << "both or none";
  expectNear(half.forces(), pull(12, 1 / 1.1), 1e-13);
}

TEST(TriangularFEMForceField, smallSaysWhatAssembledSystemsDoNotSee) {
  EXPECT_EQ(pulled("TriangularFEMForceField youngModulus='12' poissonRatio='0' method='small'").warnings, 1u);
  const ForceScene unknown = pulled("TriangularFEMForceField youngModulus='12' poissonRatio='0' method='polar'");
  EXPECT_EQ(unknown.warnings, 0u);
  EXPECT_EQ(unknown.errors, 1u);
}

TEST(TriangularFEMForceFieldOptim, restScaleAndLargestStress) {
  // Everything at rest is shorter by the factor; the sides along x and y are stretched alike.
  const ForceScene scene(
      "<TriangleSetTopologyContainer position='0 0 0  1 0 0  0 1 0' triangles='0 1 2'/><MechanicalObject/>"
      "<TriangularFEMForceFieldOptim youngModulus='12' poissonRatio='0' restScale='0.8' computePrincipalStress='1'/>");
  const auto f = scene.forces();
  EXPECT_NEAR(f[3], -12 * 0.25 * 0.32 / 0.8, 1e-13);  // stress * area * gradient
  const auto& force = dynamic_cast<TriangularFEMForceFieldOptim&>(*scene.force);
  EXPECT_NEAR(force.d_stressMaxValue.value(), 3, 1e-13);
  const ForceScene bad = pulled("TriangularFEMForceFieldOptim youngModulus='12' poissonRatio='0' restScale='0'");
  EXPECT_EQ(bad.errors, 1u);
}

TEST(TriangularTensorMassForceField, resistsMotionAlongTheNormalAsASkin) {
  // lambda = 12 nu / (1 - nu^2), mu = 12 / (2 (1 + nu)): f = -(lambda + 2 mu) A |g_1|^2 u.
  const ForceScene scene(R"(
    <TriangleSetTopologyContainer position="0 0 0  1 0 0  0 1 0" triangles="0 1 2"/>
    <MechanicalObject position="0 0 0  1 0 0.1  0 1 0" rest_position="0 0 0  1 0 0  0 1 0"/>
    <TriangularTensorMassForceField youngModulus="12" poissonRatio="0.3"/>)");
  const double bulk = 12 * 0.3 / 0.91 + 12 / 1.3;
  expectNear(scene.forces(), {0, 0, 0.05 * bulk, 0, 0, -0.05 * bulk, 0, 0, 0}, 1e-13);
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 0.05 * bulk * 0.1 / 2, 1e-14);
  EXPECT_EQ(ForceScene(pulledTriangle + "<TriangularTensorMassForceField poissonRatio='1'/>").errors, 1u);
}

class EveryTriangleForceField : public testing::TestWithParam<const char*> {
 protected:
  std::string component(const std::string& attributes) const {
    return std::string("<") + GetParam() + " name='fem' " + attributes + "/>";
  }
};

TEST_P(EveryTriangleForceField, refusesBadMeshes) {
  for (const char* mesh :
       {"position='0 0 0  1 0 0  0 1 0' triangles='0 1 3'", "position='0 0 0  1 0 0  2 0 0' triangles='0 1 2'"}) {
    const CapturedMessages said;
    const Scene scene(std::string("<MeshTopology ") + mesh + "/><MechanicalObject position='0 0 0  1 0 0  2 0 0'/>" +
                      component("youngModulus='12'"));
    EXPECT_GE(said.errors(std::string_view(mesh).ends_with("3'") ? "names point 3" : "has no area at rest"), 1u)
        << mesh;
    EXPECT_FALSE(scene.first<core::BaseForceField>().isValid());
  }
}

/// A strip that lost a triangle and got another one behaves as one that was made so.
TEST_P(EveryTriangleForceField, followsAChangingMesh) {
  const auto strip = [this](const std::string& triangles, const std::string& moduli) {
    return ForceScene("<TriangleSetTopologyContainer name='topo' nbPoints='7' triangles='" + triangles +
                      "'/><TriangleSetTopologyModifier/>"
                      "<MechanicalObject position='0 0 0  .3 1 .1  1 .1 0  1.3 1.2 .2  2.1 0 .1  2.2 1 .1  3 .2 .1' "
                      "rest_position='0 0 0  .2 1 .1  1 .1 0  1.3 1.1 .2  2 0 .1  2.2 1 0  3.1 .2 .1'/>" +
                      component("poissonRatio='.3' youngModulus='" + moduli + "'"));
  };
  const bool each = std::string_view(GetParam()) != "TriangularTensorMassForceField";
  const ForceScene changed = strip("0 2 1  1 2 3  2 4 3  3 4 5  4 6 5", each ? "10 20 30 40 50" : "10");
  changed.linearise();
  auto& modifier = *changed.root->down<topology::TopologyModifier>();
  ASSERT_TRUE(modifier.remove({1}));
  ASSERT_TRUE(modifier.add(std::vector<type::Triangle>{{0, 4, 2}}));
  const std::string moduli = changed.force->findData("youngModulus")->text();
  EXPECT_EQ(moduli, each ? "10 50 30 40 10" : "10");
  const auto& triangles = changed.root->down<core::BaseMeshTopology>()->triangles();
  ASSERT_EQ(triangles.size(), 5u);
  const ForceScene made = strip(type::toText(triangles), moduli);
  EXPECT_EQ(changed.errors + made.errors, 0u);
  EXPECT_GT(std::abs(made.forces()[9]), 0.01);
  expectNear(changed.forces(), made.forces());
  changed.linearise();
  made.linearise();
  const auto dx = test::randomVector(21);
  expectNear(changed.product(dx, 1, 0), made.product(dx, 1, 0));
  // Without elements there is nothing left to be computed.
  ASSERT_TRUE(modifier.remove({0, 1, 2, 3}));
  ASSERT_TRUE(modifier.remove({0}));
  for (const double f : changed.forces()) EXPECT_EQ(f, 0);
  EXPECT_TRUE(changed.force->isValid());
}

TEST(TriangularFEMForceField, givenShapesFollowAChangingMesh) {
  const ForceScene scene(R"(
    <TriangleSetTopologyContainer position="0 0 0  1 0 0  0 1 0  2 0 0  3 0 0  2 1 0" triangles="0 1 2  3 4 5"/>
    <TriangleSetTopologyModifier/>
    <MechanicalObject/>
    <TriangularFEMForceField youngModulus="12" poissonRatio="0"
      rotatedInitialElements="0 0 0  1 0 0  0 1 0   0 0 0  0.5 0 0  0 1 0"
      initialTransformation="1 0 0 0 1 0 0 0 1   1 0 0 0 1 0 0 0 1"/>)");
  const double f = -12 * 0.5 * 0.25;  // strain 1/2 of the current length, area 1/4 at rest
  EXPECT_NEAR(scene.forces()[12], f, 1e-13);
  auto& modifier = *scene.root->down<topology::TopologyModifier>();
  ASSERT_TRUE(modifier.remove({0}));
  // Points 5, 4, 3 have become 0, 1, 2.
  EXPECT_NEAR(scene.forces()[3], f, 1e-13);
  ASSERT_TRUE(modifier.add(std::vector<type::Triangle>{{1, 0, 2}}));
  EXPECT_NEAR(scene.forces()[3], f, 1e-13) << "a new one is at rest where the points are";
}

TEST(TriangleForceFields, aCollapsedTriangleIsToldOnceAndBearsNothing) {
  const CapturedMessages said;
  const Scene scene(R"(
    <TriangleSetTopologyContainer position="0 0 0  1 0 0  0 1 0" triangles="0 1 2"/>
    <MechanicalObject position="0 0 0  1 0 0  2 0 0" rest_position="0 0 0  1 0 0  0 1 0"/>
    <UniformMass totalMass="1"/><EulerExplicitSolver/>
    <TriangularFEMForceField youngModulus="12" poissonRatio="0"/>)");
  scene.step(3);
  EXPECT_EQ(said.warnings("Triangle 0 of /TriangleSetTopologyContainer1 has lost its area"), 1u);
  EXPECT_LT((scene.state<type::Vec3Types>().positions()[2] - Vec3(2, 0, 0)).norm(), 1e-15);
}

TEST(TriangleStress, principalStressesOfAShearedPlane) {
  fem::TriangleKernel::State state{{{{1, 0, 0}, {0, 1, 0}}, {}}, {}, {1, 3, std::sqrt(3.)}};
  const PrincipalStress stress = principalStress(state);
  EXPECT_NEAR(stress.first, 4, 1e-14);
  EXPECT_NEAR(stress.second, 0, 1e-14);
  EXPECT_LT((stress.direction - Vec3(0.5, std::sqrt(0.75), 0)).norm(), 1e-14);
  // Pure shear t: sqrt(3) t after von Mises, 2 t after Tresca.
  const PrincipalStress shear{5, -5, {}};
  EXPECT_NEAR(hosfordStress(shear, 2), std::sqrt(75.), 1e-13);
  EXPECT_NEAR(hosfordStress(shear, 1), 10, 1e-13);
}

TEST(TriangleForceFieldsDraw, elementsStressesAndWhatMayBreak) {
  const std::string body = pulledTriangle + "<TriangularFEMForceField youngModulus='12' poissonRatio='0' ";
  const auto drawn = [&](const std::string& attributes) {
    const Scene scene(body + attributes + "/>");
    return tests::DrawnForm(scene.first<core::BaseForceField>(), {"showForceFields"});
  };
  EXPECT_EQ(drawn("").triangles().size(), 3u);
  const auto stressed = drawn("computePrincipalStress='1' showStressVector='1' showFracturableTriangles='1'");
  EXPECT_EQ(stressed.triangles().size(), 3u) << "the criterion is far off";
  const auto lines = stressed.lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_LT((lines[1].position - lines[0].position - Vec3(0.55, 0, 0)).norm(), 1e-6);
  const auto broken = drawn("computePrincipalStress='1' showFracturableTriangles='1' criteriaValue='1'").triangles();
  ASSERT_EQ(broken.size(), 6u);
  EXPECT_EQ(broken[3].color[3], 128);
}

INSTANTIATE_TEST_SUITE_P(All, EveryTriangleForceField,
                         testing::Values("TriangularFEMForceField", "TriangleFEMForceField",
                                         "TriangularFEMForceFieldOptim", "TriangularTensorMassForceField"));

}  // namespace
}  // namespace sofa::component::solidmechanics
