// SPDX-License-Identifier: Apache-2.0
// A written scene loads again and moves as the first one does.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "SolidScenes.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

void expectSameMotionAfterWriting(const std::string& scene) {
  tests::CapturedMessages said;
  const auto first = start(scene);
  const auto unstarted = simulation::readSceneText(scene);
  const std::string written = simulation::sceneText(*unstarted);
  const auto second = start(written);
  EXPECT_EQ(bits(*first), bits(*second)) << written;
  steps(*first, 5);
  steps(*second, 5);
  EXPECT_FALSE(bits(*first).empty());
  EXPECT_EQ(bits(*first), bits(*second)) << written;
  EXPECT_EQ(simulation::sceneText(*simulation::readSceneText(written)), written) << "writing is stable";
  EXPECT_EQ(said.errors(), 0u);
}

TEST(SceneWriter, tetraBeam) { expectSameMotionAfterWriting(tetraBeam(4, 3, 3)); }
TEST(SceneWriter, hexaBeam) { expectSameMotionAfterWriting(hexaBeam(4, 3, 3)); }
TEST(SceneWriter, explicitSolver) { expectSameMotionAfterWriting(hexaBeam(3, 2, 2, "<RungeKutta4Solver/>")); }

TEST(SceneWriter, mappedChild) {
  expectSameMotionAfterWriting(
      sceneAround(implicitSolver + "<MechanicalObject name='frame' template='Rigid3' position='0 0 0 0.1 0.2 0.3 "
                                   "0.9273618495495703' velocity='0 1 0 1 2 3'/>"
                                   "<UniformMass vertexMass='2 1 [1 0 0 0 2 0 0 0 3]'/>"
                                   "<Node name='points'><MechanicalObject position='0.1 0.2 0.3 1 0 0'/><RigidMapping/>"
                                   "<ConstantForceField indices='1' forces='0 1e-3 0.333333333333333'/></Node>"));
}

TEST(SceneWriter, springsAndLegacyAttributes) {
  expectSameMotionAfterWriting(
      sceneAround("<EulerExplicitSolver/><MechanicalObject position='0 0 0 1 0 0 2 0 0' dx='0.1' scale='1.3' "
                  "velocity='0 0 0 1 1 0 0 0 1'/>"
                  "<UniformMass vertexMass='0.1'/><SpringForceField spring='0 1 10 0.1 0.9 1 2 10 0.3 1.1'/>"
                  "<FixedProjectiveConstraint indices='0'/>"));
}

TEST(SceneWriter, specialCharactersAreEscaped) {
  auto root = simulation::Node::createRoot("r");
  root->createChild("a<b>&\"c'");
  const auto again = simulation::readSceneText(simulation::sceneText(*root));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->children()[0]->name(), "a<b>&\"c'");
}

TEST(SceneWriter, valuesAreExactAndLinksStayLinks) {
  const auto root = simulation::readSceneText(
      "<Node name='r' dt='0.1'><MechanicalObject name='a' position='0.1 0.30000000000000004 1e-300'/>"
      "<MechanicalObject name='b' position='@a.position'/></Node>");
  const std::string text = simulation::sceneText(*root);
  EXPECT_NE(text.find("0.1 0.30000000000000004 1e-300"), std::string::npos) << text;
  EXPECT_NE(text.find("position=\"@a.position\""), std::string::npos) << text;
}

TEST(SceneWriter, onlyABoundingBoxOfTheSceneIsWritten) {
  const std::string body = "<MechanicalObject showObject='1' position='1 2 3'/>";
  const auto root =
      start(sceneAround("<Node name='a' bbox='0 0 0 9 9 9'>" + body + "</Node><Node name='b'>" + body + "</Node>"));
  const std::string text = simulation::sceneText(*root);
  EXPECT_NE(text.find("bbox=\"0 0 0 9 9 9\""), std::string::npos) << text;
  EXPECT_EQ(text.find("bbox"), text.rfind("bbox")) << text;
}

TEST(SceneWriter, filesThatCannotBeWritten) {
  const auto root = simulation::Node::createRoot("r");
  EXPECT_FALSE(simulation::writeScene(*root, "/no/such/folder/scene.scn"));
  const tests::TemporaryFolder folder;
  const std::string file = (folder.path() / "scene.scn").string();
  EXPECT_TRUE(simulation::writeScene(*root, file));
  EXPECT_TRUE(simulation::readScene(file));
}

}  // namespace
}  // namespace sofa::test
