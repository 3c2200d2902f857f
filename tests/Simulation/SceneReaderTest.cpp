// SPDX-License-Identifier: Apache-2.0
// Scene files.
#include "Sofa/Simulation/Scene/SceneReader.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Core/SampleComponents.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/Scene/SceneLoader.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

using helper::Severity;
using simulation::Node;
using simulation::readScene;
using simulation::readSceneText;
using simulation::setSceneLoader;

const auto registeredForReading = core::Register("ReaderSample", "Tests", "for tests").add<Sample>();

/// "name(child(...) component)" of a graph.
std::string outline(const core::Node& node) {
  std::string text = node.name() + "(";
  for (const auto& component : node.components()) text += component->name() + " ";
  for (const auto& child : node.children()) text += outline(*child) + " ";
  if (text.back() == ' ') text.pop_back();
  return text + ")";
}

class Reader : public testing::Test {
 protected:
  tests::TemporaryFolder folder;
  tests::CapturedMessages said;

  std::shared_ptr<Node> read(const std::string& xml) { return readScene(folder.write("scene.scn", xml)); }
};

TEST_F(Reader, nodesThatShallSleepByThemselvesAreTold) {
  read("<Node name='root' sleeping='0' canChangeSleepingState='0'/>");
  EXPECT_TRUE(said.messages.empty());
  read("<Node name='root'><Node name='n' canChangeSleepingState='1'/></Node>");
  EXPECT_EQ(said.warnings("canChangeSleepingState has no effect"), 1u);
  EXPECT_EQ(said.messages.size(), 1u);
}

TEST_F(Reader, nodesAndComponentsInOrder) {
  const auto root = read(
      "<Node name='root' dt='0.02'><ReaderSample name='a' real='2'/><Node name='n'><Object type='ReaderSample' "
      "name='b'/></Node>"
      "<ReaderSample/><ReaderSample/></Node>");
  ASSERT_TRUE(root);
  EXPECT_EQ(outline(*root), "root(a ReaderSample1 ReaderSample2 n(b))");
  EXPECT_EQ(root->dt(), 0.02);
  EXPECT_EQ(root->components()[0]->location().line, 1);
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Reader, attributeElementsSetAttributes) {
  const auto root =
      read("<Node><ReaderSample><Attribute type='real'><Data value='8'/></Attribute></ReaderSample></Node>");
  EXPECT_EQ(root->local<Sample>()->d_real.value(), 8);
}

TEST_F(Reader, filesThatAreNoScenes) {
  EXPECT_FALSE(readScene(""));
  EXPECT_FALSE(readScene((folder.path() / "absent.scn").string()));
  EXPECT_EQ(said.errors("cannot be found"), 1u);
  EXPECT_FALSE(readScene(folder.write("noextension", "<Node/>")));
  EXPECT_EQ(said.errors("no extension"), 1u);
  EXPECT_FALSE(readScene(folder.write("scene.txt", "<Node/>")));
  EXPECT_EQ(said.errors("(.txt) not supported") + said.errors("(.txt) is not supported"), 1u);
  EXPECT_FALSE(readScene(folder.write("folder.scn/x", "")));
  EXPECT_TRUE(readScene(folder.write("scene.XML", "<Node/>")));
}

TEST_F(Reader, otherFormsOfScenesAreReadByWhatPluginsBring) {
  setSceneLoader(".toyscene",
                 [](const std::string& file) { return Node::createRoot(std::filesystem::path(file).stem().string()); });
  const auto root = readScene(folder.write("made.ToyScene", ""));
  ASSERT_TRUE(root);
  EXPECT_EQ(root->name(), "made");
  setSceneLoader(".toyscene", [](const std::string&) { return nullptr; });
  EXPECT_FALSE(readScene(folder.write("made.toyscene", "")));
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Reader, theRootIsANode) {
  EXPECT_FALSE(read("<ReaderSample/>"));
  EXPECT_EQ(said.count(Severity::Fatal, "XML Root Node is not an Element"), 1u);
}

TEST_F(Reader, lenientXml) {
  const auto root = read(
      "<!-- a -- b --><Node name='r'><ReaderSample text=\"a<b>c &epsilon=10 "
      "&lt;\"name=\"x\"/>text<![CDATA[<x>]]></Node><Node name='2'/>");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->name(), "r") << "the first element is the root";
  EXPECT_EQ(root->local<Sample>()->d_text.value(), "a<b>c &epsilon=10 <");
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Reader, carriageReturnsBecomeLineEnds) {
  const auto root = read("<Node><ReaderSample text=\"a\r\nb\tc\"/></Node>");
  EXPECT_EQ(root->local<Sample>()->d_text.value(), "a\nb\tc");
}

TEST_F(Reader, badXmlIsReportedWithItsLine) {
  struct Case {
    const char* xml;
    const char* problem;
    int line;
  };
  const Case cases[] = {
      {"<Node>\n<ReaderSample>\n</Node>", "end tag", 2},
      {"<Node>\n<A a='1' a='2'/>\n</Node>", "twice", 2},
      {"<Node>\n\n<A a=1/></Node>", "malformed", 3},
      {"<Node>\n<?xml version='1.0'?>\n</Node>", "declaration", 2},
      {"<Node>\n<A/>\n", "before every element is closed", 1},
  };
  for (const auto& c : cases) {
    said.messages.clear();
    EXPECT_FALSE(read(c.xml)) << c.xml;
    ASSERT_EQ(said.messages.size(), 1u) << c.xml;
    const auto& m = said.messages[0];
    EXPECT_EQ(m.severity, Severity::Error);
    EXPECT_NE(m.text.find("Failed to open"), std::string::npos) << m.text;
    EXPECT_NE(m.text.find("scene.scn"), std::string::npos) << m.text;
    EXPECT_NE(m.text.find(c.problem), std::string::npos) << m.text;
    EXPECT_NEAR(m.location.line, c.line, 1) << c.xml << m.text;
    EXPECT_GT(m.location.line, 0);
  }
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read("just words"));
}

TEST_F(Reader, whatCannotBeCreatedIsKeptOutAndTheRestStays) {
  const auto root = read("<Node name='r'>\n<ReaderSampel/>\n<ReaderSample name='x'/></Node>");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->local<Sample>()->name(), "x");
  EXPECT_EQ(said.errors("ReaderSampel"), 1u);
  EXPECT_EQ(said.errors("exist: ReaderSample"), 1u);
  EXPECT_EQ(said.messages[0].location.line, 2);
  EXPECT_EQ(said.messages[0].path, "/Not created (ReaderSampel)");
}

TEST_F(Reader, elementsWithoutMeaning) {
  const auto root = read(
      "<Node name='r'><Thing type='ReaderSample'/><Node type='x'><ReaderSample/></Node><ReaderSample "
      "name='c'><ReaderSample/><Node/></ReaderSample></Node>");
  ASSERT_TRUE(root);
  EXPECT_EQ(outline(*root), "r(c)");
  EXPECT_EQ(said.errors("Cannot access to a valid component from parent element"), 1u);
  EXPECT_EQ(said.count(Severity::Info, "Element Thing"), 1u) << "a tag that is no element word, with a type";
}

TEST_F(Reader, includesReplaceTheirElement) {
  folder.write(
      "part.xml",
      "<Node name='part' dt='7'><ReaderSample name='a' real='1' integer='1'/><ReaderSample name='b' integer='1'>"
      "<Attribute type='real'><Data value='1'/></Attribute></ReaderSample><ReaderSample name='c'/></Node>");
  const auto root = read("<Node name='r'><include href='part.xml' name='new' real='5' b__integer='6' dt='9'/></Node>");
  ASSERT_TRUE(root);
  EXPECT_EQ(outline(*root), "r(new(a b c))");
  const auto samples = root->children()[0]->allLocal<Sample>();
  EXPECT_EQ(samples[0]->d_real.value(), 5);
  EXPECT_EQ(samples[1]->d_real.value(), 5) << "an Attribute element is replaced as well";
  EXPECT_EQ(samples[2]->d_real.value(), 1.5) << "elements that lack the attribute are not changed";
  EXPECT_EQ(samples[0]->d_integer.value(), 1);
  EXPECT_EQ(samples[1]->d_integer.value(), 6) << "only in elements named b";
  EXPECT_EQ(root->children()[0]->dt(), 7) << "never in nodes";
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Reader, aSourceThatAnIncludeDoesNotFillInIsNone) {
  folder.write("part.xml", "<Node name='Group'><ReaderSample name='a' src='@'/><ReaderSample name='b' src=''/></Node>");
  const auto root = read("<Node name='r'><include href='part.xml'/></Node>");
  EXPECT_EQ(outline(*root), "r(a b)");
  EXPECT_TRUE(said.messages.empty());
  const auto filled =
      read("<Node name='r'><ReaderSample name='s' real='4'/><include href='part.xml' src='@s'/></Node>");
  for (const auto& sample : filled->allLocal<Sample>()) EXPECT_EQ(sample->d_real.value(), 4) << sample->name();
  EXPECT_TRUE(said.messages.empty());
  read("<Node name='r'><ReaderSample name='a' src='@'/></Node>");
  EXPECT_EQ(said.warnings("'src=@' does nothing."), 1u) << "in the scene itself it is a slip";
}

TEST_F(Reader, groupsAreDissolved) {
  folder.write("group.xml", "<Node name='Group'><ReaderSample name='a'/><Node name='n'/></Node>");
  folder.write("plain.xml", "<Node name='plain'><ReaderSample name='b'/></Node>");
  const auto root =
      read("<Node name='r'><include href='group.xml' name='lost'/><include href='plain.xml' name='_Group_'/></Node>");
  EXPECT_EQ(outline(*root), "r(a b n())");
}

TEST_F(Reader, mergesGoIntoTheirNode) {
  folder.write("merge.xml",
               "<Node name='_Merge_' dt='0.5'><ReaderSample name='a' real='3'/><ReaderSample "
               "name='new'/><ReaderSample/></Node>");
  const auto root =
      read("<Node name='r'><ReaderSample name='a' real='1' integer='2'/><include href='merge.xml'/></Node>");
  EXPECT_EQ(outline(*root), "r(a new ReaderSample1)");
  EXPECT_EQ(root->local<Sample>()->d_real.value(), 3);
  EXPECT_EQ(root->local<Sample>()->d_integer.value(), 2);
  EXPECT_EQ(root->dt(), 0.5);
}

TEST_F(Reader, nestedIncludesStartFromTheirFile) {
  folder.write("sub/outer.xml", "<Node name='outer'><include href='inner.xml'/></Node>");
  folder.write("sub/inner.xml", "<Node name='inner'><ReaderSample name='a'/></Node>");
  EXPECT_EQ(outline(*read("<Node name='r'><include href='sub/outer.xml'/></Node>")), "r(outer(inner(a)))");
}

TEST_F(Reader, includesThatFailAreDropped) {
  folder.write("bad.xml", "<Node>");
  const auto root = read(
      "<Node name='r'>\n<include href='none.xml'/>\n<include/>\n<include href='bad.xml'/>\n<ReaderSample "
      "name='x'/></Node>");
  EXPECT_EQ(outline(*root), "r(x)");
  EXPECT_EQ(said.errors("File none.xml NOT FOUND in"), 1u);
  EXPECT_EQ(said.errors("Failed to parse none.xml"), 1u);
  EXPECT_EQ(said.errors("requires non empty filename or href"), 1u);
  EXPECT_EQ(said.errors("Failed to parse " + (folder.path() / "bad.xml").string()), 1u);
}

TEST_F(Reader, filesThatIncludeThemselvesEnd) {
  // Twice each: without a memory of the open files the elements would double at every level.
  folder.write("a.xml", "<Node name='a'><include href='./b.xml'/><include href='b.xml'/></Node>");
  folder.write("b.xml", "<Node name='b'><include href='a.xml'/><include href='../" + folder.path().filename().string() +
                            "/a.xml'/></Node>");
  const auto root = read("<Node name='r'><include href='a.xml'/><include href='scene.scn'/></Node>");
  EXPECT_EQ(outline(*root), "r(a(b() b()))");
  EXPECT_EQ(said.errors("includes itself"), 5u);
}

TEST_F(Reader, objectFilesStandForUnknownClasses) {
  folder.write("Objects/Pair.xml",
               "<Node name='Group'><ReaderSample name='first' src='@' real='1'/><ReaderSample name='second' "
               "real='@[-1].real'/></Node>");
  const auto root = read("<Node name='r'><Pair name='lost' real='4'/><Object type='Pair'/></Node>");
  ASSERT_TRUE(root);
  EXPECT_EQ(outline(*root), "r(first second first second)");
  const auto samples = root->allLocal<Sample>();
  EXPECT_EQ(samples[0]->d_real.value(), 4);
  EXPECT_EQ(samples[1]->d_real.value(), 4) << "replaced where it is written, the link with it";
  EXPECT_EQ(samples[3]->d_real.value(), 1);
  EXPECT_EQ(said.errors(), 0u);
}

TEST_F(Reader, objectFilesThatNeedThemselvesEnd) {
  folder.write("Objects/Loop.xml", "<Node name='Group'><Loop/><Loop/></Node>");
  helper::ResourcePath::data().append(folder.path());
  const auto root = read("<Node name='r'><Loop/></Node>");
  helper::ResourcePath::data().remove(folder.path());
  ASSERT_TRUE(root);
  EXPECT_EQ(said.errors("includes itself"), 2u);
  EXPECT_EQ(said.errors("Object type Loop was not created"), 2u);
}

TEST_F(Reader, deepNestingEnds) {
  std::string xml;
  for (int i = 0; i < 5000; ++i) xml += "<Node>";
  for (int i = 0; i < 5000; ++i) xml += "</Node>";
  EXPECT_FALSE(read(xml));
  EXPECT_EQ(said.errors("nested too deeply"), 1u);
}

TEST_F(Reader, legacyShowAttributesBecomeAStyle) {
  const auto root = read("<Node name='r' showVisualModels='0' showBehaviorModels='1'/>");
  ASSERT_EQ(root->components().size(), 1u);
  EXPECT_EQ(root->components()[0]->className(), "VisualStyle");
  EXPECT_EQ(said.count(Severity::Deprecated, "show"), 1u);
}

TEST_F(Reader, unknownNodeAttributesAreIgnored) {
  EXPECT_TRUE(read("<Node name='r' depend='x' multiThreadSimulation='1'/>"));
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Reader, textStartsFromAFolder) {
  folder.write("part.xml", "<Node name='part'/>");
  const auto root = readSceneText("<Node name='r'><include href='part.xml'/></Node>", folder.path());
  EXPECT_EQ(outline(*root), "r(part())");
}

}  // namespace
}  // namespace sofa::test
