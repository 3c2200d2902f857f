// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/DrawnForm.h"
#include "Component/SceneText.h"
#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Testing/ForceFieldCheck.h"
#include "Sofa/Testing/MappingCheck.h"
#include "TemporaryFolder.h"

/// The plugin tests/plugins/SofaStyle: a force field, a mapping, an engine and a controller as one writes them for SOFA
/// v26.06, with its header names. Only the CMakeLists.txt is ours.
namespace sofa::tests {
namespace {

using test::ForceScene;
using type::Vec3;

const std::string chain =
    "<MeshTopology name='mesh' position='0 0 0  1 0 0  2 0.5 0  2.5 1 1' edges='0 1  1 2  2 3'/>"
    "<MechanicalObject name='dofs' template='Vec3d' rest_position='0 0 0  1 0 0  2 0.5 0  2.5 1 1' "
    "position='0.1 0 0  1 0.2 0  2 0.5 -0.3  2.5 1.2 1' velocity='0 0 1  1 0 0  0 2 0  1 1 1'/>";
const std::string tethers = "<TetherForceField stiffness='300' damping='4'/>";

class SofaStyle : public testing::Test {
 protected:
  void SetUp() override {
    const auto result = core::PluginManager::instance().load("SofaStyle");
    ASSERT_TRUE(result.loaded) << result.message;
  }

  /// Positions of all states after some steps of a scene without any message.
  static std::vector<double> run(const std::string& content, int steps = 30) {
    CapturedMessages messages;
    const Scene scene(content, "dt='0.02' gravity='0 -9.81 0'");
    scene.step(steps);
    EXPECT_TRUE(messages.messages.empty()) << messages.messages.front().text;
    const auto x = scene.first<core::BaseState>().hostRead(core::vec::position);
    return {x.begin(), x.end()};
  }
  static void expectSame(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
    ASSERT_EQ(a.size(), b.size());
    ASSERT_GT(a.size(), 0u);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "entry " << i;
  }
  static std::string values(const core::Base& component, const char* data) { return component.findData(data)->text(); }
};

const std::string direct = "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";
const std::string matrixFree = "<CGLinearSolver iterations='300' tolerance='1e-14' threshold='1e-40'/>";
const std::string body = "<EulerImplicitSolver rayleighStiffness='0.02'/>";

TEST_F(SofaStyle, RegisterObjectsNamesClassesTemplatesAndHelp) {
  const auto& factory = core::ObjectFactory::instance();
  ASSERT_NE(factory.find("TetherForceField"), nullptr);
  EXPECT_EQ(factory.find("TetherForceField")->module, "SofaStyle");
  EXPECT_EQ(factory.find("TetherForceField")->help, "Damped springs along the edges of a mesh.");
  EXPECT_EQ(factory.find("TetherForceField")->defaultTemplate, "Vec3d");
  EXPECT_TRUE(factory.find("TetherForceField")->creators.contains("Vec2d"));
  EXPECT_TRUE(factory.find("PolarMapping")->creators.contains("Vec3d,Vec1d"));
  EXPECT_TRUE(factory.find("CentroidEngine")->creators.contains("Vec2d")) << "a class of no contract with data types";
  EXPECT_TRUE(factory.find("ThrustController")->creators.contains(""));
}

TEST_F(SofaStyle, ForceFieldMovesAsOurOwn) {
  const std::string rest = chain + "<UniformMass totalMass='4'/><FixedProjectiveConstraint indices='0'/>";
  const std::string own =
      "<SpringForceField spring='0 1 300 0 1  1 2 300 0 1.118033988749895  2 3 300 0 1.224744871391589'/>";
  const auto expected = run(body + direct + rest + own);
  EXPECT_GT(std::abs(expected[10] - 1.2), 0.05) << "nothing moves: the comparison says nothing";
  expectSame(run(body + direct + rest + "<TetherForceField stiffness='300'/>"), expected, 1e-9);
  expectSame(run(body + matrixFree + rest + "<TetherForceField stiffness='300'/>"), expected, 1e-8);
  expectSame(run(body + matrixFree + rest + tethers), run(body + direct + rest + tethers), 1e-8);
}

TEST_F(SofaStyle, ForceFieldHasTheDerivativesOfItsForce) {
  const ForceScene scene(chain + tethers);
  EXPECT_EQ(scene.errors + scene.warnings, 0u);
  test::checkTangent(ForceScene(chain + "<TetherForceField stiffness='300'/>"), 1e-5);
  test::checkDamping(scene, 1e-6);
  test::checkEnergy(ForceScene(chain + "<TetherForceField stiffness='300'/>"), 1e-6);
}

TEST_F(SofaStyle, ForceFieldInThePlane) {
  const ForceScene scene(
      "<MeshTopology edges='0 1'/><MechanicalObject template='Vec2d' rest_position='0 0  1 0' position='0 0  3 0'/>"
      "<TetherForceField template='Vec2d' stiffness='10'/>");
  test::expectNear(scene.forces(), {20, 0, -20, 0});
}

TEST_F(SofaStyle, DataOptionsLinksAndMessages) {
  CapturedMessages messages;
  const Scene scene(
      "<Node name='a'><MeshTopology name='mesh' edges='0 1'/><MechanicalObject position='0 0 0 0 3 4'/>"
      "<TetherForceField name='tethers' printLog='1'/></Node>"
      "<Node name='b'><MechanicalObject position='0 0 0  1 0 0'/><TetherForceField topology='@../a/mesh'/></Node>"
      "<Node name='c'><MechanicalObject/><TetherForceField/></Node>"
      "<Node name='d'><MechanicalObject/><MeshTopology name='empty'/><TetherForceField/></Node>");
  auto& tethers = *scene.root->children().at(0)->down<core::BaseForceField>();
  EXPECT_EQ(values(tethers, "lengths"), "5");
  EXPECT_TRUE(tethers.findData("lengths")->options().readOnly);
  EXPECT_EQ(tethers.findData("stiffness")->options().group, "Material");
  EXPECT_EQ(tethers.d_componentState.value(), core::ComponentState::Valid);
  EXPECT_EQ(values(*scene.root->children().at(1)->down<core::BaseForceField>(), "lengths"), "1");
  EXPECT_EQ(messages.count(helper::Severity::Info, "the one of this context is used"), 1u) << "msg_info, if printLog";
  EXPECT_EQ(messages.errors("No topology found in /c"), 1u);
  EXPECT_FALSE(scene.root->children().at(2)->down<core::BaseForceField>()->isValid());
  EXPECT_EQ(messages.warnings("/d/empty has no edges"), 1u) << "msg_warning_when";
}

TEST_F(SofaStyle, DrawsAndHasABox) {
  const Scene scene("<MeshTopology edges='0 1'/><MechanicalObject position='0 0 0  1 2 3'/><TetherForceField/>");
  auto& tethers = scene.first<core::BaseForceField>();
  EXPECT_TRUE(DrawnForm(tethers).empty()) << "showForceFields is off";
  const auto lines = DrawnForm(tethers, {"showForceFields"}).lines();
  ASSERT_EQ(lines.size(), 2u);
  expectAt(lines[1].position, Vec3(1, 2, 3));
  EXPECT_EQ(lines[1].color, rgb(0, 1, 0));
  EXPECT_EQ(lines[1].size, 2);
  tethers.d_bbox.set({});
  tethers.computeBoundingBox();
  expectAt(tethers.d_bbox.value().max, Vec3(1, 2, 3));
}

TEST_F(SofaStyle, MappingHasTheDerivativesOfItsMap) {
  const Scene scene(chain + "<Node name='m'><MechanicalObject template='Vec1d'/><PolarMapping center='0 1 0'/></Node>");
  EXPECT_DOUBLE_EQ(scene.mapped<type::Vec1Types>().positions()[0][0], (0.01 + 1) / 2);
  test::MappingCheck check(scene.first<core::Mapping<type::Vec3Types, type::Vec1Types>>());
  check.derivative();
  check.transpose();
  check.geometricStiffness();
}

TEST_F(SofaStyle, MappingMovesTheSameInEverySystem) {
  const std::string mapped = chain + "<UniformMass totalMass='4'/>" + tethers +
                             "<Node name='m'><MechanicalObject template='Vec1d'/><PolarMapping center='0 1 0'/>"
                             "<ConstantForceField template='Vec1d' indices='0 1 2 3' forces='-3 -2 -5 -4'/></Node>";
  expectSame(run(body + matrixFree + mapped, 10), run(body + direct + mapped, 10), 1e-8);
}

TEST_F(SofaStyle, MappingsFromTwoKindsOfStates) {
  const std::string mapped =
      "<Node name='points'><MechanicalObject name='dofs' position='0 0 0  2 0 0'/><UniformMass totalMass='2'/></Node>"
      "<Node name='body'><MechanicalObject name='dofs' template='Rigid3d' position='0 4 0 0 0 0 1'/><UniformMass "
      "totalMass='1'/></Node><Node name='m'><MechanicalObject name='dofs'/><PairMeanMapping input1='@../points/dofs' "
      "input2='@../body/dofs' output='@dofs'/><ConstantForceField indices='0' forces='6 0 0'/>"
      "<RestShapeSpringsForceField stiffness='100'/></Node>";
  const Scene scene(body + direct + mapped, "dt='0.02' gravity='0 0 0'");
  expectAt(scene.root->children().at(2)->local<core::State<type::Vec3Types>>()->positions()[1], Vec3(1, 2, 0));
  expectSame(run(body + matrixFree + mapped, 10), run(body + direct + mapped, 10), 1e-8);
  CapturedMessages messages;
  const Scene incomplete("<MechanicalObject name='dofs'/><PairMeanMapping input1='@dofs' output='@dofs'/>");
  EXPECT_EQ(messages.errors("input1, input2 and output have to name states"), 1u);
}

TEST_F(SofaStyle, EngineFollowsItsInputs) {
  const Scene scene(
      "<CentroidEngine name='given' position='0 0 0  2 0 0  0 4 0' weights='1 1 2'/>"
      "<CentroidEngine name='plane' template='Vec2d' position='0 0  2 4'/>"
      "<Node name='body'><EulerExplicitSolver/><MechanicalObject name='dofs' position='1 2 3  3 2 1' "
      "velocity='1 0 0 1 0 0'/><UniformMass vertexMass='1'/></Node>"
      "<CentroidEngine name='moving' position='@body/dofs.position'/>"
      "<MechanicalObject name='follower' position='@moving.centroid'/>");
  const auto& components = scene.root->components();
  const auto find = [&](const std::string& name) -> core::Component& {
    return **std::ranges::find_if(components, [&](const auto& c) { return c->name() == name; });
  };
  EXPECT_EQ(values(find("given"), "centroid"), "0.5 2 0");
  EXPECT_EQ(values(find("plane"), "centroid"), "1 2");
  EXPECT_EQ(values(find("follower"), "position"), "2 2 2");
  scene.step();
  EXPECT_EQ(values(find("moving"), "centroid"), "2.1 2 2");
  find("given").setAttribute("weights", "1 1 0");
  EXPECT_EQ(values(find("given"), "centroid"), "1 0 0") << "an input changed: computed when it is read";
}

TEST_F(SofaStyle, EnginesDrawAndHearEvents) {
  const Scene scene("<CentroidEngine position='0 0 0  2 0 0' listening='1'/>");
  scene.step(3);
  const auto& engine = *scene.root->components().back();
  EXPECT_EQ(values(engine, "steps"), "3");
  EXPECT_TRUE(DrawnForm(engine).empty());
  const auto points = DrawnForm(engine, {"showBehaviorModels"}).points();
  ASSERT_EQ(points.size(), 1u);
  expectAt(points[0].position, Vec3(1, 0, 0));
}

TEST_F(SofaStyle, FilesChoicesAndValuesThatFollowTheMesh) {
  const TemporaryFolder folder;
  const std::string file = "filename='" + folder.write("strengths.txt", "10 20 30") + "'";
  const std::string points =
      "<PointSetTopologyContainer position='1 0 0  2 0 0  0 3 0'/><PointSetTopologyModifier/><MechanicalObject/>";
  const ForceScene linear(points + "<ProfileForceField points='0 2' " + file + "/>");
  test::expectNear(linear.forces(), {-10, 0, 0, 0, 0, 0, 0, -90, 0});
  const ForceScene cubic(points + "<ProfileForceField points='0 2' law='cubic' " + file + "/>");
  test::expectNear(cubic.forces(), {-10, 0, 0, 0, 0, 0, 0, -810, 0});
  const Scene scene(points + "<ProfileForceField points='1 2' law='1' " + file + "/>");
  auto& force = scene.first<core::BaseForceField>();
  EXPECT_EQ(values(force, "law"), "cubic");
  force.reinit();  // the first point goes, and the last one takes its number
  EXPECT_EQ(scene.state<type::Vec3Types>().size(), 2u);
  EXPECT_EQ(values(force, "strengths"), "30 20");
  EXPECT_EQ(values(force, "points"), "1 0");
}

TEST_F(SofaStyle, WithoutItsFileTheComponentSaysSo) {
  CapturedMessages messages;
  const Scene scene("<MechanicalObject/><ProfileForceField filename='none.txt'/>");
  EXPECT_EQ(messages.errors("none.txt has 0 strengths"), 1u);
}

TEST_F(SofaStyle, ControllerIsToldOfSteps) {
  const Scene scene(
      "<EulerExplicitSolver symplectic='1'/><MechanicalObject name='dofs' position='0 0 0'/><UniformMass "
      "vertexMass='1'/><ThrustController acceleration='2 1 1' until='0.5'/>");
  scene.step(8);
  EXPECT_NEAR(scene.state<type::Vec3Types>().velocities()[0].x(), 1, 1e-12) << "five steps of 0.1 s with 2 m/s^2";
  auto& thrust = *std::ranges::find_if(scene.root->components(), [](const auto& c) {
                    return c->className() == "ThrustController";
                  })->get();
  EXPECT_EQ(values(thrust, "steps"), "8");
  core::KeypressedEvent key('T');
  scene.root->broadcast(key);
  EXPECT_EQ(values(thrust, "acceleration"), "-2 -1 -1");
}

TEST_F(SofaStyle, ControllerWithoutStateSaysSo) {
  CapturedMessages messages;
  const Scene scene("<ThrustController/>");
  scene.step();
  EXPECT_EQ(messages.errors("No state to push"), 1u);
}

}  // namespace
}  // namespace sofa::tests
