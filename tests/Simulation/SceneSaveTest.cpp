// SPDX-License-Identifier: Apache-2.0
// Scenes that run are saved as they began, with what was edited since.
#include <gtest/gtest.h>

#include <cstdio>

#include "CapturedMessages.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Simulation/Scene/GraphEdit.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "SolidScenes.h"
#include "SourceFolder.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

namespace fs = std::filesystem;

core::Base* find(simulation::Node& root, const std::string& path) { return core::findObjectByPath(root, "@" + path); }

// --- Every example ---------------------------------------------------------------------------------------------------

class ExampleScene : public testing::TestWithParam<std::string> {};

std::vector<std::string> exampleScenes() {
  std::vector<std::string> scenes;
  const fs::path examples = fs::path(SOFA_SOURCE_DIR) / "examples";
  for (const auto& entry : fs::recursive_directory_iterator(examples))
    if (entry.path().extension() == ".scn" && entry.path().parent_path().filename() != "plugin")
      scenes.push_back(fs::relative(entry.path(), examples).string());
  std::sort(scenes.begin(), scenes.end());
  return scenes;
}

TEST_P(ExampleScene, movesAlikeAfterSavingItsRunAndLoading) {
  const tests::TemporaryFolder folder;
  const std::string file = std::string(SOFA_SOURCE_DIR) + "/examples/" + GetParam();
  const auto first = simulation::readScene(file);
  ASSERT_TRUE(first);
  simulation::initRoot(*first);
  const auto begin = bits(*first);
  steps(*first, 5);
  const auto saved = folder.file("saved.scn");
  ASSERT_TRUE(simulation::writeScene(*first, saved));
  tests::CapturedMessages said;
  const auto second = simulation::readScene(saved);
  ASSERT_TRUE(second);
  simulation::initRoot(*second);
  EXPECT_EQ(begin, bits(*second));
  steps(*second, 5);
  EXPECT_EQ(bits(*first), bits(*second));
  EXPECT_EQ(said.errors(), 0u);
  // Files beside the scene are written as they are found from the new place.
  std::string text = simulation::sceneText(*second);
  const auto way = fs::relative(fs::path(file).parent_path(), fs::path(saved).parent_path()).string() + "/";
  for (auto at = text.find(way); at != text.npos; at = text.find(way)) text.erase(at, way.size());
  EXPECT_EQ(text, simulation::sceneText(*first)) << "writing is stable";
}

INSTANTIATE_TEST_SUITE_P(SceneSave, ExampleScene, testing::ValuesIn(exampleScenes()), [](const auto& scene) {
  std::string name = scene.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

// --- What is written -------------------------------------------------------------------------------------------------

TEST(SceneSave, aRunLeavesNoTrace) {
  const std::string scene = tetraBeam(3, 2, 2);
  const std::string before = simulation::sceneText(*simulation::readSceneText(scene));
  const auto root = start(scene);
  steps(*root, 3);
  EXPECT_EQ(simulation::sceneText(*root), before);
  EXPECT_EQ(before.find("componentState"), std::string::npos);
  EXPECT_EQ(before.find("DefaultVisualManagerLoop"), std::string::npos) << "added by itself";
}

TEST(SceneSave, linksAndSourcesStayAsWritten) {
  const auto root = start(tetraBeam(3, 2, 2));
  const auto text = simulation::sceneText(*root);
  EXPECT_NE(text.find("position=\"@../Grid/grid.position\""), std::string::npos) << text;
  EXPECT_NE(text.find("indices=\"@held.indices\""), std::string::npos) << text;
}

TEST(SceneSave, linksFollowWhatWasRenamed) {
  const auto root = start(tetraBeam(3, 2, 2));
  find(*root, "/Grid/grid")->setName("box");
  find(*root, "/Beam/held")->setName("clamped");
  const auto text = simulation::sceneText(*root);
  EXPECT_NE(text.find("position=\"@/Grid/box.position\""), std::string::npos) << text;
  EXPECT_NE(text.find("indices=\"@/Beam/clamped.indices\""), std::string::npos) << text;
  tests::CapturedMessages said;
  const auto again = start(text);
  EXPECT_EQ(said.errors(), 0u);
  steps(*root, 3);
  steps(*again, 3);
  EXPECT_EQ(bits(*root), bits(*again));
}

TEST(SceneSave, sourceFollowsWhatWasRenamed) {
  const auto root = start(
      "<Node name='r'><DefaultAnimationLoop/><RegularGridTopology name='grid' n='2 2 2' min='0 0 0' max='1 1 1'/>"
      "<Node name='a'><MeshTopology name='mesh' src='@../grid'/><MechanicalObject/></Node></Node>");
  find(*root, "/grid")->setName("lattice");
  const auto text = simulation::sceneText(*root);
  EXPECT_NE(text.find("src=\"@/lattice\""), std::string::npos) << text;
}

TEST(SceneSave, linksFollowWhatWasRenamedBelowANodeWithABlankInItsName) {
  const auto root = start(
      "<Node name='r'><DefaultAnimationLoop/><Node name='a body'>"
      "<RegularGridTopology name='grid' n='2 2 2' min='0 0 0' max='1 1 1'/><MeshTopology name='mesh' src='@grid'/>"
      "<MechanicalObject name='dofs' position='@mesh.position'/><UniformMass name='m' mstate='@dofs' totalMass='1'/>"
      "<Node name='shown'><MechanicalObject name='p' position='0 0 0'/>"
      "<BarycentricMapping input='@../dofs' output='@p'/></Node></Node></Node>");
  find(*root, "/a body/grid")->setName("lattice");
  find(*root, "/a body/mesh")->setName("net");
  find(*root, "/a body/dofs")->setName("state");
  const auto text = simulation::sceneText(*root);
  tests::CapturedMessages said;
  const auto again = start(text);
  EXPECT_EQ(said.errors(), 0u) << text;
  EXPECT_EQ(said.warnings("Link update failed"), 0u) << text;
  EXPECT_EQ(bits(*root), bits(*again));
  EXPECT_TRUE(find(*again, "/a body/net")->findData("position")->parent()) << text;
}

TEST(SceneSave, anEditWinsOverLegacySpellings) {
  const auto root =
      start("<Node name='r'><DefaultAnimationLoop/><OglModel name='m' color='red' position='0 0 0' dx='1'/></Node>");
  auto* model = find(*root, "/m");
  const std::string blue =
      "Default Diffuse 1 0 0 1 1 Ambient 1 0 0 0.2 1 Specular 0 0 0 1 1 Emissive 0 0 0 1 1 Shininess 0 45";
  ASSERT_TRUE(model->setAttribute("material", blue));
  const auto edited = model->findData("material")->text();
  const auto again = start(simulation::sceneText(*root));
  EXPECT_EQ(find(*again, "/m")->findData("material")->text(), edited) << simulation::sceneText(*root);
  EXPECT_EQ(find(*again, "/m")->findData("position")->text(), "1 0 0") << "dx still counts";
}

TEST(SceneSave, anEditWinsOverAnAliasOfSeveral) {
  const auto root = start(
      "<Node name='r'><DefaultAnimationLoop/><RequiredPlugin name='Sofa.Component.Mass'/>"
      "<MechanicalObject position='0 0 0'/><MeshSpringForceField name='s' stiffness='3'/></Node>");
  EXPECT_NE(simulation::sceneText(*root).find("<RequiredPlugin"), std::string::npos);
  ASSERT_TRUE(find(*root, "/s")->setAttribute("linesStiffness", "5"));
  const auto text = simulation::sceneText(*root);
  EXPECT_EQ(text.find(" stiffness="), std::string::npos) << text;
  const auto again = start(text);
  EXPECT_EQ(find(*again, "/s")->findData("linesStiffness")->text(), "5");
  EXPECT_EQ(find(*again, "/s")->findData("quadsStiffness")->text(), "3");
}

TEST(SceneSave, nodesAndComponentsStayMixed) {
  const std::string state = "<MechanicalObject name='dofs' position='0 0 0'/>";
  const auto root = start(sceneAround("<Node name='a'>" + state + "</Node><Node name='b'>" + state +
                                      "</Node><SpringForceField object1='@a/dofs' object2='@b' spring='0 0 1 0 1'/>"));
  tests::CapturedMessages said;
  const auto text = simulation::sceneText(*root);
  const auto again = start(text);
  EXPECT_EQ(said.errors(), 0u) << text;
  EXPECT_LT(text.find("<Node name=\"b\""), text.find("<SpringForceField"));
}

TEST(SceneSave, whatCouldNotBeCreatedIsKept) {
  tests::CapturedMessages said;
  const auto root = simulation::readSceneText("<Node name='r'><Unheard name='u' of='1 2'/></Node>");
  simulation::initRoot(*root);
  const auto text = simulation::sceneText(*root);
  EXPECT_NE(text.find("<Unheard name=\"u\" of=\"1 2\"/>"), std::string::npos) << text;
}

TEST(SceneSave, severalParents) {
  auto root = simulation::Node::createRoot("r");
  auto a = root->createChild("a"), b = root->createChild("b");
  auto shared = a->createChild("shared");
  b->addChild(shared);
  shared->add("MechanicalObject", {{"position", "1 2 3"}});
  const auto text = simulation::sceneText(*root);
  EXPECT_NE(text.find("parents=\"@/a @/b\""), std::string::npos) << text;
  const auto again = simulation::readSceneText(text);
  auto* node = dynamic_cast<core::Node*>(find(*again, "/a/shared"));
  ASSERT_TRUE(node);
  ASSERT_EQ(node->parents().size(), 2u);
  EXPECT_EQ(node->parents()[0]->name(), "a");
  EXPECT_EQ(node->parents()[1]->name(), "b");
  EXPECT_EQ(simulation::sceneText(*again), text);
  tests::CapturedMessages said;
  simulation::readSceneText("<Node name='r'><Node name='a' parents='@/nowhere'/></Node>");
  EXPECT_EQ(said.errors("@/nowhere"), 1u);
}

TEST(SceneSave, fileNamesAreFoundFromTheNewFolder) {
  const tests::TemporaryFolder folder;
  folder.write("scenes/mesh/tri.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto file = folder.write(
      "scenes/a.scn", "<Node name='r'><DefaultAnimationLoop/><MeshOBJLoader name='l' filename='mesh/tri.obj'/></Node>");
  const auto root = simulation::readScene(file);
  simulation::initRoot(*root);
  ASSERT_TRUE(simulation::writeScene(*root, folder.file("scenes/b.scn")));
  EXPECT_NE(folder.read("scenes/b.scn").find("filename='mesh/tri.obj'"), std::string::npos);
  fs::create_directories(folder.path() / "other/place");
  ASSERT_TRUE(simulation::writeScene(*root, folder.file("other/place/c.scn")));
  const auto text = folder.read("other/place/c.scn");
  EXPECT_NE(text.find("filename='../../scenes/mesh/tri.obj'"), std::string::npos) << text;
  const auto again = simulation::readScene(folder.file("other/place/c.scn"));
  EXPECT_EQ(find(*again, "/l")->findData("position")->text(), "0 0 0 1 0 0 0 1 0");
}

TEST(SceneSave, aFailureLeavesTheFormerFile) {
  const tests::TemporaryFolder folder;
  const auto root = simulation::Node::createRoot("r");
  std::string problem;
  EXPECT_FALSE(simulation::writeScene(*root, "/no/such/folder/scene.scn", &problem));
  EXPECT_NE(problem.find("No such file"), std::string::npos) << problem;
  if (fs::exists("/dev/full")) {
    // The text goes beside the target; a folder of the target's name keeps it from being replaced.
    fs::create_directories(folder.path() / "scene.scn/inside");
    EXPECT_FALSE(simulation::writeScene(*root, folder.file("scene.scn"), &problem));
    EXPECT_TRUE(fs::exists(folder.path() / "scene.scn/inside"));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "nothing is left beside";
}

TEST(SceneSave, aLinkIsFollowedWhereItStaysInTheFolder) {
  const tests::TemporaryFolder folder;
  const auto root = simulation::Node::createRoot("r");
  folder.write("scenes/real.scn", "before");
  std::string home = P_tmpdir "/sofa-home-XXXXXX";  // no TemporaryFolder: scenes may write there
  const fs::path settings = fs::path(mkdtemp(home.data())) / "settings";
  std::ofstream(settings) << "precious";
  fs::create_symlink("real.scn", folder.path() / "scenes/link.scn");
  fs::create_symlink(settings, folder.path() / "scenes/out.scn");
  EXPECT_TRUE(simulation::writeScene(*root, folder.file("scenes/link.scn")));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "scenes/link.scn"));
  EXPECT_NE(folder.read("scenes/real.scn"), "before");
  std::string problem;
  EXPECT_FALSE(simulation::writeScene(*root, folder.file("scenes/out.scn"), &problem));
  EXPECT_NE(problem.find("it is a link that leads to"), std::string::npos) << problem;
  EXPECT_EQ(helper::readFile(settings), "precious");
  fs::remove_all(home);
}

// --- Fragments -------------------------------------------------------------------------------------------------------

TEST(SceneFragment, addsSeveralElementsAndNumbersNames) {
  const auto root = start(sceneAround("<MechanicalObject name='dofs' position='0 0 0'/>"));
  const auto made = simulation::readSceneFragment(
      "<?xml version='1.0'?>\n<UniformMass name='dofs' totalMass='1'/><Node name='below'/>", *root);
  EXPECT_EQ(made.problem, "");
  ASSERT_EQ(made.objects.size(), 2u);
  EXPECT_EQ(made.objects[0]->name(), "dofs2");
  EXPECT_EQ(made.objects[1]->name(), "below");
}

TEST(SceneFragment, allOrNothing) {
  tests::CapturedMessages said;
  const auto root = start(sceneAround("<MechanicalObject name='dofs' position='0 0 0'/>"));
  const auto before = root->components();
  for (const char* bad : {"<UniformMass/>\n<Node>\n<UniformMas/></Node>", "<UniformMass", "text only", "",
                          "<UniformMass/></Node><Node>"}) {
    const auto made = simulation::readSceneFragment(bad, *root);
    EXPECT_NE(made.problem, "") << bad;
    EXPECT_EQ(root->components(), before) << bad;
    EXPECT_TRUE(root->children().empty()) << bad;
  }
  const auto made = simulation::readSceneFragment("<UniformMass/>\n<Node>\n<UniformMas/></Node>", *root);
  EXPECT_NE(made.problem.find("Line 3"), std::string::npos) << made.problem;
  EXPECT_NE(made.problem.find("UniformMass"), std::string::npos) << made.problem;
}

TEST(SceneFragment, whatIsAddedToARunTakesPart) {
  const auto root = start(sceneAround("<EulerExplicitSolver/><CGLinearSolver/>"));
  steps(*root, 2);
  auto made = simulation::readSceneFragment(
      "<Node name='body'><EulerExplicitSolver/><MechanicalObject name='dofs' position='0 0 0'/><UniformMass "
      "totalMass='1'/></Node>",
      *root);
  ASSERT_EQ(made.problem, "");
  simulation::initAdded(*root, made.objects);
  steps(*root, 3);
  const auto after = bits(*root);
  EXPECT_LT(after.at(1), 0) << "it falls";
  simulation::reset(*root);
  EXPECT_EQ(bits(*root).at(1), 0);
  const auto again = start(simulation::sceneText(*root));
  EXPECT_TRUE(find(*again, "/body/dofs"));
}

TEST(SceneFragment, aCopyIsReadBack) {
  const auto root = start(tetraBeam(3, 2, 2));
  const auto text = simulation::objectText(*find(*root, "/Beam"));
  const auto made = simulation::readSceneFragment(text, *root);
  ASSERT_EQ(made.problem, "");
  EXPECT_EQ(made.objects.at(0)->name(), "Beam2");
  simulation::initAdded(*root, made.objects);
  steps(*root, 2);
  const auto all = bits(*root);
  EXPECT_EQ(std::vector(all.begin(), all.begin() + static_cast<long>(all.size() / 2)),
            std::vector(all.begin() + static_cast<long>(all.size() / 2), all.end()));
  EXPECT_EQ(simulation::objectText(*find(*root, "/Beam/dofs")),
            "<MechanicalObject template=\"Vec3d\" name=\"dofs\" position=\"@mesh.position\"/>\n");
}

// --- Removing --------------------------------------------------------------------------------------------------------

TEST(Followers, letGoOfWhatIsRemovedAndTakeItBack) {
  tests::CapturedMessages said;
  const auto root = start(tetraBeam(3, 2, 2));
  const auto untouched = start(tetraBeam(3, 2, 2));
  steps(*root, 1);
  steps(*untouched, 1);
  auto* held = find(*root, "/Beam/held");
  auto keep = std::static_pointer_cast<core::Component>(held->shared_from_this());
  auto* node = keep->context();
  const auto& all = node->components();
  const auto place = static_cast<std::size_t>(std::find(all.begin(), all.end(), keep) - all.begin());
  const auto text = simulation::sceneText(*root);
  auto* indices = find(*root, "/Beam/FixedProjectiveConstraint1")->findData("indices");
  const auto before = indices->text();
  simulation::Followers followers;
  followers.release(*root, *held);
  node->removeComponent(keep.get());
  followers.settle();
  EXPECT_EQ(said.warnings("which was removed"), 1u);
  EXPECT_EQ(indices->parent(), nullptr);
  EXPECT_EQ(indices->text(), before);
  EXPECT_NE(simulation::sceneText(*root).find("indices=\"" + before + "\""), std::string::npos);
  node->addComponent(keep, place);
  followers.restore();
  EXPECT_NE(indices->parent(), nullptr);
  EXPECT_EQ(simulation::sceneText(*root), text);
  steps(*root, 2);
  steps(*untouched, 2);
  EXPECT_EQ(bits(*root), bits(*untouched));
}

/// Takes each component out of a running scene, steps, puts it back, steps: nothing may crash or hang.
TEST(Followers, anyComponentCanLeaveARunAndComeBack) {
  for (const auto& scene : exampleScenes()) {
    tests::CapturedMessages said;
    const auto root = simulation::readScene(std::string(SOFA_SOURCE_DIR) + "/examples/" + scene);
    simulation::initRoot(*root);
    std::vector<std::shared_ptr<core::Component>> all;
    core::forEachNode(
        *root, [&](core::Node& node) { all.insert(all.end(), node.components().begin(), node.components().end()); });
    for (const auto& component : all) {
      auto* node = component->context();
      const auto& list = node->components();
      const auto place = static_cast<std::size_t>(std::find(list.begin(), list.end(), component) - list.begin());
      simulation::Followers followers;
      followers.release(*root, *component);
      node->removeComponent(component.get());
      followers.settle();
      steps(*root, 1);
      node->addComponent(component, place);
      followers.restore();
      steps(*root, 1);
    }
  }
}

}  // namespace
}  // namespace sofa::test
