// SPDX-License-Identifier: Apache-2.0
// A saved scene keeps every line of its file that nobody touched, byte for byte.
#include <gtest/gtest.h>

#include <fstream>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/Mapping.h"
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

core::Base* findKept(simulation::Node& root, const std::string& path) {
  return core::findObjectByPath(root, "@" + path);
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    lines.back() += c;
    if (c == '\n') lines.emplace_back();
  }
  return lines;
}

/// A scene in a file, read and started.
class SceneKept : public testing::Test {
 protected:
  std::shared_ptr<simulation::Node> open(const std::string& text) {
    file = folder.write("scene.scn", text);
    return open();
  }
  std::shared_ptr<simulation::Node> open() {
    auto root = simulation::readScene(file);
    if (root) simulation::initRoot(*root);
    return root;
  }
  std::string saved(simulation::Node& root) {
    EXPECT_TRUE(simulation::writeScene(root, file));
    return folder.read("scene.scn");
  }
  void set(simulation::Node& root, const std::string& path, const std::string& name, const std::string& text) {
    auto* object = findKept(root, path);
    ASSERT_TRUE(object) << path;
    EXPECT_TRUE(object->setAttribute(name, text));
  }
  /// Adds elements as the viewer does.
  void add(simulation::Node& node, const std::string& xml) {
    const auto made = simulation::readSceneFragment(xml, node);
    ASSERT_EQ(made.problem, "");
    for (const auto& object : made.objects) core::markAsScene(*object);
  }

  tests::TemporaryFolder folder;
  tests::CapturedMessages said;
  std::string file;
};

constexpr const char* untidy =
    "<?xml version='1.0' ?>\r\n"
    "<!-- of mine -->\r\n"
    "<Node  name='r'\tdt = '0.01'   showVisualModels=\"1\" >\r\n"
    "\t<DefaultAnimationLoop/><!-- beside --> <RequiredPlugin pluginName='a&amp;b'/>\r\n"
    "\r\n"
    "\t<MechanicalObject\tname='m'   position=\"0 0 0\r\n"
    "\t      1 0 0\"  /> <!-- two points -->\r\n"
    "\t<!-- heavy --> \r\n"
    "\t<Object type='UniformMass' totalMass = '1'></Object>\r\n"
    "\t<Unheard of='it'/>\r\n"
    "\t<BruteForceDetection/>\r\n"
    "\t<Node name='child'>\r\n"
    "\t\t<MechanicalObject name='m'><Attribute type='position'><Data value='1 2 3'/></Attribute></MechanicalObject>\r\n"
    "\t</Node >\r\n"
    "</Node>\r\n"
    "<!-- end -->";

TEST_F(SceneKept, byteForByteWithoutAnEdit) {
  const auto root = open(untidy);
  ASSERT_TRUE(root);
  steps(*root, 2);
  EXPECT_EQ(saved(*root), untidy);
}

TEST_F(SceneKept, whereOneAttributeStandsForSeveralData) {
  const std::string text =
      "<Node>\n  <DefaultAnimationLoop/>\n  <MechanicalObject/>\n  <Node name='below'>\n    <MechanicalObject/>\n"
      "    <IdentityMapping isMechanical='false'/>\n  </Node>\n</Node>\n";
  const auto root = open(text);
  EXPECT_FALSE(root->down<core::BaseMapping>()->d_mapForces.value());
  EXPECT_EQ(saved(*root), text);
}

TEST_F(SceneKept, butTheValueThatWasEdited) {
  const auto root = open(untidy);
  set(*root, "/UniformMass1", "totalMass", "2");
  std::string expected = untidy;
  expected.replace(expected.find("totalMass = '1'"), 15, "totalMass = '2'");
  EXPECT_EQ(saved(*root), expected);
  EXPECT_EQ(saved(*root), expected) << "again";
  set(*root, "/m", "showObject", "1");
  expected.insert(expected.find("  /> <!-- two points"), " showObject=\"1\"");
  EXPECT_EQ(saved(*root), expected);
}

TEST_F(SceneKept, withNamesThatChanged) {
  const auto root = open(untidy);
  findKept(*root, "/child")->setName("a \"b\" 'c'");
  findKept(*root, "/UniformMass1")->setName("mass");
  std::string expected = untidy;
  expected.replace(expected.find("name='child'"), 12, "name='a &quot;b&quot; &apos;c&apos;'");
  expected.insert(expected.find("></Object>"), " name=\"mass\"");
  EXPECT_EQ(saved(*root), expected);
}

TEST_F(SceneKept, whenSomethingComesGoesOrMoves) {
  const std::string text =
      "<Node name=\"r\">\n    <DefaultAnimationLoop/>\n    <!-- a -->\n    <Node name=\"a\"></Node> <!-- so "
      "-->\n\n"
      "    <Node name=\"b\"/>\n    <Node   name=\"c\"/>\n</Node>\n";
  const auto root = open(text);
  add(static_cast<simulation::Node&>(*findKept(*root, "/b")), "<MechanicalObject name='m' position='1 2 3'/>");
  add(*root, "<Node name='d'/>");
  EXPECT_EQ(
      saved(*root),
      "<Node name=\"r\">\n    <DefaultAnimationLoop/>\n    <!-- a -->\n    <Node name=\"a\"></Node> <!-- so "
      "-->\n\n    <Node name=\"b\">\n      <MechanicalObject template=\"Vec3d\" name=\"m\" position=\"1 2 3\"/>\n    "
      "</Node>\n    <Node   name=\"c\"/>\n"
      "    <Node name=\"d\"/>\n</Node>\n");
  auto a = std::static_pointer_cast<core::Node>(findKept(*root, "/a")->shared_from_this());
  root->removeChild(a.get());
  auto& b = static_cast<core::Node&>(*findKept(*root, "/b"));
  b.removeComponent(static_cast<core::Component*>(findKept(*root, "/b/m")));
  root->removeChild(static_cast<core::Node*>(findKept(*root, "/d")));
  EXPECT_EQ(saved(*root),
            "<Node name=\"r\">\n    <DefaultAnimationLoop/>\n\n    <Node name=\"b\"/>\n    <Node   name=\"c\"/>\n"
            "</Node>\n");
  root->addChild(a);
  EXPECT_EQ(saved(*root),
            "<Node name=\"r\">\n    <DefaultAnimationLoop/>\n\n    <Node name=\"b\"/>\n    <Node   name=\"c\"/>\n"
            "    <!-- a -->\n    <Node name=\"a\"/> <!-- so -->\n</Node>\n");
}

TEST_F(SceneKept, whatOneElementStoodForIsWrittenOnceItWasEdited) {
  const auto root = open(untidy);
  auto* style = findKept(*root, "/VisualStyle1");
  ASSERT_TRUE(style);
  ASSERT_TRUE(style->setAttribute("displayFlags", "showAll"));
  const auto text = saved(*root);
  EXPECT_EQ(text.find("showVisualModels"), text.npos) << text;
  EXPECT_NE(text.find("displayFlags=\"showAll\""), text.npos) << text;
  EXPECT_NE(text.find("\t<BruteForceDetection/>\r\n"), text.npos) << text;
}

TEST_F(SceneKept, whereWhatItIncludesIsUnchanged) {
  folder.write("part.xml", "<Node name='Group'><EulerExplicitSolver name='ode'/></Node>");
  const std::string text =
      "<Node name='r'>\n  <DefaultAnimationLoop/>\n <include  href='part.xml'/>\n  <Node name='a'/>\n</Node>\n";
  const auto root = open(text);
  EXPECT_EQ(saved(*root), text);
  set(*root, "/ode", "symplectic", "0");
  const auto expanded = saved(*root);
  EXPECT_EQ(expanded.find("<include"), expanded.npos) << expanded;
  EXPECT_NE(expanded.find("symplectic=\"0\""), expanded.npos) << expanded;
  EXPECT_NE(expanded.find("\n  <Node name='a'/>\n</Node>\n"), expanded.npos) << expanded;
}

// --- Every example, and reference scenes where they are at hand ------------------------------------------------------

class SceneKeptInEvery : public testing::TestWithParam<std::string> {};

std::vector<std::string> someScenes() {
  std::vector<std::string> scenes;
  const fs::path source = SOFA_SOURCE_DIR;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(source / "examples"))
    if (entry.path().extension() == ".scn" && entry.path().parent_path().filename() != "plugin")
      scenes.push_back(entry.path().string());
  const char* given = std::getenv("SOFA_CONFORMANCE");
  const fs::path reference = given ? fs::path(given) : source / "../shared/conformance";
  std::vector<std::string> all;
  for (fs::recursive_directory_iterator it(reference, ignored), end; it != end; it.increment(ignored))
    if (it->path().extension() == ".scn") all.push_back(fs::weakly_canonical(it->path()).string());
  std::sort(all.begin(), all.end());
  constexpr std::size_t every = 40;
  for (std::size_t i = 0; i < all.size(); i += every) scenes.push_back(all[i]);
  std::sort(scenes.begin(), scenes.end());
  return scenes;
}

TEST_P(SceneKeptInEvery, onlyTheLineOfTheEditDiffers) {
  const tests::CapturedMessages said;
  std::ifstream stream(GetParam(), std::ios::binary);
  const std::string before((std::istreambuf_iterator<char>(stream)), {});
  const auto root = simulation::readScene(GetParam());
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  const auto beside = (fs::path(GetParam()).parent_path()).string();
  // As if saved beside the original: names of files stay.
  EXPECT_EQ(simulation::savedSceneText(*root, beside), before);
  root->d_dt.set(0.0123);
  core::giveAttribute(*root, "dt", "0.0123");
  const auto after = linesOf(simulation::savedSceneText(*root, beside)), lines = linesOf(before);
  ASSERT_EQ(after.size(), lines.size());
  int different = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) different += after[i] != lines[i];
  EXPECT_EQ(different, 1);
}

INSTANTIATE_TEST_SUITE_P(SceneKept, SceneKeptInEvery, testing::ValuesIn(someScenes()), [](const auto& scene) {
  std::string name =
      fs::path(scene.param).parent_path().filename().string() + "_" + fs::path(scene.param).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name + "_" + std::to_string(scene.index);
});

}  // namespace
}  // namespace sofa::test
