// SPDX-License-Identifier: Apache-2.0
// Hexahedra with the stiffness of boxes, hexahedra with mass, and those condensed from finer ones.
#include <Eigen/Eigenvalues>

#include "CapturedMessages.h"
#include "Component/LinearSystem/ComponentMatrices.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Testing/ForceFieldCheck.h"
#include "Sofa/Type/EigenView.h"
#include "TemporaryFolder.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;
using tests::CapturedMessages;

const std::string cube = "0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1";
const std::string body =
    "<MeshTopology position='" + cube +
    "' hexahedra='0 1 2 3 4 5 6 7'/><MechanicalObject position='0 .1 0  1.1 0 0  1 1.2 0  0 1 .1  0 0 1  "
    "1.3 0 1  1 1 1.1  0 1 1' rest_position='" +
    cube + "'/>";
const std::string moduli = " youngModulus='12' poissonRatio='.3'/>";

TEST(HexahedralFEMForceField, ofACubeHasTheForcesOfTrilinearElements) {
  for (const char* method : {"large", "polar"}) {
    const std::string given = " method='" + std::string(method) + "'" + moduli;
    const ForceScene box(body + "<HexahedralFEMForceField" + given),
        trilinear(body + "<HexahedronFEMForceField" + given);
    EXPECT_EQ(box.errors, 0u);
    expectNear(box.forces(), trilinear.forces(), 1e-6);
  }
}

TEST(HexahedralFEMForceField, rigidMotionCausesNoForce) {
  const ForceScene scene("<MeshTopology hexahedra='0 1 2 3 4 5 6 7'/><MechanicalObject position='" + cube +
                         "' rotation2='20 70 -40' translation2='1 2 3'/><HexahedralFEMForceField" + moduli);
  EXPECT_EQ(scene.errors, 0u);
  expectNear(scene.forces(), std::vector<double>(24, 0.0), 1e-5);  // stiffness is rounded to single precision
}

TEST(HexahedralFEMForceField, withoutExtentAlongAnAxisIsAnError) {
  const CapturedMessages said;
  const tests::Scene scene(
      "<MeshTopology hexahedra='0 1 2 3 4 5 6 7'/><MechanicalObject position='0 0 0  1 0 0  1 1 0  0 1 0  0 0 0  1 0 0 "
      " 1 1 "
      "0  0 1 0'/><HexahedralFEMForceField" +
      moduli);
  EXPECT_EQ(said.errors("Hexahedron 0 of /MeshTopology1, points 0 1 2 3 4 5 6 7, has no extent along an axis"), 1u);
  EXPECT_FALSE(scene.first<core::BaseForceField>().isValid());
}

TEST(HexahedralFEMForceField, tellsThatItsMatrixIsTurnedBackwards) {
  const CapturedMessages said;
  const tests::Scene scene("<EulerImplicitSolver/><EigenSparseLU/>" + body + "<UniformMass totalMass='1'/>" +
                           "<HexahedralFEMForceField" + moduli);
  scene.step(2);
  EXPECT_EQ(said.warnings("turned by the inverse rotations"), 1u);
}

/// A component with mass and its state.
struct Heavy {
  tests::Scene scene;
  core::BaseMass& mass;
  std::vector<core::BaseState*> states;

  explicit Heavy(const std::string& text)
      : scene(text, "dt='.1' gravity='1 -2 3'"),
        mass(scene.first<core::BaseMass>()),
        states(tests::uniqueStates(mass.states())) {}
  tests::DenseVector product(const tests::DenseVector& dx) const {
    tests::scatter(states, core::vec::dx, dx);
    tests::clear(states, core::vec::dforce);
    mass.accumulateMDx({}, core::vec::dforce, 2);
    return tests::gather(states, core::vec::dforce);
  }
  tests::DenseMatrix matrix() const {
    return tests::dense<core::MassMatrixAccumulator>(states, states, [&](auto* m) { mass.buildMassMatrix(m); });
  }
  /// What is missing of the forces of another scene on the same body.
  tests::DenseVector weight(const std::string& withoutMass) const {
    const tests::Scene other(withoutMass);
    auto& force = other.first<core::BaseForceField>();
    const auto otherStates = tests::uniqueStates(force.states());
    tests::clear(otherStates, core::vec::force);
    force.accumulateForce({}, core::vec::force);
    tests::clear(states, core::vec::force);
    mass.accumulateForce({}, core::vec::force);
    return tests::gather(states, core::vec::force) - tests::gather(otherStates, core::vec::force);
  }
};

TEST(HexahedronFEMForceFieldAndMass, weighsLessThanItIsInert) {
  for (const std::string kind : {"HexahedronFEMForceField", "HexahedralFEMForceField"}) {
    SCOPED_TRACE(kind);
    const Heavy cube(body + "<" + kind + "AndMass density='4'" + moduli);
    const auto weight = cube.weight(body + "<" + kind + moduli);
    const type::Vec3 gravity(1, -2, 3);
    for (int n = 0; n < 8; ++n) EXPECT_LT((weight.segment<3>(3 * n) - 4. / 8 * eigen(gravity)).norm(), 1e-12);
    // 8/27 of the mass in every pair of nodes: the sum of a row is 64/27 of it.
    const auto p = cube.product(tests::DenseVector::Ones(24));
    for (int i = 0; i < 24; ++i) EXPECT_NEAR(p[i], 2 * 4 * 64. / 27, 1e-12);
    EXPECT_FALSE(cube.mass.isDiagonal());
  }
}

TEST(HexahedronFEMForceFieldAndMass, lumpedInProductsAlone) {
  const CapturedMessages said;
  const Heavy cube(body + "<HexahedronFEMForceFieldAndMass density='4' lumpedMass='1'" + moduli);
  const auto p = cube.product(tests::DenseVector::Unit(24, 4));
  EXPECT_NEAR(p[4], 2 * 4 * 64. / 27, 1e-12);
  EXPECT_NEAR(p.sum(), p[4], 1e-12);
  EXPECT_TRUE(cube.mass.isDiagonal());
  EXPECT_NEAR(cube.matrix()(4, 1), 4 * 8. / 27, 1e-12);
  cube.matrix();
  EXPECT_EQ(said.warnings("lumpedMass concerns products alone"), 1u);
}

TEST(HexahedronFEMForceFieldAndMass, accelerationsOfLumpedMassesAlone) {
  const CapturedMessages said;
  for (const bool lumped : {false, true}) {
    const Heavy cube(body + "<HexahedronFEMForceFieldAndMass density='4' lumpedMass='" + (lumped ? "1" : "0") + "'" +
                     moduli);
    tests::scatter(cube.states, core::vec::force, tests::DenseVector::Constant(24, 8));
    tests::clear(cube.states, core::vec::dx);
    cube.mass.divideByMass({}, core::vec::dx, core::vec::force);
    EXPECT_NEAR(tests::gather(cube.states, core::vec::dx)[7], lumped ? 8 / (4 * 64. / 27) : 0, 1e-13);
  }
  EXPECT_EQ(said.errors("The mass matrix is not diagonal"), 1u);
}

TEST(HexahedronFEMForceFieldAndMass, energies) {
  const Heavy cube(body + "<HexahedronFEMForceFieldAndMass density='4'" + moduli);
  tests::scatter(cube.states, core::vec::velocity, tests::DenseVector::Ones(24));
  EXPECT_NEAR(cube.mass.kineticEnergy({}), 0.5 * 24 * 4 * 64. / 27, 1e-10);
}

TEST(HexahedronFEMForceFieldAndMass, negativeDensityIsAnError) {
  const CapturedMessages said;
  const Heavy cube(body + "<HexahedronFEMForceFieldAndMass density='-4'" + moduli);
  EXPECT_EQ(said.errors("density -4 must not be negative"), 1u);
  EXPECT_FALSE(cube.mass.isValid());
}

TEST(HexahedralFEMForceFieldAndMass, assembledMassDoesNotCouplePoints) {
  const CapturedMessages said;
  const Heavy cube(body + "<HexahedralFEMForceFieldAndMass density='4'" + moduli);
  const auto m = cube.matrix();
  EXPECT_NEAR(m(4, 4), 4 * 8. / 27, 1e-12);
  EXPECT_EQ(m(4, 1), 0);
  EXPECT_EQ(said.warnings("leaves out what couples"), 1u);
  EXPECT_EQ(cube.mass.findData("totalMass")->text(), "4");
  EXPECT_EQ(cube.mass.findData("particleMasses")->text(), "0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5");
}

/// Two cells along x, and a tetrahedron that fills little of the second.
std::string sparseCells(int levels) {
  return "<SparseGridTopology n='3 2 2' min='0 0 0' max='2 1 1' fillWeighted='0' nbVirtualFinerLevels='" +
         std::to_string(levels) +
         "' position='.1 .1 .1  1.9 .1 .1  .1 .9 .1  .1 .1 .9' triangles='0 2 1 0 1 3 1 2 3 2 0 "
         "3'/><MechanicalObject/>";
}

TEST(NonUniformHexahedronFEMForceFieldAndMass, isSofterWhereTheBodyFillsLess) {
  const CapturedMessages said;
  const std::string component =
      "<NonUniformHexahedronFEMForceFieldAndMass density='4' nbVirtualFinerLevels='1'" + moduli;
  const Heavy whole(sparseCells(0) + "<HexahedronFEMForceFieldAndMass density='4'" + moduli),
      parted(sparseCells(1) + component);
  EXPECT_EQ(said.warnings("inertia of these elements is 512/27 times"), 2u);
  EXPECT_EQ(said.warnings(), 2u);
  // The first of two cells is filled by more octants than the second, both not by all eight.
  const auto all = whole.product(tests::DenseVector::Ones(36)), some = parted.product(tests::DenseVector::Ones(36));
  EXPECT_LT(some.sum(), all.sum());
  EXPECT_GT(some.sum(), 0.2 * all.sum());
  const auto stiffness = [](const Heavy& scene) {
    return tests::dense<core::StiffnessMatrix>(scene.states, scene.states,
                                               [&](auto* m) { scene.mass.buildStiffnessMatrix(m); });
  };
  const tests::DenseMatrix softer = stiffness(parted) - stiffness(whole);
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<tests::DenseMatrix>(softer).eigenvalues().minCoeff(), -1e-9);
  EXPECT_GT(softer.trace(), 1);
}

TEST(NonUniformHexahedronFEMForceFieldAndMass, partsOfAMassWithoutIt) {
  const CapturedMessages said;
  const Heavy scene(sparseCells(1) +
                    "<NonUniformHexahedronFEMForceFieldAndMass useMass='0' totalMass='6' nbVirtualFinerLevels='1'" +
                    moduli);
  const auto p = scene.product(tests::DenseVector::Ones(36));
  for (int i = 0; i < 36; ++i) EXPECT_NEAR(p[i], 2 * 6. / 2, 1e-14) << "two elements";
  EXPECT_LT((scene.matrix() - 3 * tests::DenseMatrix::Identity(36, 36)).norm(), 1e-14);
  EXPECT_EQ(said.warnings(), 0u);
}

TEST(NonUniformHexahedronFEMForceFieldAndMass, weighsWhatTheMassOfItsSurfacesSays) {
  const tests::TemporaryFolder folder;
  const auto surface = folder.write("cube.obj",
                                    "v .5 .5 .5\nv 1.5 .5 .5\nv .5 1.5 .5\nv 1.5 1.5 .5\nv .5 .5 1.5\nv 1.5 .5 1.5\n"
                                    "v .5 1.5 1.5\nv 1.5 1.5 1.5\n"
                                    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
  const std::string grid =
      "<SparseGridMultipleTopology n='2 2 2' max='2 2 2' computeRamifications='0' fileTopologies='" + surface +
      "' stiffnessCoefs='20' massCoefs='3' nbVirtualFinerLevels='1'/><MechanicalObject/>";
  const Heavy scene(grid + "<NonUniformHexahedronFEMForceFieldAndMass density='4' nbVirtualFinerLevels='1'" + moduli);
  const auto weight = scene.weight(grid + "<HexahedronFEMForceField" + moduli);
  // The surface cuts all eight parts, so that half of its factor counts: 4 kg/m3 in 8 m3 times 3 / 2.
  ASSERT_EQ(weight.size(), 24);
  for (int n = 0; n < 8; ++n) EXPECT_LT((weight.segment<3>(3 * n) - 48. / 8 * Eigen::Vector3d(1, -2, 3)).norm(), 1e-9);
}

TEST(NonUniformHexahedronFEMForceFieldAndMass, saysWhereThereAreNoFinerLevels) {
  const CapturedMessages said;
  const Heavy scene(sparseCells(1) + "<NonUniformHexahedronFEMForceFieldAndMass nbVirtualFinerLevels='2'" + moduli);
  EXPECT_EQ(said.warnings("is a grid of 1 finer levels: cells are not condensed"), 1u);
  const Heavy mesh(body + "<NonUniformHexahedronFEMForceFieldAndMass nbVirtualFinerLevels='1'" + moduli);
  EXPECT_EQ(said.warnings("is no sparse grid: cells are not condensed"), 1u);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
