// SPDX-License-Identifier: Apache-2.0
// Wires: their parts and shape, the nodes of a bundle, and the controllers that push them out.
#include <fmt/format.h>

#include <numbers>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Beam/AdaptiveBeamMapping.h"
#include "Sofa/Component/Beam/BeamAdapterActionController.h"
#include "Sofa/Component/Beam/MultiAdaptiveBeamMapping.h"
#include "Sofa/Component/Beam/RodMeshSection.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Testing/ForceFieldCheck.h"
#include "TemporaryFolder.h"

namespace sofa::component::beam {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Quat;
using type::Rigid3Types;
using type::Vec3;
using type::Vec3Types;
using Controller = InterventionalRadiologyController;

std::string wire(const std::string& parts, const std::string& name = "wire") {
  std::string names;
  for (char c = 'a'; parts.find(std::string("name='") + c) != std::string::npos; ++c)
    names += std::string("@") + c + " ";
  return "<Node name='" + name + "'>" + parts + "<WireRestShape name='shape' wireMaterials='" + names +
         "'/><EdgeSetTopologyContainer/><EdgeSetTopologyModifier/><MechanicalObject template='Rigid3d'/></Node>";
}
const std::string straight = "<RodStraightSection name='a' length='10' radius='.1' nbBeams='5' nbEdgesVisu='4'/>";
const std::string spire =
    "<RodSpireSection name='b' length='2' radius='.1' nbBeams='4' nbEdgesVisu='2' spireDiameter='.5' spireHeight='0'/>";

/// `more` comes behind the controller, `before` in front of it.
std::string pushed(const std::string& attributes, int nodes = 12, const std::string& more = "",
                   const std::string& before = "") {
  const bool named = attributes.find("instruments") != std::string::npos;
  return "<Node name='beams'><EulerImplicitSolver rayleighStiffness='.1' rayleighMass='0'/><BTDLinearSolver/>"
         "<RegularGridTopology nx='" +
         std::to_string(nodes) +
         "' ny='1' nz='1' min='0 0 0' max='0 0 0'/><MechanicalObject template='Rigid3d' name='nodes'/>"
         "<WireBeamInterpolation name='beam' WireRestShape='@../wire/shape'/><AdaptiveBeamForceFieldAndMass "
         "interpolation='@beam' massDensity='7'/>" +
         before + "<InterventionalRadiologyController name='control' " + (named ? "" : "instruments='beam' ") +
         attributes +
         "/><FixedProjectiveConstraint/><RestShapeSpringsForceField points='@control.indexFirstNode' stiffness='1e8' "
         "angularStiffness='1e8'/>" +
         more + "</Node>";
}
const core::State<Rigid3Types>& nodes(const Scene& scene) {
  return dynamic_cast<const core::State<Rigid3Types>&>(*scene.first<Controller>().l_state);
}

class RodSection : public testing::Test {
 protected:
  /// A part that follows the lines of this mesh, an OBJ text.
  std::string meshPart(const std::string& text) const {
    return "<MeshOBJLoader name='mesh' filename='" + m_folder.write("line.obj", text) +
           "'/><RodMeshSection name='a' loader='@mesh' nbBeams='2'/>";
  }

 private:
  tests::TemporaryFolder m_folder;
};

TEST_F(RodSection, ASpireIsAHelix) {
  const Scene scene("<RodSpireSection spireDiameter='3' spireHeight='2' length='50'/>");
  const auto& rod = scene.first<RodSpireSection>();
  const double turn = std::hypot(2, 3 * std::numbers::pi);
  EXPECT_LT((rod.restFrame(turn).center - Vec3(0, 2, 0)).norm(), 1e-12);
  EXPECT_LT((rod.restFrame(turn / 2).center - Vec3(0, 1, -3)).norm(), 1e-12);
  for (const double s : {0.3, 4.0, 17.0}) {
    const Vec3 tangent = (rod.restFrame(s + 1e-6).center - rod.restFrame(s - 1e-6).center) / 2e-6;
    EXPECT_LT((type::rotate(rod.restFrame(s).orientation, Vec3::UnitX()) - tangent).norm(), 1e-8);
  }
  EXPECT_NEAR(rod.section().area, std::numbers::pi, 1e-12);
  EXPECT_NEAR(rod.section().shearModulus, 5000 / 2.98, 1e-9);
}

/// A section of a mesh file with the text, in the folder of the test.
// An arc of a circle of radius 4 in the yz plane, in small steps: it begins along x wherever the file has it.
TEST_F(RodSection, OfAMeshFollowsItsEdges) {
  std::string text;
  for (int k = 0; k <= 40; ++k) text += fmt::format("v 7 {} {}\n", 4 * std::sin(k * .05), 4 * (1 - std::cos(k * .05)));
  for (int k = 1; k <= 40; ++k) text += fmt::format("l {} {}\n", k, k + 1);
  const Scene scene(meshPart(text));
  const auto& rod = scene.first<RodMeshSection>();
  EXPECT_NEAR(rod.length(), 8, 1e-2);
  EXPECT_EQ(rod.d_length.value(), rod.length());
  const Frame middle = rod.restFrame(rod.length() / 2), end = rod.restFrame(rod.length());
  EXPECT_LT(rod.restFrame(0).center.norm(), 1e-12);
  EXPECT_NEAR(end.center.norm(), 2 * 4 * std::sin(1), 1e-9);  // the chord
  EXPECT_NEAR(middle.center.norm(), 2 * 4 * std::sin(.5), 1e-3);
  EXPECT_NEAR(middle.orientation.angularDistance(Quat::Identity()), 1 - .025, 1e-2);
  EXPECT_NEAR((type::rotate(end.orientation, Vec3::UnitX())).x(), std::cos(2 - .05), 1e-9);
}

TEST_F(RodSection, OfAMeshThatIsNoLine) {
  const auto errors = [](const std::string& text, const std::string& part) {
    const CapturedMessages messages;
    const Scene scene(text);
    return messages.errors(part);
  };
  const std::string points = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 1 0\n";
  EXPECT_EQ(errors(meshPart(points + "l 1 2\nl 2 3\nl 2 4\n"), "no single line"), 1u);
  EXPECT_EQ(errors(meshPart(points + "l 1 2\nl 3 4\n"), "no single line"), 1u);
  EXPECT_EQ(errors(meshPart(points), "no single line"), 1u);
  EXPECT_EQ(errors(meshPart("v 0 0 0\nv 1 0 0\nv 1 0 0\nl 1 2\nl 2 3\n"), "no length at point"), 1u);
  EXPECT_EQ(errors("<RodMeshSection/>", "add a mesh loader"), 1u);
}

TEST(WireRestShape, IsARowOfParts) {
  const Scene scene(wire(straight + spire));
  const auto& shape = scene.first<WireRestShape>();
  EXPECT_EQ(shape.keyPoints(), (std::vector<double>{0, 10, 12}));
  EXPECT_EQ(shape.densities(), (std::vector<int>{5, 4}));
  EXPECT_EQ(shape.partAt(10), 0u);
  EXPECT_EQ(shape.partAt(10.1), 1u);
  EXPECT_EQ(shape.partAt(10 + 1e-12), 0u);  // a rounding of lengths of 12
  EXPECT_EQ(shape.partAt(10 + 5e-11), 1u);
  EXPECT_LT((shape.restFrame(10 + std::numbers::pi * .25).center - Vec3(10, 0, -.5)).norm(), 1e-12);  // half a turn
  auto& mesh = scene.first<core::BaseMeshTopology>();
  EXPECT_EQ(mesh.edges().size(), 6u);
  EXPECT_EQ(mesh.position(3), Vec3(7.5, 0, 0));
  EXPECT_EQ(mesh.position(6), Vec3(12, 0, 0));
  EXPECT_EQ(scene.mapped<Rigid3Types>().positions()[5].center, Vec3(11, 0, 0));
}

// The third part begins where the second one is long, as references have it.
TEST(WireRestShape, TellsThatMoreThanTwoPartsAreDrawnWrong) {
  const CapturedMessages messages;
  const Scene scene(wire(straight + spire + "<RodStraightSection name='c' length='4' nbBeams='1' nbEdgesVisu='2'/>"));
  EXPECT_EQ(messages.warnings("more than two parts"), 1u);
  EXPECT_EQ(scene.first<core::BaseMeshTopology>().position(8), Vec3(6, 0, 0));
  EXPECT_EQ(scene.first<WireRestShape>().keyPoints().back(), 16);
}

TEST(WireNodes, DivideWhatNoWireBeforeReaches) {
  const std::vector<double> outer{0, 600, 1000}, inner{0, 980, 1000};
  const std::vector<int> outerBeams{40, 20}, innerBeams{50, 10};
  const std::vector<PushedWire> wires{{196, outer, outerBeams}, {114, inner, innerBeams}};
  const WireNodes nodes = placeNodes(wires, {}, 0.01);
  EXPECT_EQ(nodes.places, (std::vector<double>{0, 16, 36, 56, 76, 94, 96, 114, 116, 136, 156, 176, 196}));
  EXPECT_EQ(nodes.wires[7], (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(nodes.wires[8], (std::vector<std::size_t>{0}));
}

TEST(WireNodes, AreApartAndAtTheBordersOfRigidParts) {
  const std::vector<double> keys{0, 10};
  const std::vector<int> beams{5};
  const std::vector<PushedWire> wires{{4.005, keys, beams}};
  EXPECT_EQ(placeNodes(wires, {}, 0.01).places, (std::vector<double>{0, 2.005, 4.005}));
  const std::vector<double> rigid{1, 3, 7};
  EXPECT_EQ(placeNodes(wires, rigid, 0.01).places, (std::vector<double>{0, 1, 2.005, 3, 4.005}));
}

// Pushed out slowly enough the wire is straight, as long as xtip says but for the lag speed x rayleighStiffness of what
// is pressed in, and along the x axis of the entry.
TEST(InterventionalRadiologyController, PushesAStraightWireOut) {
  const Scene scene(
      wire(straight) + pushed("speed='1' xtip='0' rotationInstrument='0' startingPos='1 2 3 0 0 0.7071068 0.7071068'"),
      "dt='0.01' gravity='0 0 0'");
  scene.step(500);
  const auto& control = scene.first<Controller>();
  EXPECT_NEAR(control.d_xtip.value()[0], 5, 1e-6);
  EXPECT_EQ(control.nodes().size(), 4u);  // at 0, 1, 3 and 5
  EXPECT_EQ(control.d_indexFirstNode.value(), std::vector<type::Index>{8});
  const auto& x = nodes(scene).positions();
  EXPECT_LT((x[0].center - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_NEAR(x.back().center.y(), 2 + 5 - 0.1, 2e-3);
  EXPECT_LT(std::hypot(x.back().center.x() - 1, x.back().center.z() - 3), 1e-4);
}

// Without weight a spire that is out has its shape at rest: it is a circle of its diameter.
TEST(InterventionalRadiologyController, ASpireCurlsUp) {
  const Scene scene(wire(straight + spire) + pushed("step='2' xtip='0' rotationInstrument='0'"),
                    "dt='0.1' gravity='0 0 0'");
  auto& control = scene.first<Controller>();
  control.apply(Controller::Action::forward);
  scene.step(200);
  const auto& x = nodes(scene).positions();
  for (int k = 0; k <= 4; ++k) {
    const double angle = k * 2.0;  // a quarter of the length, by the radius
    const Vec3 circle(.25 * std::sin(angle), 0, .25 * (std::cos(angle) - 1));
    EXPECT_LT((x[static_cast<std::size_t>(7 + k)].center - circle).norm(), 2e-3) << k;
  }
}

TEST(InterventionalRadiologyController, TurnsAWire) {
  const Scene scene(wire(straight + spire) + pushed("step='2' angularStep='1.5707963' xtip='0' rotationInstrument='0'"),
                    "dt='0.1' gravity='0 0 0'");
  auto& control = scene.first<Controller>();
  control.apply(Controller::Action::forward);
  control.apply(Controller::Action::turnRight);
  EXPECT_NEAR(control.d_rotationInstrument.value()[0], std::numbers::pi / 2, 1e-6);
  scene.step(200);
  const Vec3 tip = nodes(scene).positions().back().center;  // that of the circle in the xz plane, turned about x
  EXPECT_NEAR(tip.y(), -.25 * (std::cos(8.0) - 1), 2e-3);
  EXPECT_NEAR(tip.z(), 0, 2e-3);
}

TEST(InterventionalRadiologyController, KeepsToTheWireAndDrawsItBack) {
  const Scene scene(wire(straight) + pushed("step='30' xtip='0' rotationInstrument='0'"), "dt='0.1' gravity='0 0 0'");
  auto& control = scene.first<Controller>();
  control.apply(Controller::Action::forward);
  scene.step();
  EXPECT_EQ(control.d_xtip.value()[0], 10);
  control.apply(Controller::Action::back);
  scene.step();
  EXPECT_LT(control.d_xtip.value()[0], 1e-6);
  EXPECT_EQ(control.nodes().size(), 1u);
  EXPECT_TRUE(control.wire(0).beams().empty());
}

TEST(InterventionalRadiologyController, ListensToKeysAndIsReset) {
  const Scene scene(wire(straight) + pushed("step='3' speed='2' xtip='1' rotationInstrument='0'"),
                    "dt='0.1' gravity='0 0 0'");
  auto& control = scene.first<Controller>();
  const auto press = [&](char key) {
    core::KeypressedEvent event(key);
    control.handleEvent(event);
  };
  scene.step();
  EXPECT_NEAR(control.d_xtip.value()[0], 1.2, 1e-12);
  press('/');  // stops
  press(19);
  scene.step();
  EXPECT_NEAR(control.d_xtip.value()[0], 4.2, 1e-12);
  press('/');  // draws back
  scene.step();
  EXPECT_NEAR(control.d_xtip.value()[0], 4.0, 1e-12);
  simulation::reset(*scene.root);
  EXPECT_NEAR(control.d_xtip.value()[0], 1, 1e-12);
  EXPECT_EQ(control.wire(0).beams().size(), 1u);
  scene.step();
  EXPECT_NEAR(control.d_xtip.value()[0], 1.2, 1e-12);
}

TEST(InterventionalRadiologyController, InitialisedAgainAfterStepsItStartsWhereItDidAtFirst) {
  const Scene scene(wire(straight) + pushed("step='3' speed='2' xtip='1' rotationInstrument='0'"),
                    "dt='0.1' gravity='0 0 0'");
  auto& control = scene.first<Controller>();
  control.apply(Controller::Action::forward);
  control.apply(Controller::Action::turnRight);
  scene.step(2);
  simulation::initRoot(*scene.root);
  EXPECT_NEAR(control.d_xtip.value()[0], 4.4, 1e-12) << "it goes on from where it is";
  simulation::reset(*scene.root);
  EXPECT_NEAR(control.d_xtip.value()[0], 1, 1e-12);
  EXPECT_EQ(control.d_rotationInstrument.value()[0], 0);
  scene.step();
  EXPECT_NEAR(control.d_xtip.value()[0], 1.2, 1e-12);
  control.d_xtip.set({2});
  simulation::initRoot(*scene.root);
  simulation::reset(*scene.root);
  EXPECT_NEAR(control.d_xtip.value()[0], 2, 1e-12) << "what somebody gave is a start";
}

// Both wires are there at the first nodes: stiffness and mass add up, and the outer one alone goes on.
TEST(InterventionalRadiologyController, WiresInEachOtherShareNodes) {
  const CapturedMessages messages;
  const Scene scene(wire(straight) +
                        wire("<RodStraightSection name='a' length='8' radius='.05' nbBeams='4'/>", "thin") +
                        pushed("instruments='beam inner' xtip='5 3.5' rotationInstrument='0 0'", 12, "",
                               "<WireBeamInterpolation name='inner' WireRestShape='@../thin/shape'/>"
                               "<AdaptiveBeamForceFieldAndMass interpolation='@inner'/>"),
                    "dt='0.1' gravity='0 0 0'");
  EXPECT_EQ(messages.warnings("a mass already"), 0u);
  const auto& control = scene.first<Controller>();
  EXPECT_EQ(control.nodes().places, (std::vector<double>{0, 1, 3, 3.5, 5}));
  EXPECT_EQ(control.wire(0).beams().size(), 4u);
  EXPECT_EQ(control.wire(1).beams().size(), 3u);
  EXPECT_NEAR(control.wire(1).beams()[0].start, 4.5, 1e-12);
  EXPECT_EQ(control.wire(1).beams()[2].nodes, control.wire(0).beams()[2].nodes);
}

TEST(InterventionalRadiologyController, MappedPointsKeepTheirPlaceOnTheWire) {
  const Scene scene(wire(straight) + pushed("step='2' xtip='4' rotationInstrument='0'", 12,
                                            "<Node name='points'><MechanicalObject position='9.5 .2 0  7 0 0  1 0 "
                                            "0'/><AdaptiveBeamMapping interpolation='@../beam'/></Node>"),
                    "dt='0.1' gravity='0 0 0'");
  auto& mapping = scene.first<AdaptiveBeamMapping>();
  const auto& x = mapping.l_output->positions();
  EXPECT_LT((x[0] - Vec3(0, .2, 0)).norm(), 1e-9);  // what is out begins at the entry
  scene.step(100);
  EXPECT_LT((x[0] - Vec3(3.5, .2, 0)).norm(), 1e-3);
  EXPECT_LT((x[1] - Vec3(1, 0, 0)).norm(), 1e-3);
  EXPECT_LT(x[2].norm(), 1e-9);  // still inside
  scene.first<Controller>().apply(Controller::Action::forward);
  scene.step(100);
  EXPECT_LT((x[0] - Vec3(5.5, .2, 0)).norm(), 1e-3);
  EXPECT_EQ(mapping.d_segmentsCurvAbs.value().size(), 4u);
}

const std::string touching =
    "<Node name='touch'><EdgeSetTopologyContainer/><EdgeSetTopologyModifier/><MechanicalObject/>"
    "<MultiAdaptiveBeamMapping ircontroller='../control'/></Node>";

// 20 edges on 10: every half, counted back from the tip.
TEST(MultiAdaptiveBeamMapping, PointsFollowWhatIsOut) {
  const Scene scene(wire(straight) + pushed("step='1' xtip='3.2' rotationInstrument='0'", 12, touching),
                    "dt='0.1' gravity='0 0 0'");
  scene.step(200);
  const auto& mapping = scene.first<MultiAdaptiveBeamMapping>();
  const auto& x = mapping.l_output->positions();
  const std::vector<double> places{0, .2, .7, 1.2, 1.7, 2.2, 2.7, 3.2};
  ASSERT_EQ(x.size(), places.size());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((x[i] - Vec3(places[i], 0, 0)).norm(), 1e-3) << i;
  EXPECT_EQ(mapping.l_topology->edges().size(), 7u);
  scene.first<Controller>().apply(Controller::Action::forward);
  scene.step();
  EXPECT_EQ(x.size(), 10u);
  EXPECT_EQ(mapping.l_topology->nbPoints(), 10u);
  EXPECT_EQ(mapping.l_topology->edges().back(), type::Edge(8, 9));
  scene.first<Controller>().apply(Controller::Action::back);
  scene.step(2);
  EXPECT_EQ(x.size(), 8u);
}

// Where the outer wire ends the inner one goes on, with its own edges.
TEST(MultiAdaptiveBeamMapping, PointsAreOnTheOuterWire) {
  const Scene scene(wire(straight) +
                        wire("<RodStraightSection name='a' length='8' radius='.05' nbEdgesCollis='8'/>", "thin") +
                        pushed("instruments='beam inner' xtip='1 4.3' rotationInstrument='0 0'", 12, touching,
                               "<WireBeamInterpolation name='inner' WireRestShape='@../thin/shape'/>"
                               "<AdaptiveBeamForceFieldAndMass interpolation='@inner'/>"),
                    "dt='0.1' gravity='0 0 0'");
  scene.step(200);
  const auto& x = scene.first<MultiAdaptiveBeamMapping>().l_output->positions();
  const std::vector<double> places{0, .5, 1, 1.3, 2.3, 3.3, 4.3};
  ASSERT_EQ(x.size(), places.size());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((x[i] - Vec3(places[i], 0, 0)).norm(), 2e-3) << i;
}

TEST(MultiAdaptiveBeamMapping, VelocitiesAreTheDerivativeOfPositions) {
  const Scene scene(wire(straight) + pushed("xtip='4' rotationInstrument='0'", 12, touching),
                    "dt='0.1' gravity='0 0 0'");
  scene.step(100);
  auto& mapping = scene.first<MultiAdaptiveBeamMapping>();
  auto nodes = mapping.l_input->positions();
  const auto random = test::randomVector(static_cast<int>(2 * 6 * nodes.size()));
  std::vector<type::Vec6> v(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t c = 0; c < 6; ++c) v[i][static_cast<Eigen::Index>(c)] = random[6 * i + c];
    const auto* bend = &random[6 * (nodes.size() + i)];
    nodes[i].orientation = type::exponential(Vec3(bend[0], bend[1], bend[2]) * 0.3) * nodes[i].orientation;
  }
  const std::size_t count = mapping.l_output->size();
  const auto at = [&](double t) {
    auto moved = nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      moved[i].center += t * v[i].head<3>();
      moved[i].orientation = type::exponential(Vec3(t * v[i].tail<3>())) * moved[i].orientation;
    }
    std::vector<Vec3> out(count);
    mapping.apply(out, moved);
    return out;
  };
  const auto plus = at(1e-6), minus = at(-1e-6);
  at(0);
  std::vector<Vec3> out(count);
  mapping.applyJ(out, v);
  for (std::size_t i = 0; i < count; ++i) EXPECT_LT(((plus[i] - minus[i]) / 2e-6 - out[i]).norm(), 1e-7) << i;
  double power = 0, back = 0;
  std::vector<type::Vec6> f(nodes.size(), type::Vec6::Zero());
  mapping.applyJT(f, out);
  for (const Vec3& u : out) power += u.squaredNorm();
  for (std::size_t i = 0; i < v.size(); ++i) back += f[i].dot(v[i]);
  EXPECT_NEAR(power, back, 1e-10);
}

// A wire that is pushed against a wall stays in front of it.
TEST(MultiAdaptiveBeamMapping, WiresMeetAWall) {
  const std::string collision =
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><LocalMinDistance alarmDistance='.4' "
      "contactDistance='.1'/><CollisionResponse "
      "response='FrictionContactConstraint'/><BlockGaussSeidelConstraintSolver "
      "tolerance='1e-8' maxIterations='1000'/><Node><MeshTopology position='3 -9 -9  3 -9 9  3 9 0' triangles='0 1 "
      "2'/><MechanicalObject/><TriangleCollisionModel simulated='0' moving='0'/></Node>";
  std::string touchingWall = touching;
  touchingWall.insert(touchingWall.rfind("</Node>"), "<LineCollisionModel/><PointCollisionModel/>");
  auto root = simulation::readSceneText(
      "<Node dt='0.02' gravity='0 0 -1'><FreeMotionAnimationLoop/>" + collision + wire(straight) +
      pushed("speed='1' xtip='0.1' rotationInstrument='0'", 12, "<LinearSolverConstraintCorrection/>" + touchingWall) +
      "</Node>");
  simulation::initRoot(*root);
  for (int i = 0; i < 250; ++i) simulation::animate(*root);
  const auto& x = root->down<MultiAdaptiveBeamMapping>()->l_output->positions();
  EXPECT_GT(x.size(), 8u);
  for (const Vec3& p : x) {
    EXPECT_TRUE(p.allFinite());
    EXPECT_LT(p.x(), 3 - .1 + 5e-3);
  }
  EXPECT_GT(x.back().x(), 2.5);
}

TEST(InterventionalRadiologyController, RestsWithoutItsWire) {
  const Scene scene(wire(straight) + pushed("speed='1' xtip='4' rotationInstrument='0'"), "dt='0.1' gravity='0 0 0'");
  scene.step();
  auto& part = scene.first<RodStraightSection>();
  part.context()->removeComponent(&part);
  const auto before = scene.first<Controller>().d_xtip.value();
  scene.step();
  EXPECT_EQ(scene.first<Controller>().d_xtip.value(), before);
}

TEST(BeamAdapterActionController, PlaysActionsAndWritesThemDown) {
  const std::string actions =
      "<BeamAdapterActionController writeMode='0' actions='1 1 3' timeSteps='0.1 0.1 0.35' "
      "interventionController='@control'/>";
  const Scene scene(wire(straight) + pushed("step='2' speed='9' xtip='1' rotationInstrument='0'", 12, actions),
                    "dt='0.1' gravity='0 0 0'");
  const auto& control = scene.first<Controller>();
  scene.step(1);
  EXPECT_EQ(control.d_xtip.value()[0], 1);  // nothing moves by itself
  scene.step(1);
  EXPECT_EQ(control.d_xtip.value()[0], 3);  // one action a step
  scene.step(1);
  EXPECT_EQ(control.d_xtip.value()[0], 5);
  EXPECT_EQ(control.d_rotationInstrument.value()[0], 0);
  scene.step(2);
  EXPECT_GT(control.d_rotationInstrument.value()[0], 0.1);
  const Scene written(wire(straight) + pushed("xtip='1' rotationInstrument='0'", 12,
                                              "<BeamAdapterActionController interventionController='@control'/>"),
                      "dt='0.1' gravity='0 0 0'");
  written.step(2);
  auto& writer = written.first<BeamAdapterActionController>();
  core::KeypressedEvent up(19);
  writer.handleEvent(up);
  EXPECT_EQ(writer.d_actions.value(), std::vector<int>{1});
  EXPECT_NEAR(writer.d_timeSteps.value().at(0), 0.2, 1e-12);
}

TEST(InterventionalRadiologyController, BadInput) {
  const auto errors = [](const std::string& text, const std::string& part) {
    const CapturedMessages messages;
    const Scene scene(text, "dt='0.1' gravity='0 0 0'");
    scene.step();
    return messages.errors(part);
  };
  EXPECT_EQ(errors(wire(straight) + pushed("instruments='other'"), "no WireBeamInterpolation \"other\""), 1u);
  EXPECT_EQ(errors(wire(straight) + pushed("instruments=''"), "There is no instrument"), 1u);
  EXPECT_EQ(errors(wire(straight) + pushed("controlledInstrument='2'"), "there are 1 instruments"), 1u);
  EXPECT_EQ(errors(wire(straight) + pushed("xtip='9' rotationInstrument='0'", 3), "needs 6 nodes"), 1u);
  EXPECT_EQ(errors("<MechanicalObject template='Rigid3d'/><Node><MechanicalObject/><MultiAdaptiveBeamMapping/></Node>",
                   "No wires are pushed out"),
            1u);
  EXPECT_EQ(errors("<RodStraightSection length='0'/>", "must be positive"), 1u);
  EXPECT_EQ(errors("<RodStraightSection innerRadius='2'/>", "no area"), 1u);
  EXPECT_EQ(errors("<RodSpireSection spireDiameter='0'/>", "spireDiameter"), 1u);
  EXPECT_EQ(errors("<WireRestShape/>", "no parts"), 1u);
  EXPECT_EQ(errors(wire(straight) + pushed("", 12, "<BeamAdapterActionController actions='1'/>"), "give a time"), 1u);
  EXPECT_EQ(errors(wire(straight) + pushed("", 12, "<BeamAdapterActionController actions='99' timeSteps='0'/>"),
                   "actions: 99"),
            1u);
}

}  // namespace
}  // namespace sofa::component::beam
