// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/StandardTetrahedralFEMForceField.h"

#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

/// A unit tetrahedron whose node 1 is pulled by 0.1 along x.
const std::string pulledSolid = R"(
  <MeshTopology position="0 0 0  1 0 0  0 1 0  0 0 1" tetrahedra="0 1 2 3"/>
  <MechanicalObject template="Vec3" position="0 0 0  1.1 0 0  0 1 0  0 0 1" rest_position="0 0 0  1 0 0  0 1 0  0 0 1"/>)";
/// A unit cube stretched to 1.1 along x.
const std::string pulledCube = R"(
  <RegularGridTopology n="2 2 2" min="0 0 0" max="1 1 1"/>
  <MechanicalObject template="Vec3" position="0 0 0  1.1 0 0  0 1 0  1.1 1 0  0 0 1  1.1 0 1  0 1 1  1.1 1 1"
                    rest_position="0 0 0  1 0 0  0 1 0  1 1 0  0 0 1  1 0 1  0 1 1  1 1 1"/>)";

TEST(HyperelasticityFEMForceField, saintVenantKirchhoffByHand) {
  // F = diag(1.1, 1, 1), E = diag(0.105, 0, 0), S = 2 mu E; node 1: -V F S grad N = -(1.1 * 0.21) / 6.
  const ForceScene scene(
      pulledSolid +
      R"(<TetrahedronHyperelasticityFEMForceField materialName="StVenantKirchhoff" ParameterSet="1 0"/>)");
  EXPECT_EQ(scene.errors, 0u);
  EXPECT_EQ(scene.warnings, 0u);
  expectNear(scene.forces(), {0.0385, 0, 0, -0.0385, 0, 0, 0, 0, 0, 0, 0, 0}, 1e-15);
}

TEST(HyperelasticityFEMForceField, cubeInUniaxialStrain) {
  // Energy of the unit volume by hand; of each face's pull P_xx = 2 mu E_xx * 1.1, a quarter per node.
  const ForceScene scene(
      pulledCube + R"(<HexahedronHyperelasticityFEMForceField materialName="StVenantKirchhoff" ParameterSet="1 0"/>)");
  EXPECT_EQ(scene.errors, 0u);
  const auto f = scene.forces();
  for (int n = 0; n < 8; ++n) EXPECT_NEAR(f[3 * n], (n % 2 == 0 ? 1 : -1) * 1.1 * 0.21 / 4, 1e-12) << n;
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 0.105 * 0.105, 1e-12);
}

TEST(HyperelasticityFEMForceField, tooFewParametersAreAnError) {
  const ForceScene scene(pulledSolid +
                         R"(<TetrahedronHyperelasticityFEMForceField materialName="Ogden" ParameterSet="1 2"/>)");
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_FALSE(scene.force->isValid());
  expectNear(scene.forces(), std::vector<double>(12, 0.0));
}

TEST(HyperelasticityFEMForceField, arrudaAndBoyceUnlessNamed) {
  const ForceScene scene(pulledSolid + R"(<TetrahedronHyperelasticityFEMForceField ParameterSet="290 700"/>)");
  const ForceScene named(
      pulledSolid + R"(<TetrahedronHyperelasticityFEMForceField materialName="ArrudaBoyce" ParameterSet="290 700"/>)");
  EXPECT_EQ(scene.errors, 0u);
  expectNear(scene.forces(), named.forces(), 0);
}

TEST(HyperelasticityFEMForceField, whatCostasTangentLacksIsTold) {
  const ForceScene scene(
      pulledSolid +
      R"(<TetrahedronHyperelasticityFEMForceField materialName="Costa" ParameterSet="210 640 1.2 0.7 1.6 0.5 0.9 1.1"/>)");
  EXPECT_EQ(scene.errors, 0u);
  EXPECT_EQ(scene.warnings, 1u);
}

TEST(HyperelasticityFEMForceField, aMeshWithoutTheElementsIsAnError) {
  const ForceScene scene(pulledSolid +
                         R"(<HexahedronHyperelasticityFEMForceField materialName="NeoHookean" ParameterSet="1 2"/>)");
  EXPECT_GE(scene.errors, 1u);
  EXPECT_FALSE(scene.force->isValid());
}

TEST(StandardTetrahedralFEMForceField, isTheSameOfTetrahedra) {
  const std::string given = R"( materialName="MooneyRivlin" ParameterSet="60 40 400"/>)";
  const ForceScene standard(pulledSolid + "<StandardTetrahedralFEMForceField" + given),
      other(pulledSolid + "<TetrahedronHyperelasticityFEMForceField" + given);
  EXPECT_EQ(standard.errors, 0u);
  EXPECT_EQ(standard.warnings, 0u);
  expectNear(standard.forces(), other.forces(), 0);
  const ForceScene usual(pulledSolid + R"(<StandardTetrahedralFEMForceField ParameterSet="290 700"/>)");
  EXPECT_EQ(usual.force->findData("materialName")->text(), "ArrudaBoyce");
}

TEST(StandardTetrahedralFEMForceField, hasATangentOfItsOwnForCostasMaterial) {
  const ForceScene scene(
      pulledSolid +
      R"(<StandardTetrahedralFEMForceField materialName="Costa" ParameterSet="210 640 1.2 0.7 1.6 0.5 0.9 1.1"/>)");
  EXPECT_EQ(scene.errors, 0u);
  EXPECT_EQ(scene.warnings, 1u);
  const std::vector<type::Vec3> rest{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      x{{0, 0, 0}, {1.1, 0, 0}, rest[2], rest[3]};
  fem::CostaEdgeTangent tangent;
  tangent.init({210, 640, 1.2, 0.7, 1.6, 0.5, 0.9, 1.1}, std::vector<type::Tetrahedron>{{0, 1, 2, 3}}, rest);
  tangent.linearise(x);
  const auto dx = test::randomVector(12);
  const auto expected = [&] {
    std::vector<type::Vec3> in(4), out(4, type::Vec3::Zero());
    for (int i = 0; i < 12; ++i) in[i / 3][i % 3] = dx[i];
    tangent.addDForce(in, out, 2);
    std::vector<double> flat;
    for (const auto& f : out) flat.insert(flat.end(), f.begin(), f.end());
    return flat;
  }();
  scene.linearise();
  expectNear(scene.product(dx, 2, 0), expected, 1e-10);
  // What is to be positive definite is found from the derivative of the forces.
  scene.linearise(core::Linearisation::positiveDefinite);
  EXPECT_NE(scene.product(dx, 2, 0), expected);
}

TEST(StandardTetrahedralFEMForceField, takesAnotherMaterialAtTheNextLinearisation) {
  const std::string parameters = R"( ParameterSet="210 640 1.2 0.7 1.6 0.5 0.9 1.1"/>)";
  for (const auto& [first, then] : {std::pair("Costa", "ArrudaBoyce"), {"ArrudaBoyce", "Costa"}}) {
    const ForceScene scene(pulledSolid + "<StandardTetrahedralFEMForceField materialName='" + first + "'" + parameters);
    const auto dx = test::randomVector(12);
    scene.linearise();
    const auto before = scene.product(dx, 2, 0);
    scene.force->setAttribute("materialName", then);
    scene.linearise();
    EXPECT_NE(scene.product(dx, 2, 0), before) << first;
    const ForceScene fresh(pulledSolid + "<StandardTetrahedralFEMForceField materialName='" + then + "'" + parameters);
    fresh.linearise();
    EXPECT_EQ(scene.product(dx, 2, 0), fresh.product(dx, 2, 0)) << then;
  }
}

TEST(StandardTetrahedralFEMForceField, doesNotKnowTheStableOne) {
  const ForceScene scene(pulledSolid +
                         R"(<StandardTetrahedralFEMForceField materialName="StableNeoHookean" ParameterSet="1 2"/>)");
  EXPECT_GE(scene.errors, 1u);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
