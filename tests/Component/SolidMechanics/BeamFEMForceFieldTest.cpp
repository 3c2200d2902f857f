// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/BeamFEMForceField.h"

#include "Sofa/Helper/Parallel.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

const std::string unitBeam = "youngModulus='1' poissonRatio='0' radius='0.1'";

/// One beam along x at rest; the second end is where `end` says.
std::string beamTo(const std::string& end, const std::string& attributes = unitBeam) {
  return "<MeshTopology edges='0 1'/><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  " + end +
         "' rest_position='0 0 0 0 0 0 1  1 0 0 0 0 0 1'/><BeamFEMForceField " + attributes + "/>";
}

const std::string threeFrames =
    "<MechanicalObject template='Rigid3' position='0.13 0.02 -0.06 0.07 0.15 0.2 0.965919  1.2 0.36 0.14 0.2 0.08 -0.1 "
    "0.971388  2.08 0.83 0.19 -0.04 -0.2 -0.2 0.958332' rest_position='0.1 0.05 -0.1 0 0 0 1  1.15 0.3 0.2 0 0 0.6 0.8 "
    " 2 0.9 0.1 0 0.6 0 0.8'/>";

TEST(BeamFEMForceField, aSidewaysShiftOfTheEnd) {
  // 12 EI / L^3 and 6 EI / L^2 times 0.01.
  const double s = 9.42477796077e-6, c = s / 2;
  const ForceScene scene(beamTo("1 0.01 0 0 0 0 1"));
  expectNear(scene.forces(), {0, s, 0, 0, 0, c, 0, -s, 0, 0, 0, c}, 1e-15);
}

TEST(BeamFEMForceField, stretchAndTwist) {
  const double angle = 0.2, k = 7.85398163397e-5 * angle;
  const ForceScene scene(beamTo(fmt::format("1.1 0 0 {} 0 0 {}", std::sin(angle / 2), std::cos(angle / 2))));
  const double f = 0.031415926535898 * 0.1;
  expectNear(scene.forces(), {f, 0, 0, k, 0, 0, -f, 0, 0, -k, 0, 0}, 1e-14);
}

TEST(BeamFEMForceField, aRigidMotionCausesNoForce) {
  const ForceScene scene(
      "<MeshTopology edges='0 1'/><MechanicalObject template='Rigid3' position='5 5 5 0 0 0.6 0.8  5.28 5.96 5 0 0 0.6 "
      "0.8' rest_position='0 0 0 0 0 0 1  1 0 0 0 0 0 1'/><BeamFEMForceField " +
      unitBeam + "/>");
  expectNear(scene.forces(), std::vector<double>(12, 0.0), 1e-16);
}

TEST(BeamFEMForceField, hollowSectionsAndOneModulusPerBeam) {
  // E A / L = E pi (r^2 - ri^2), the second beam twice as stiff.
  const ForceScene scene(
      "<MeshTopology edges='0 1  1 2'/><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2.1 "
      "0 "
      "0 0 0 0 1' rest_position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1'/>"
      "<BeamFEMForceField youngModulus='100 200' poissonRatio='0.3' radius='0.5' radiusInner='0.3'/>");
  EXPECT_NEAR(scene.forces()[12], -0.1 * 200 * M_PI * 0.16, 1e-12);
  const auto& beams = dynamic_cast<BeamFEMForceField&>(*scene.force).d_beamsData.value();
  ASSERT_EQ(beams.size(), 2u);
  EXPECT_EQ(beams[1].youngModulus, 200);
  EXPECT_EQ(beams[1].length, 1);
  EXPECT_EQ(type::toText(beams[0]), "100 0.3 0.5 0.3 1");
}

TEST(BeamFEMForceField, onlyListedEdgesAreBeams) {
  const std::string mesh = "<MeshTopology edges='0 1  1 2'/>" + threeFrames;
  const ForceScene scene(mesh + "<BeamFEMForceField listSegment='1' youngModulus='100' poissonRatio='0.3'/>");
  const auto f = scene.forces();
  for (int i = 0; i < 6; ++i) EXPECT_EQ(f[i], 0);
  EXPECT_NE(f[6], 0);
  const ForceScene beyond(mesh +
                          "<BeamFEMForceField listSegment='1 7' youngModulus='100' poissonRatio='0.3' radius='0.1'/>");
  EXPECT_EQ(beyond.warnings, 1u);
  EXPECT_NE(beyond.forces()[0], 0);
}

/// The frozen rotation is no approximation at rest, if frames agree and their x axes run along the beams.
TEST(BeamFEMForceField, tangentAtRest) {
  const ForceScene scene(
      "<MeshTopology edges='0 1  1 2'/><MechanicalObject template='Rigid3' position='0 0 0 0 0 0.6 0.8  0.28 0.96 0 0 "
      "0 "
      "0.6 0.8  0.7 2.4 0 0 0 0.6 0.8'/><BeamFEMForceField youngModulus='1000' poissonRatio='0.3' radius='0.2'/>");
  checkTangent(scene, 1e-5);
}

TEST(BeamFEMForceField, tangentIsTheTurnedStiffness) {
  const ForceScene scene("<MeshTopology edges='0 1'/>" + threeFrames +
                         "<BeamFEMForceField youngModulus='1000' poissonRatio='0.3' radius='0.2'/>");
  scene.forces();
  const auto& state = dynamic_cast<core::State<type::Rigid3Types>&>(scene.state());
  const auto& rest = state.restPositions();
  const fem::BeamSection section{1000, 0.3, 0.2, 0, (rest[1].center - rest[0].center).norm()};
  const fem::Mat12 k = fem::beamWorldStiffness(fem::BeamStiffness(section).matrix(),
                                               type::toMatrix(state.positions()[0].orientation.normalized()));
  std::vector<double> dx(18, 0.0);
  for (int i = 0; i < 12; ++i) dx[i] = std::sin(3 * i + 1);
  scene.linearise();
  const auto df = scene.product(dx, 2, 0);
  const fem::Vec12 expected = -2 * (k * fem::Vec12(dx.data()));
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(df[i], expected[i], 1e-9);
}

TEST(BeamFEMForceField, badInputIsSaid) {
  for (const auto& attributes : {"radius='0'", "radius='0.1' radiusInner='0.1'", "radius='0.1' radiusInner='-1'"}) {
    const ForceScene scene(beamTo("1 0 0 0 0 0 1", std::string("youngModulus='1' poissonRatio='0' ") + attributes));
    EXPECT_EQ(scene.errors, 1u) << attributes;
    EXPECT_FALSE(scene.force->isValid());
    expectNear(scene.forces(), std::vector<double>(12, 0.0));
  }
  const ForceScene replaced(beamTo("1 0 0 0 0 0 1", "youngModulus='1' poissonRatio='0.7' radius='0.1'"));
  EXPECT_EQ(replaced.warnings, 1u);
  const std::string frames = "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  0 0 0 0 0 0 1'/>";
  for (const char* mesh : {"", "<MeshTopology/>", "<MeshTopology edges='0 7'/>", "<MeshTopology edges='0 1'/>"}) {
    const ForceScene scene(mesh + frames + "<BeamFEMForceField " + unitBeam + "/>");
    EXPECT_EQ(scene.errors, 1u) << mesh;
    EXPECT_FALSE(scene.force->isValid());
  }
}

TEST(BeamFEMForceField, changedModuliActFromTheNextStepOn) {
  const ForceScene scene(beamTo("1.1 0 0 0 0 0 1"));
  const double before = scene.forces()[0];
  auto& beams = dynamic_cast<BeamFEMForceField&>(*scene.force);
  beams.d_youngModulus.set({2.0});
  beams.updateTrackedData();
  EXPECT_NEAR(scene.forces()[0], 2 * before, 1e-15);
}

TEST(BeamFEMForceField, sameBitsForAnyNumberOfThreads) {
  std::string frames, edges;
  for (int i = 0; i < 1000; ++i) {
    frames += fmt::format("{} {} {} 0 0 0 1  ", i, std::sin(i), std::cos(3 * i));
    if (i > 0) edges += fmt::format("{} {}  ", i - 1, i);
  }
  const ForceScene scene("<MeshTopology edges='" + edges + "'/><MechanicalObject template='Rigid3' position='" +
                         frames + "'/><BeamFEMForceField " + unitBeam + "/>");
  auto& state = dynamic_cast<core::State<type::Rigid3Types>&>(scene.state());
  for (std::size_t i = 0; i < 1000; ++i)
    state.writeCoords(core::vec::position)[i].center.y() += 0.1 * std::sin(5.0 * static_cast<double>(i));
  const auto serial = scene.forces();
  helper::setThreadCount(4);
  const auto parallel = scene.forces();
  helper::setThreadCount(1);
  EXPECT_EQ(serial, parallel);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
