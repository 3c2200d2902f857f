// SPDX-License-Identifier: Apache-2.0
// Elements without rotations: tetrahedra of small displacements, diffusion, plates.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;
using tests::CapturedMessages;

const std::string pulled =
    "<MeshTopology position='0 0 0  1 0 0  0 1 0  0 0 1' tetrahedra='0 1 2 3'/>"
    "<MechanicalObject position='0 0 0  1.1 0 0  0 1 0  0 0 1' rest_position='0 0 0  1 0 0  0 1 0  0 0 1'/>";

TEST(TetrahedralTensorMassForceField, smallStrainByHand) {
  // Strain 0.1 along x, stress (lambda + 2 mu) 0.1 and lambda 0.1 across: f_n = -V stress grad N_n, E = 2.6, nu = 0.3.
  const ForceScene scene(pulled + "<TetrahedralTensorMassForceField youngModulus='2.6' poissonRatio='.3'/>");
  EXPECT_EQ(scene.errors, 0u);
  EXPECT_EQ(scene.warnings, 0u);
  const double lambda = 2.6 * .3 / (1.3 * .4), mu = 1, x = (lambda + 2 * mu) * .1 / 6, across = lambda * .1 / 6;
  expectNear(scene.forces(), {x, across, across, -x, 0, 0, 0, -across, 0, 0, 0, -across}, 1e-15);
  test::checkTangent(scene, 1e-8);
}

TEST(TetrahedralTensorMassForceField, badModuliAreAnError) {
  const CapturedMessages said;
  const tests::Scene scene(pulled + "<TetrahedralTensorMassForceField poissonRatio='.5'/>");
  EXPECT_EQ(said.errors("poissonRatio 0.5 above -1 and not 0.5"), 1u);
  EXPECT_FALSE(scene.first<core::BaseForceField>().isValid());
}

/// Values 0, 1, 0, 0 at the corners of the unit tetrahedron.
std::string heat(const std::string& attributes, const std::string& ofThePoints = "tags='meca'") {
  return "<MeshTopology name='mesh' tetrahedra='0 1 2 3'/><MechanicalObject name='x' position='0 0 0  1 0 0  0 1 0  0 "
         "0 1' " +
         ofThePoints +
         "/><Node name='heat'><MechanicalObject template='Vec1' position='0 1 0 0'/>"
         "<TetrahedronDiffusionFEMForceField template='Vec1' " +
         attributes + "/></Node>";
}

/// What flows into each point.
std::vector<double> flows(const tests::Scene& scene) {
  auto& force = scene.first<core::BaseForceField>();
  auto& state = *force.states().front();
  state.allocate(core::vec::force);
  std::ranges::fill(state.hostWrite(core::vec::force), 0.0);
  force.accumulateForce({}, core::vec::force);
  const auto f = state.hostRead(core::vec::force);
  return {f.begin(), f.end()};
}

TEST(TetrahedronDiffusionFEMForceField, flowOfTheUnitTetrahedron) {
  // The gradient is that of node 1, e_x: only what flows along it counts, -V d / 6 into node 1.
  for (const auto& [given, flow] : std::initializer_list<std::pair<const char*, double>>{
           {"", 1. / 6},
           {"constantDiffusionCoefficient='3'", .5},
           {"constantDiffusionCoefficient='3' tetraDiffusionCoefficient='12'", 2},
           {"anisotropyRatio='4' transverseAnisotropyArray='1 0 0'", 4. / 6},
           {"anisotropyRatio='4' transverseAnisotropyArray='0 2 0'", 1. / 6}}) {
    const tests::Scene scene(heat(given));
    expectNear(flows(scene), {flow, -flow, 0, 0}, 1e-14);
  }
}

/// Channels of a state diffuse each on its own: what they hold are no places of the points.
TEST(TetrahedronDiffusionFEMForceField, channelsAreNoPlaces) {
  for (const int channels : {2, 3}) {
    std::string text = heat("constantDiffusionCoefficient='3'");
    const auto replace = [&text](const std::string& from, const std::string& to) {
      for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    };
    replace("'Vec1'", "'Vec" + std::to_string(channels) + "'");
    replace("position='0 1 0 0'/>",
            channels == 2 ? "position='0 0  1 2  0 0  0 0'/>" : "position='0 0 0  1 2 0  0 0 0  0 0 0'/>");
    const CapturedMessages said;
    const tests::Scene scene(text);
    EXPECT_EQ(said.errors(), 0u);
    const std::vector<double> f = flows(scene), expected{.5, 1, 0};
    for (int c = 0; c < channels; ++c) {
      EXPECT_NEAR(f[c], expected[c], 1e-14);
      EXPECT_NEAR(f[channels + c], -expected[c], 1e-14);
    }
  }
}

TEST(TetrahedronDiffusionFEMForceField, findsThePointsByTheirTagOrAreTold) {
  const CapturedMessages said;
  EXPECT_TRUE(tests::Scene(heat("tagMechanics='a'", "tags='a b'")).first<core::BaseForceField>().isValid());
  EXPECT_TRUE(tests::Scene(heat("geometryState='@../x'", "")).first<core::BaseForceField>().isValid());
  EXPECT_EQ(said.errors(), 0u);
  EXPECT_FALSE(tests::Scene(heat("", "")).first<core::BaseForceField>().isValid());
  EXPECT_EQ(said.errors("has the tag \"meca\""), 1u);
}

TEST(TetrahedronDiffusionFEMForceField, listsOfAnotherLengthAreAnError) {
  for (const auto& [given, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"tetraDiffusionCoefficient='1 2'", "tetraDiffusionCoefficient has 2 entries, but /mesh has 1 tetrahedra"},
           {"anisotropyRatio='2'", "transverseAnisotropyArray has 0 entries"}}) {
    const CapturedMessages said;
    const tests::Scene scene(heat(given));
    EXPECT_EQ(said.errors(message), 1u);
  }
}

const std::string plate =
    "<MeshTopology position='0 0 0  1 0 0  1 1 0  0 1 0' quads='0 1 2 3'/>"
    "<MechanicalObject position='0 0 0  1.1 0 0  1.1 1 0  0 1 0' rest_position='0 0 0  1 0 0  1 1 0  0 1 0'/>";

TEST(QuadBendingFEMForceField, pullAlongX) {
  // Strain .1 / 1.1 of the current length, pulling at two nodes of the current side with E t = 6.
  const ForceScene scene(plate + "<QuadBendingFEMForceField youngModulus='12' poissonRatio='0' thickness='.5'/>");
  EXPECT_EQ(scene.errors, 0u);
  EXPECT_EQ(scene.warnings, 0u);
  const double f = 6 * .1 / 1.1 / 2;
  expectNear(scene.forces(), {f, 0, 0, -f, 0, 0, -f, 0, 0, f, 0, 0}, 1e-14);
}

TEST(QuadBendingFEMForceField, shearAcross) {
  // One side lifted by .1: shear 5/6 E t / 2 times .1, of a square, on both nodes of each side.
  const ForceScene scene(
      "<MeshTopology position='0 0 0  1 0 0  1 1 0  0 1 0' quads='0 1 2 3'/>"
      "<MechanicalObject position='0 0 0  1 0 .1  1 1 .1  0 1 0' rest_position='0 0 0  1 0 0  1 1 0  0 1 0'/>"
      "<QuadBendingFEMForceField youngModulus='12' poissonRatio='0' thickness='.5'/>");
  const double f = 5. / 6 * 6 / 2 * .1 / 2, length = std::sqrt(1.01);
  const auto forces = scene.forces();
  for (const int n : {0, 1, 2, 3}) EXPECT_NEAR(forces[3 * n + 2], (n == 0 || n == 3 ? 1 : -1) * f / length, 1e-14);
}

TEST(QuadBendingFEMForceField, tellsThatItsRayleighStiffnessIsIgnored) {
  const ForceScene scene(plate + "<QuadBendingFEMForceField rayleighStiffness='.1'/>");
  EXPECT_EQ(scene.warnings, 1u);
  const ForceScene bad(plate + "<QuadBendingFEMForceField poissonRatio='1'/>");
  EXPECT_EQ(bad.errors, 1u);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
