// SPDX-License-Identifier: Apache-2.0
// Comments and includes of a scene file outlive loading, running and saving.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "SolidScenes.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

core::Base* findPlaced(simulation::Node& root, const std::string& path) {
  return core::findObjectByPath(root, "@" + path);
}

std::shared_ptr<simulation::Node> openLayout(const std::string& file) {
  auto root = simulation::readScene(file);
  if (!root) throw std::runtime_error("the scene cannot be read");
  simulation::initRoot(*root);
  return root;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

// --- Comments --------------------------------------------------------------------------------------------------------

TEST(SceneLayout, commentsStayWhereTheyWere) {
  const std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<!-- A scene\n     of two lines -->\n"
      "<Node name=\"r\" dt=\"0.1\">\n"
      "  <!-- The loop. -->\n"
      "  <!-- It is & was < simple. -->\n"
      "  <DefaultAnimationLoop name=\"loop\"/> <!-- beside it -->\n"
      "  <!-- A body. -->\n"
      "  <Node name=\"a\">\n"
      "    <MechanicalObject template=\"Vec3d\" name=\"dofs\" position=\"0 0 0\"/>\n"
      "    <!-- nothing more -->\n"
      "  </Node>\n"
      "  <Node name=\"empty\">\n"
      "    <!-- not yet -->\n"
      "  </Node>\n"
      "  <!-- end -->\n"
      "</Node> <!-- behind -->\n";
  const auto root = start(text);
  steps(*root, 2);
  EXPECT_EQ(simulation::sceneText(*root), text);
}

TEST(SceneLayout, commentsGoWithWhatTheyBelongTo) {
  const auto root = start(
      "<Node name='r'><DefaultAnimationLoop/>\n<!-- held --><Node name='a'/>\n<Node name='b'/>\n"
      "<!-- never made --><Unheard/></Node>");
  auto a = std::static_pointer_cast<core::Node>(findPlaced(*root, "/a")->shared_from_this());
  root->removeChild(a.get());
  EXPECT_FALSE(has(simulation::sceneText(*root), "held"));
  root->addChild(a);
  const auto text = simulation::sceneText(*root);
  EXPECT_TRUE(has(text, "<Node name=\"b\"/>\n  <!-- held -->\n  <Node name=\"a\"/>\n")) << text;
  EXPECT_TRUE(has(text, "<!-- never made -->\n  <Unheard/>")) << text;
}

TEST(SceneLayout, commentsInsideComponentsAreKept) {
  const auto root = start(
      "<Node name='r'><DefaultAnimationLoop/><MechanicalObject name='m'><!-- in it --><Attribute type='position'>"
      "<!-- the place --><Data value='1 2 3'/></Attribute></MechanicalObject></Node>");
  const auto text = simulation::sceneText(*root);
  EXPECT_TRUE(has(text, "<!-- in it -->")) << text;
  EXPECT_TRUE(has(text, "<!-- the place -->")) << text;
}

TEST(SceneLayout, copiesTakeTheirComments) {
  const auto root = start("<Node name='r'><DefaultAnimationLoop/>\n<!-- body --><Node name='a'/></Node>");
  const auto made = simulation::readSceneFragment(simulation::objectText(*findPlaced(*root, "/a")), *root);
  ASSERT_EQ(made.problem, "");
  core::markAsScene(*made.objects.at(0));
  EXPECT_TRUE(has(simulation::sceneText(*root), "<!-- body -->\n  <Node name=\"a2\"/>"));
}

// --- Includes --------------------------------------------------------------------------------------------------------

/// A scene that includes a group of components, a node with a mesh file, and a node of nodes.
class Includes : public testing::Test {
 protected:
  void SetUp() override {
    folder.write("scenes/parts/solver.xml",
                 "<Node name='Group'><!-- of the group --><EulerExplicitSolver name='ode'/><CGLinearSolver "
                 "iterations='9' tolerance='1e-9' threshold='1e-9'/></Node>");
    folder.write("scenes/parts/tri.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("scenes/parts/mesh.xml",
                 "<Node name='mesh'><MeshOBJLoader name='l' filename='tri.obj'/>"
                 "<MechanicalObject name='dofs' position='@l.position' showObject='0'/><UniformMass totalMass='1'/>"
                 "</Node>");
    folder.write("scenes/parts/both.xml",
                 "<Node name='both'><include href='solver.xml'/><include name='left' href='mesh.xml'/></Node>");
    file = folder.write("scenes/a.scn",
                        "<Node name=\"r\" dt=\"0.01\">\n  <DefaultAnimationLoop/>\n  <!-- how -->\n"
                        "  <include href=\"parts/solver.xml\"/> <!-- to solve -->\n"
                        "  <include href=\"parts/mesh.xml\" showObject=\"1\"/>\n"
                        "  <include name=\"two\" href=\"parts/both.xml\"/>\n</Node>");
  }

  std::string save(simulation::Node& root, const std::string& name = "scenes/b.scn") {
    saved = folder.file(name);
    EXPECT_TRUE(simulation::writeScene(root, saved));
    return folder.read(name);
  }
  void expectSameRun(simulation::Node& first) {
    simulation::reset(first);
    const auto second = openLayout(saved);
    EXPECT_EQ(bits(first), bits(*second));
    steps(first, 3);
    steps(*second, 3);
    EXPECT_FALSE(bits(first).empty());
    EXPECT_EQ(bits(first), bits(*second));
    const auto place = std::filesystem::path(saved).parent_path();
    EXPECT_EQ(simulation::sceneText(*second, place), simulation::sceneText(first, place)) << "writing is stable";
  }

  tests::TemporaryFolder folder;
  std::string file, saved;
};

TEST_F(Includes, areWrittenBack) {
  tests::CapturedMessages said;
  const auto root = openLayout(file);
  steps(*root, 3);
  const auto text = save(*root);
  EXPECT_TRUE(has(text,
                  "  <!-- how -->\n  <include href=\"parts/solver.xml\"/> <!-- to solve -->\n"
                  "  <include href=\"parts/mesh.xml\" showObject=\"1\"/>\n"
                  "  <include name=\"two\" href=\"parts/both.xml\"/>\n</Node>"))
      << text;
  expectSameRun(*root);
  EXPECT_EQ(said.warnings("The scene includes"), 0u);
}

TEST_F(Includes, areFoundFromAnotherFolder) {
  const auto root = openLayout(file);
  std::filesystem::create_directories(folder.path() / "elsewhere");
  const auto text = save(*root, "elsewhere/b.scn");
  EXPECT_TRUE(has(text, "<include href=\"../scenes/parts/solver.xml\"/>")) << text;
  expectSameRun(*root);
}

TEST_F(Includes, areExpandedWhereEdited) {
  tests::CapturedMessages said;
  const auto root = openLayout(file);
  ASSERT_TRUE(findPlaced(*root, "/two/left/UniformMass1")->setAttribute("totalMass", "7"));
  const auto text = save(*root);
  EXPECT_TRUE(has(text, "<include href=\"parts/solver.xml\"/> <!-- to solve -->")) << text;
  EXPECT_TRUE(has(text, "<Node name=\"two\">\n    <include href=\"parts/solver.xml\"/>\n    <Node name=\"left\">"))
      << "what is nested and unchanged stays an include, found from the scene: " << text;
  EXPECT_TRUE(has(text, "totalMass=\"7\"")) << text;
  EXPECT_TRUE(has(text, "filename=\"parts/tri.obj\"")) << text;
  EXPECT_EQ(said.warnings("The scene includes parts/both.xml"), 1u);
  EXPECT_EQ(said.warnings("The scene includes mesh.xml"), 1u);
  EXPECT_EQ(said.warnings("The scene includes"), 2u);
  expectSameRun(*root);
}

TEST_F(Includes, areExpandedWhereSomethingWasTakenOutOrAdded) {
  tests::CapturedMessages said;
  const auto root = openLayout(file);
  root->removeComponent(static_cast<core::Component*>(findPlaced(*root, "/CGLinearSolver1")));
  auto text = save(*root);
  EXPECT_TRUE(has(text, "  <!-- how -->\n  <!-- to solve -->\n  <!-- of the group -->\n  <EulerExplicitSolver"))
      << text;
  EXPECT_FALSE(has(text, "<CGLinearSolver")) << text;
  EXPECT_EQ(said.warnings("The scene includes parts/solver.xml"), 1u);
  const auto made =
      simulation::readSceneFragment("<Node name='new'/>", static_cast<simulation::Node&>(*findPlaced(*root, "/mesh")));
  ASSERT_EQ(made.problem, "");
  for (const auto& object : made.objects) core::markAsScene(*object);
  text = save(*root);
  EXPECT_TRUE(has(text, "<Node name=\"new\"/>")) << text;
  EXPECT_FALSE(has(text, "href=\"parts/mesh.xml\"")) << text;
}

TEST_F(Includes, ofAttributesThatReachNestedOnesAreExpandedWithThem) {
  tests::CapturedMessages said;
  file =
      folder.write("scenes/c.scn",
                   "<Node name='r'><DefaultAnimationLoop/><include href=\"parts/both.xml\" totalMass=\"3\"/></Node>");
  const auto root = openLayout(file);
  EXPECT_TRUE(has(save(*root), "<include href=\"parts/both.xml\" totalMass=\"3\"/>"));
  findPlaced(*root, "/both/left")->setName("right");
  const auto text = save(*root);
  EXPECT_FALSE(has(text, "<include")) << text;
  EXPECT_TRUE(has(text, "totalMass=\"3\"")) << text;
  expectSameRun(*root);
}

TEST_F(Includes, withNumberedAndImplicitLinksAreWrittenBack) {
  tests::CapturedMessages said;
  folder.write("scenes/parts/held.xml",
               "<Node name='Group'><BoxROI name='box' box='-1 -1 -1 1 1 1'/><FixedProjectiveConstraint "
               "indices='@[-1].indices'/><Node name='shown'><MechanicalObject position='0 0 0'/><IdentityMapping/>"
               "</Node></Node>");
  file = folder.write("scenes/c.scn",
                      "<Node name='r'><Node name='a'><MechanicalObject position='0 0 0'/><UniformMass totalMass='1'/>"
                      "<include href=\"parts/held.xml\"/></Node></Node>");
  const auto root = openLayout(file);
  EXPECT_TRUE(has(save(*root), "<include href=\"parts/held.xml\"/>"));
  EXPECT_EQ(said.warnings("The scene includes"), 0u);
  expectSameRun(*root);
}

TEST_F(Includes, thatMergeAreExpanded) {
  tests::CapturedMessages said;
  folder.write("scenes/parts/more.xml",
               "<Node name='_Merge_'><Node name='a'><MechanicalObject name='m'/></Node></Node>");
  file = folder.write("scenes/c.scn",
                      "<Node name='r'><DefaultAnimationLoop/><Node name='a'/><include href='parts/more.xml'/></Node>");
  const auto root = openLayout(file);
  const auto text = save(*root);
  EXPECT_FALSE(has(text, "<include")) << text;
  EXPECT_TRUE(has(text, "name=\"m\"")) << text;
  expectSameRun(*root);
}

TEST_F(Includes, whoseFileIsGoneAreExpanded) {
  tests::CapturedMessages said;
  const auto root = openLayout(file);
  std::filesystem::remove(folder.path() / "scenes/parts/solver.xml");
  const auto text = save(*root);
  EXPECT_FALSE(has(text, "parts/solver.xml")) << text;
  EXPECT_TRUE(has(text, "<EulerExplicitSolver")) << text;
}

TEST_F(Includes, areCopiedWithWhatTheyStandFor) {
  const auto root = openLayout(file);
  const auto text = simulation::objectText(*findPlaced(*root, "/two"));
  EXPECT_FALSE(has(text, "<include")) << text;
  EXPECT_TRUE(has(text, "<MeshOBJLoader")) << text;
}

TEST_F(Includes, thatArePastedUnderAnotherNameAreExpanded) {
  tests::CapturedMessages said;
  const auto root = openLayout(file);
  const auto made = simulation::readSceneFragment("<include href='parts/mesh.xml'/>", *root, folder.path() / "scenes");
  ASSERT_EQ(made.problem, "");
  EXPECT_EQ(made.objects.at(0)->name(), "mesh2");
  for (const auto& object : made.objects)
    core::forEachNode(static_cast<core::Node&>(*object), [](core::Node& node) {
      core::markAsScene(node);
      for (const auto& component : node.components()) core::markAsScene(*component);
    });
  const auto text = save(*root);
  EXPECT_TRUE(has(text, "<Node name=\"mesh2\"")) << text;
  const auto again = openLayout(saved);
  EXPECT_TRUE(findPlaced(*again, "/mesh2/dofs"));
  EXPECT_TRUE(findPlaced(*again, "/mesh/dofs"));
}

}  // namespace
}  // namespace sofa::test
