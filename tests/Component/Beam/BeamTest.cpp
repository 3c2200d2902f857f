// SPDX-License-Identifier: Apache-2.0
// Curved beams: the curve between two frames, stiffness and mass, and points that move with them.
#include <numbers>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Beam/AdaptiveBeamMapping.h"
#include "Sofa/Component/Beam/BeamInterpolation.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::beam {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Quat;
using type::Rigid3Types;
using type::Vec3;
using type::Vec3Types;
using type::Vec6;

constexpr double pi = std::numbers::pi;

Frame frame(const Vec3& center, const Vec3& turn = Vec3::Zero()) { return {center, type::exponential(turn)}; }

TEST(BeamCurve, OfAStraightBeamIsALine) {
  const BeamCurve curve(frame({1, 0, 0}), frame({4, 0, 0}), 3);
  for (const double s : {0.0, 0.3, 1.0}) {
    EXPECT_LT((curve.point(s) - Vec3(1 + 3 * s, 0, 0)).norm(), 1e-12);
    EXPECT_LT(curve.frame(s).orientation.angularDistance(Quat::Identity()), 1e-7);
  }
}

// A quarter of a circle in the xy plane: the middle of a cubic that leaves along x and arrives along y.
TEST(BeamCurve, FollowsItsFrames) {
  const BeamCurve curve(frame({0, 0, 0}), frame({1, 1, 0}, {0, 0, pi / 2}), 1.5);
  EXPECT_LT((curve.point(0.5) - Vec3(0.5 + 0.375 * 0.5, 0.5 - 0.375 * 0.5, 0)).norm(), 1e-12);
  const Quat middle = curve.frame(0.5).orientation;
  EXPECT_LT((type::rotate(middle, Vec3::UnitX()) - Vec3(std::sqrt(.5), std::sqrt(.5), 0)).norm(), 1e-12);
  EXPECT_LT((type::rotate(middle, Vec3::UnitZ()) - Vec3(0, 0, 1)).norm(), 1e-12);
  // A turn of the end about the axis is shared along the beam.
  const BeamCurve twisted(frame({0, 0, 0}), frame({1, 0, 0}, {0.8, 0, 0}), 1);
  EXPECT_NEAR(type::rotationVector(twisted.frame(0.25).orientation).x(), 0.2, 1e-12);
}

TEST(BeamCurve, FoldedIsStraight) {
  const BeamCurve curve(frame({0, 0, 0}, {0, 0, 0.1}), frame({0.1, 0, 0}), 3);
  EXPECT_LT((curve.point(0.5) - Vec3(0.05, 0, 0)).norm(), 1e-12);
  EXPECT_LT(curve.frame(0.7).orientation.angularDistance(type::exponential(Vec3(0, 0, 0.1))), 1e-7);
}

const std::string solver = "<EulerImplicitSolver rayleighStiffness='0' rayleighMass='0'/><BTDLinearSolver/>";
std::string beam(int nodes, double length, const std::string& section, const std::string& mass = "") {
  std::string text = "<MechanicalObject template='Rigid3d' position='", lines;
  for (int i = 0; i < nodes; ++i) {
    text += fmt::format("{} 0 0 0 0 0 1 ", length * i / (nodes - 1));
    if (i > 0) lines += fmt::format("{} {} ", i - 1, i);
  }
  return text + "'/><MeshTopology lines='" + lines + "'/><BeamInterpolation " + section +
         "/><AdaptiveBeamForceFieldAndMass " + mass + "/>";
}

// 200 nodes over 100 m that fall from the horizontal for 5 s: the tip as SOFA's plugin has it.
TEST(AdaptiveBeamForceFieldAndMass, FallsAsInSofa) {
  const Scene scene(
      solver + beam(200, 100, "radius='0.1'", "massDensity='10'") + "<FixedProjectiveConstraint indices='0'/>",
      "dt='0.01' gravity='0 -9.81 0'");
  scene.step(500);
  EXPECT_LT((scene.state<Rigid3Types>().positions().back().center - Vec3(-1.34228, -110.274221, 0)).norm(), 1e-4);
}

// A cantilever under a small load at its tip: w = F L^3 / (3 E I).
TEST(AdaptiveBeamForceFieldAndMass, BendsAsABeam) {
  for (const bool circular : {true, false}) {
    const std::string section =
        circular ? "radius='0.1' innerRadius='0.05'" : "crossSectionShape='rectangular' lengthY='0.1' lengthZ='0.3'";
    const double inertia = circular ? pi * (1e-4 - 0.0625e-4) / 4 : 0.3 * 0.1 * 0.1 * 0.1 / 12;  // about z
    const Scene scene(
        "<StaticSolver/><NewtonRaphsonSolver maxNbIterationsNewton='30'/><EigenSimplicialLDLT/>" +
        beam(11, 2, section + " defaultYoungModulus='1e6'", "computeMass='0'") +
        "<FixedProjectiveConstraint indices='0'/><ConstantForceField indices='10' forces='0 1e-3 0 0 0 0'/>");
    scene.step(2);
    EXPECT_NEAR(scene.state<Rigid3Types>().positions().back().center.y(), 1e-3 * 8 / (3 * 1e6 * inertia),
                1e-3 * 1e-3 * 8 / (3 * 1e6 * inertia));
  }
}

TEST(AdaptiveBeamForceFieldAndMass, MassOfARigidMotionIsThatOfTheBeam) {
  const Scene scene(beam(4, 3, "radius='0.2'", "massDensity='5'"));
  auto& mass = scene.first<core::BaseMass>();
  auto& state = scene.state<Rigid3Types>();
  const double total = 5 * 3 * pi * 0.04;
  for (auto& v : state.writeDerivs(core::vec::velocity)) v << 0, 2, 0, 0, 0, 0;
  EXPECT_NEAR(mass.kineticEnergy({}), total * 4 / 2, 1e-12);
  // A turn about z at its start: m L^2 / 3, and what the sections add.
  const auto& x = state.positions();
  auto& v = state.writeDerivs(core::vec::velocity);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] << 0, x[i].center.x(), 0, 0, 0, 1;
  EXPECT_NEAR(mass.kineticEnergy({}), (total * 9 / 3 + total * 0.04 / 4) / 2, 1e-10);
}

TEST(AdaptiveBeamForceFieldAndMass, RigidMotionsBringNoForce) {
  const test::ForceScene scene(beam(3, 2, "", "massDensity='0'"));
  const Frame motion = frame({1, 2, 3}, {0.3, -0.4, 0.5});
  for (auto& x : dynamic_cast<core::State<Rigid3Types>&>(scene.state()).writeCoords(core::vec::position))
    x = {Vec3(motion.center + type::rotate(motion.orientation, x.center)), motion.orientation * x.orientation};
  test::expectNear(scene.forces(), std::vector<double>(18, 0.0), 1e-7);
}

TEST(AdaptiveBeamForceFieldAndMass, ProductAndMatrixAgree) {
  std::vector<Vec3> tips;
  for (const std::string linear :
       {"<CGLinearSolver iterations='3000' tolerance='1e-15' threshold='1e-60'/>", "<EigenSimplicialLDLT/>"}) {
    const Scene scene(
        "<EulerImplicitSolver/>" + linear + beam(4, 2, "radius='0.3'") + "<FixedProjectiveConstraint indices='0'/>",
        "dt='0.02' gravity='0 -9.81 3'");
    scene.step(3);
    tips.push_back(scene.state<Rigid3Types>().positions().back().center);
  }
  EXPECT_LT((tips[0] - tips[1]).norm(), 1e-8);
  EXPECT_LT(tips[0].y(), -1e-3);
}

// Two beams in series, pulled: u = F / E (L / A1 + L / A2).
TEST(BeamInterpolation, EachBeamHasASectionOfItsOwn) {
  const Scene scene("<StaticSolver/><NewtonRaphsonSolver maxNbIterationsNewton='30'/><EigenSimplicialLDLT/>" +
                    beam(3, 2, "radius='0.1 0.2' defaultYoungModulus='1e5 2e5'", "computeMass='0'") +
                    "<FixedProjectiveConstraint indices='0'/><ConstantForceField indices='2' forces='1 0 0 0 0 0'/>");
  scene.step(1);
  const auto& x = scene.state<Rigid3Types>().positions();
  const double first = 1 / (1e5 * pi * 0.01), second = 1 / (2e5 * pi * 0.04);
  EXPECT_NEAR(x[1].center.x() - 1, first, 1e-6 * first);
  EXPECT_NEAR(x[2].center.x() - 2, first + second, 1e-6 * first);
}

// Frames that look anywhere: only beams that are not aligned with them are at rest.
TEST(BeamInterpolation, BeamsLieAlongTheirEdgesIfFramesAreNotAligned) {
  const std::string nodes =
      "<MechanicalObject template='Rigid3d' position='0 0 0 0 0 0.6 0.8  0 2 0 0.6 0 0 0.8'/><MeshTopology lines='0 "
      "1'/>";
  const std::string forces = "<AdaptiveBeamForceFieldAndMass massDensity='0'/>";
  const test::ForceScene aligned(nodes + "<BeamInterpolation/>" + forces);
  double largest = 0;
  for (const double f : aligned.forces()) largest = std::max(largest, std::abs(f));
  EXPECT_GT(largest, 1);
  const test::ForceScene turned(nodes + "<BeamInterpolation dofsAndBeamsAligned='0'/>" + forces);
  test::expectNear(turned.forces(), std::vector<double>(12, 0.0), 1e-7);
  // The same, said by the scene: from the frames of the nodes to one whose x axis is along y.
  const test::ForceScene given(
      nodes +
      "<BeamInterpolation dofsAndBeamsAligned='0' DOF0TransformNode0='0 0 0 0 0 0.141421356237 "
      "0.989949493661' DOF1TransformNode1='0 0 0 -0.424264068712 0.424264068712 0.565685424949 "
      "0.565685424949'/>" +
      forces);
  test::expectNear(given.forces(), std::vector<double>(12, 0.0), 1e-4);
}

TEST(BeamInterpolation, InterpolatesFramesAndVelocities) {
  Scene scene(beam(3, 2, "InterpolationInputs='0 0.5  1 0.25'", "massDensity='1'") + "<EulerImplicitSolver/><SparseLDLSolver/>",
              "dt='0.01' gravity='0 0 0'");
  for (auto& v : scene.state<Rigid3Types>().writeDerivs(core::vec::velocity)) v << 3, 0, 0, 0, 0, 0;
  scene.step(1);
  const auto& beams = scene.first<BeamInterpolation>();
  ASSERT_EQ(beams.d_interpolatedPos.value().size(), 2u);
  EXPECT_LT((beams.d_interpolatedPos.value()[0].center - Vec3(0.53, 0, 0)).norm(), 1e-9);
  EXPECT_LT((beams.d_interpolatedPos.value()[1].center - Vec3(1.28, 0, 0)).norm(), 1e-9);
  EXPECT_LT((beams.d_interpolatedVel.value()[1].head<3>() - Vec3(3, 0, 0)).norm(), 1e-9);
}

TEST(BeamInterpolation, BadInput) {
  const auto errors = [](const std::string& text, const std::string& part) {
    const CapturedMessages messages;
    const Scene scene(text);
    return messages.errors(part);
  };
  const std::string nodes = "<MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1 1 0 0 0 0 0 1'/>";
  const std::string line = "<MeshTopology lines='0 1'/>";
  EXPECT_EQ(errors(nodes + "<BeamInterpolation/>", "No mesh with edges is visible"), 1u);
  EXPECT_EQ(errors(nodes + line + "<BeamInterpolation radius='0'/>", "no area"), 1u);
  EXPECT_EQ(errors(nodes + line + "<BeamInterpolation defaultPoissonRatio='2'/>", "defaultPoissonRatio"), 1u);
  EXPECT_EQ(errors(nodes + line + "<BeamInterpolation edgeList='3'/>", "beam of edge 3"), 1u);
  EXPECT_EQ(errors(nodes + line + "<BeamInterpolation lengthList='0'/>", "no length at rest"), 1u);
  EXPECT_EQ(errors(nodes + line + "<AdaptiveBeamForceFieldAndMass/>", "There are no beams"), 1u);
}

Scene mapped(const std::string& attributes, const std::string& points = "0.5 0.1 0  2.5 0 0.2  3 0 0") {
  return Scene(beam(4, 3, "") + "<Node name='points'><MechanicalObject position='" + points +
               "'/><AdaptiveBeamMapping " + attributes + "/></Node>");
}

TEST(AdaptiveBeamMapping, PutsPointsIntoSections) {
  const Scene scene = mapped("");
  auto& nodes = scene.state<Rigid3Types>();
  const Frame motion = frame({0, 0, 2}, {0, 0, pi / 2});
  for (auto& x : nodes.writeCoords(core::vec::position))
    x = {Vec3(motion.center + type::rotate(motion.orientation, x.center)), motion.orientation * x.orientation};
  scene.first<AdaptiveBeamMapping>().mapPositions(core::vec::position, core::vec::position);
  const auto& x = scene.mapped<Vec3Types>().positions();
  EXPECT_LT((x[0] - Vec3(-0.1, 0.5, 2)).norm(), 1e-12);
  EXPECT_LT((x[1] - Vec3(0, 2.5, 2.2)).norm(), 1e-12);
  const Scene byNumber = mapped("useCurvAbs='0' points='1.5 0 0'", "0 0 0");
  EXPECT_LT((byNumber.mapped<Vec3Types>().positions()[0] - Vec3(1.5, 0, 0)).norm(), 1e-12);
}

TEST(AdaptiveBeamMapping, ForcesDoTheWorkOfVelocities) {
  const Scene scene = mapped("");
  auto& mapping = scene.first<AdaptiveBeamMapping>();
  std::vector<Vec6> v(4), f(4, Vec6::Zero());
  std::vector<Vec3> pv(3), pf(3);
  const auto random = test::randomVector(24 + 9);
  for (int i = 0; i < 24; ++i) v[i / 6][i % 6] = random[i];
  for (int i = 0; i < 9; ++i) pf[i / 3][i % 3] = random[24 + i];
  mapping.applyJ(pv, v);
  mapping.applyJT(f, pf);
  double out = 0, in = 0;
  for (int i = 0; i < 3; ++i) out += pv[i].dot(pf[i]);
  for (int i = 0; i < 4; ++i) in += v[i].dot(f[i]);
  EXPECT_NEAR(out, in, 1e-12);
}

// Of a straight beam that moves as a whole the velocities are those of the body.
TEST(AdaptiveBeamMapping, VelocitiesOfABody) {
  const Scene scene = mapped("");
  const Vec3 velocity(1, 2, 3), turn(0.4, -0.5, 0.6);
  std::vector<Vec6> v(4);
  const auto& nodes = scene.state<Rigid3Types>().positions();
  for (std::size_t i = 0; i < 4; ++i) v[i] << velocity + turn.cross(nodes[i].center), turn;
  std::vector<Vec3> points(3);
  scene.first<AdaptiveBeamMapping>().applyJ(points, v);
  const auto& x = scene.mapped<Vec3Types>().positions();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT((points[i] - (velocity + turn.cross(x[i]))).norm(), 1e-12);
}

}  // namespace
}  // namespace sofa::component::beam
