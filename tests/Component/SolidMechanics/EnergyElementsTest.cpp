// SPDX-License-Identifier: Apache-2.0
// Force fields known by the energies of their elements: derivatives, definite tangents, limits and damping.
#include "Sofa/Component/SolidMechanics/NeoHookeanMembraneForceField.h"
#include "Sofa/Component/SolidMechanics/StableNeoHookeanForceField.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::ForceScene;

const std::string sheet =
    "<MeshTopology triangles='0 1 2  1 3 2'/><MechanicalObject template='Vec3d' position='0 0 0  1.1 0 .1  0 1 0  1.2 "
    "1.1 "
    ".2' rest_position='0 0 0  1 0 0  0 1 0  1 1 0'/>";
const std::string solid =
    "<MeshTopology tetrahedra='0 1 2 3  1 4 2 3'/><MechanicalObject template='Vec3d' position='0 0 0  1.1 0 .1  0 1 0  "
    "0 "
    ".1 1.2  1.1 1 1' rest_position='0 0 0  1 0 0  0 1 0  0 0 1  1 1 1'/>";

class EnergyElements : public testing::TestWithParam<std::string> {};

TEST_P(EnergyElements, forcesAndTangentsAreDerivatives) {
  const ForceScene scene(GetParam());
  EXPECT_EQ(scene.errors + scene.warnings, 0u);
  test::checkEnergy(scene, 1e-6);
  test::checkTangent(scene, 1e-4);
  test::checkPurity(scene);
}

TEST_P(EnergyElements, aRigidMotionFromRestCausesNoForce) {
  const ForceScene scene(GetParam());
  auto& state = dynamic_cast<core::State<type::Vec3Types>&>(scene.state());
  auto& x = state.writeCoords(core::vec::position);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const type::Vec3 p = state.restPositions()[i];
    x[i] = type::Vec3(-p.y() + 3, p.x() - 1, p.z() + 2);
  }
  for (const double f : scene.forces()) EXPECT_NEAR(f, 0, 1e-9);
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 0, 1e-9);
}

TEST_P(EnergyElements, dampingPullsBackByTheChangeOverTheStep) {
  ForceScene scene(GetParam());
  if (!scene.force->setAttribute("damping", "3")) return;  // bending has none
  scene.force->updateTrackedData();
  scene.force->beginStep({.dt = 0.1});
  test::checkEnergy(scene, 1e-6);
  test::checkTangent(scene, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(
    All, EnergyElements,
    testing::Values(sheet + "<NeoHookeanMembraneForceField youngModulus='50' thickness='.1'/>",
                    sheet + "<NeoHookeanMembraneForceField youngModulus='50' thickness='.1' strainLimit='.05' "
                            "strainLimitStiffness='300'/>",
                    sheet + "<QuadraticBendingForceField stiffness='2'/>",
                    solid + "<StableNeoHookeanForceField youngModulus='50'/>",
                    solid + "<StableNeoHookeanForceField youngModulus='50' strainLimit='.05' "
                            "strainLimitStiffness='300'/>"));

TEST(NeoHookeanMembrane, stressOfASmallStretchIsHookes) {
  // One direction stretched by 1e-6 with the other held: E / (1 - nu^2) times the strain, on thickness times width.
  const ForceScene scene(
      "<MeshTopology triangles='0 1 2  1 3 2'/><MechanicalObject template='Vec3d' position='0 0 0  1.000001 0 0  0 1 0 "
      " "
      "1.000001 1 0' rest_position='0 0 0  1 0 0  0 1 0  1 1 0'/><NeoHookeanMembraneForceField youngModulus='100' "
      "poissonRatio='.3' thickness='.1'/>");
  const auto f = scene.forces();
  EXPECT_NEAR(f[3] + f[9], -100 / (1 - 0.09) * 1e-6 * 0.1, 1e-10);
}

TEST(StableNeoHookean, stressOfASmallStretchIsHookes) {
  const ForceScene scene(
      "<MeshTopology tetrahedra='0 1 2 3'/><MechanicalObject template='Vec3d' position='0 0 0  1.000001 0 0  0 1 0  0 "
      "0 1' "
      "rest_position='0 0 0  1 0 0  0 1 0  0 0 1'/><StableNeoHookeanForceField youngModulus='100' poissonRatio='.3'/>");
  // Stress (lambda + 2 mu) e on a face of area 1/2, a third of it at the node.
  EXPECT_NEAR(scene.forces()[3], -100 * 0.7 / (1.3 * 0.4) * 1e-6 / 6, 1e-9);
}

TEST(StableNeoHookean, anInvertedElementReturns) {
  const ForceScene scene(
      "<MeshTopology tetrahedra='0 1 2 3'/><MechanicalObject template='Vec3d' position='0 0 0  1 0 0  0 1 0  0 0 -.5' "
      "rest_position='0 0 0  1 0 0  0 1 0  0 0 1'/><StableNeoHookeanForceField youngModulus='100' poissonRatio='.4'/>");
  EXPECT_GT(scene.forces()[11], 0) << "node 3 is pushed back through the face";
}

}  // namespace
}  // namespace sofa::component::solidmechanics
