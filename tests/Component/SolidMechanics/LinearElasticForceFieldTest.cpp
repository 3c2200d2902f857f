// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"

#include "Sofa/Component/SolidMechanics/HexahedronFEMForceField.h"
#include "Sofa/Component/SolidMechanics/TetrahedronFEMForceField.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

/// A unit tetrahedron whose node 1 is pulled by 0.1 along x.
const std::string pulledTetra = R"(
  <MeshTopology position="0 0 0  1 0 0  0 1 0  0 0 1" tetrahedra="0 1 2 3"/>
  <MechanicalObject template="Vec3" position="0 0 0  1.1 0 0  0 1 0  0 0 1" rest_position="0 0 0  1 0 0  0 1 0  0 0 1"/>)";

/// Force on node 1 along x: V E strain = E / 60 without lateral effect.
std::vector<double> pull(double young) {
  const double f = young / 60;
  return {f, 0, 0, -f, 0, 0, 0, 0, 0, 0, 0, 0};
}

class EveryTetraForceField : public testing::TestWithParam<const char*> {};

TEST_P(EveryTetraForceField, pullsBackAlongItsAxis) {
  const ForceScene scene(pulledTetra + "<" + GetParam() + R"( youngModulus="12" poissonRatio="0"/>)");
  EXPECT_EQ(scene.errors, 0u);
  EXPECT_EQ(scene.warnings, 0u);
  expectNear(scene.forces(), pull(12), 1e-13);
}

TEST_P(EveryTetraForceField, energyIsHalfForceTimesElongation) {
  const ForceScene scene(pulledTetra + "<" + GetParam() + R"( youngModulus="12" poissonRatio="0"/>)");
  scene.forces();
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 0.5 * 12 / 60 * 0.1, 1e-14);
}

TEST_P(EveryTetraForceField, pointsBeyondTheStateAreAnError) {
  const ForceScene scene(R"(<MeshTopology position="0 0 0  1 0 0  0 1 0  0 0 1" tetrahedra="0 1 2 9"/>
                            <MechanicalObject template="Vec3" position="0 0 0  1.1 0 0  0 1 0  0 0 1"/>)" +
                         std::string("<") + GetParam() + R"( youngModulus="12" poissonRatio="0"/>)");
  EXPECT_GE(scene.errors, 1u);
  EXPECT_FALSE(scene.force->isValid());
  expectNear(scene.forces(), std::vector<double>(12, 0.0));
}

INSTANTIATE_TEST_SUITE_P(All, EveryTetraForceField,
                         testing::Values("TetrahedronFEMForceField", "TetrahedralCorotationalFEMForceField",
                                         "FastTetrahedralCorotationalForceField",
                                         "CorotationalFEMForceField template=\"Vec3,Tetrahedron\"",
                                         "LinearSmallStrainFEMForceField template=\"Vec3,Tetrahedron\""));

TEST(LinearElasticForceField, moduliOutOfRangeAreReplaced) {
  // nu = 0.5 counts as 0.45 and E = -1 as 5000: force V (lambda + 2 mu) strain = 5000 * 0.55 / (1.45 * 0.1) / 60.
  const ForceScene scene(pulledTetra +
                         R"(<TetrahedronFEMForceField method="small" youngModulus="-1" poissonRatio="0.5"/>)");
  EXPECT_EQ(scene.warnings, 2u);
  EXPECT_NEAR(scene.forces()[3], -5000 * 0.55 / (1.45 * 0.1) / 60, 1e-9);
}

TEST(LinearElasticForceField, missingModuliAreWarnedOf) {
  const ForceScene scene(pulledTetra + "<TetrahedronFEMForceField/>");
  EXPECT_EQ(scene.warnings, 2u);
}

TEST(LinearElasticForceField, shortListsFallBackToTheFirstValue) {
  const ForceScene scene(pulledTetra + R"(<TetrahedronFEMForceField youngModulus="12 34" poissonRatio="0"/>)");
  const auto& force = dynamic_cast<TetrahedronFEMForceField&>(*scene.force);
  EXPECT_EQ(force.youngModulus(1), 34);
  EXPECT_EQ(force.youngModulus(2), 12);
}

TEST(LinearElasticForceField, noTopologyIsAnError) {
  const ForceScene scene(R"(<MechanicalObject template="Vec3" position="0 0 0"/>
                            <TetrahedronFEMForceField youngModulus="1" poissonRatio="0"/>)");
  EXPECT_GE(scene.errors, 1u);
  EXPECT_FALSE(scene.force->isValid());
}

TEST(TetrahedronFEMForceField, stiffnessFactorsAreSpreadOverTheElements) {
  const ForceScene scene(pulledTetra +
                         R"(<TetrahedronFEMForceField youngModulus="12" poissonRatio="0" localStiffnessFactor="3"/>)");
  expectNear(scene.forces(), pull(36), 1e-13);
}

TEST(TetrahedronFEMForceField, globalMatrixWithPolarAddsNoForceButKeepsTheTangent) {
  const ForceScene scene(
      pulledTetra + R"(<TetrahedronFEMForceField method="polar" assembling="1" youngModulus="12" poissonRatio="0"/>)");
  expectNear(scene.forces(), std::vector<double>(12, 0.0));
  std::vector<double> dx(12, 0.0);
  dx[3] = 1;
  scene.linearise();
  EXPECT_NEAR(scene.product(dx, 1, 0)[3], -12. / 6, 1e-13);
}

TEST(TetrahedronFEMForceField, hexahedraAreCutIntoSixTetrahedra) {
  // Uniform strain 0.1 of a unit cube, nu = 0: stress 0.1 E on the faces x = 0 and x = 1 of unit area.
  const ForceScene scene(R"(
    <MeshTopology position="0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1" hexahedra="0 1 2 3 4 5 6 7"/>
    <MechanicalObject template="Vec3" position="0 0 0  1.1 0 0  1.1 1 0  0 1 0  0 0 1  1.1 0 1  1.1 1 1  0 1 1"
                      rest_position="0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1"/>
    <TetrahedronFEMForceField method="small" youngModulus="12" poissonRatio="0"/>)");
  EXPECT_EQ(dynamic_cast<TetrahedronFEMForceField&>(*scene.force).kernel().elementCount(), 6u);
  const auto f = scene.forces();
  EXPECT_NEAR(f[3] + f[6] + f[15] + f[18], -1.2, 1e-13);
}

TEST(TetrahedronFEMForceField, vonMisesStressOfAUniaxialPull) {
  // Stress (0.1 E, 0, 0) in the corotational law, whatever the unit of stresses is.
  for (const double modulus : {12.0, 12e-15, 12e15}) {
    const ForceScene scene(pulledTetra + "<TetrahedronFEMForceField youngModulus='" + fmt::format("{}", modulus) +
                           "' poissonRatio='0' computeVonMisesStress='1'/>");
    scene.forces();
    core::AnimateEndEvent end(0.01);
    scene.force->handleEvent(end);
    const auto& force = dynamic_cast<TetrahedronFEMForceField&>(*scene.force);
    EXPECT_NEAR(force.d_vonMisesPerElement.value().at(0), 0.1 * modulus, 1e-13 * modulus);
    EXPECT_NEAR(force.d_vonMisesPerNode.value().at(2), 0.1 * modulus, 1e-13 * modulus);
  }
}

TEST(HexahedronFEMForceField, uniformPullOfACube) {
  const ForceScene scene(R"(
    <MeshTopology position="0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1" hexahedra="0 1 2 3 4 5 6 7"/>
    <MechanicalObject template="Vec3" position="0 0 0  1.1 0 0  1.1 1 0  0 1 0  0 0 1  1.1 0 1  1.1 1 1  0 1 1"
                      rest_position="0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1"/>
    <HexahedronFEMForceField youngModulus="12" poissonRatio="0"/>)");
  EXPECT_EQ(scene.errors, 0u);
  const auto f = scene.forces();
  for (int n : {1, 2, 5, 6}) EXPECT_NEAR(f[3 * n], -0.3, 1e-13);
  for (int n : {0, 3, 4, 7}) EXPECT_NEAR(f[3 * n], 0.3, 1e-13);
  const auto& matrices = dynamic_cast<HexahedronFEMForceField&>(*scene.force).d_stiffnessMatrices.value();
  ASSERT_EQ(matrices.size(), 1u);
  EXPECT_NEAR(matrices[0](0, 0), 12 * 2. / 9, 1e-12);
}

TEST(LinearSmallStrainFEMForceField, tangentIsTheDerivativeOfTheForce) {
  const ForceScene scene(R"(
    <MeshTopology position="0 0 0  1 0.1 0  1.2 1 0  0 0.9 0" quads="0 1 2 3"/>
    <MechanicalObject template="Vec3" position="0.1 0 0  1 0 0  1.3 1.1 0  0 1 0.2" rest_position="0 0 0  1 0.1 0  1.2 1 0  0 0.9 0"/>
    <LinearSmallStrainFEMForceField template="Vec3,Quad" youngModulus="7" poissonRatio="0.3"/>)");
  EXPECT_EQ(scene.errors, 0u);
  test::checkTangent(scene, 1e-8);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
