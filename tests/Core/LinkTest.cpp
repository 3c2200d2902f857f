// SPDX-License-Identifier: Apache-2.0
// The grammar of links: docs/manual/scenes.md, "Links".
#include "Sofa/Core/ObjectModel/Link.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "SampleComponents.h"
#include "Sofa/Core/ObjectModel/Path.h"

namespace sofa::test {
namespace {

using simulation::Node;
using tests::CapturedMessages;

/// root { r; A { x, y; B { b1, x, self, last } } C { only } }
class LinkGrammar : public testing::Test {
 protected:
  std::shared_ptr<Node> root = Node::createRoot("scene");
  Sample& r = put(*root, "r");
  std::shared_ptr<Node> a = root->createChild("A");
  Sample& ax = put(*a, "x");
  Sample& ay = put(*a, "y");
  std::shared_ptr<Node> b = a->createChild("B");
  Sample& b1 = put(*b, "b1");
  Sample& bx = put(*b, "x");
  Sample& self = put(*b, "self");
  std::shared_ptr<Node> c = root->createChild("C");
  Sample& only = put(*c, "only");
  CapturedMessages said;

  core::Base* object(const std::string& path) {
    self.setAttribute("other", path);
    return self.l_other.get();
  }
  core::Base* node(const std::string& path) {
    self.setAttribute("node", path);
    return self.l_node.get();
  }
  core::BaseData* data(const std::string& path) {
    std::string reason;
    auto* found = core::findDataByPath(self, path, &reason);
    EXPECT_EQ(reason, "") << path;
    return found;
  }
};

TEST_F(LinkGrammar, aNameIsSearchedUpwards) {
  EXPECT_EQ(object("@b1"), &b1);
  EXPECT_EQ(object("@x"), &bx) << "the nearest wins";
  EXPECT_EQ(object("@y"), &ay);
  EXPECT_EQ(object("@r"), &r);
  EXPECT_EQ(object("@C/only"), &only);
  EXPECT_EQ(object("@B/x"), &bx);
  EXPECT_EQ(object("@A/y"), &ay);
  EXPECT_EQ(object("@A/B/b1"), &b1);
}

TEST_F(LinkGrammar, laterSegmentsAreSearchedOnlyInTheNodeReached) {
  auto inner = b->createChild("A");
  put(*inner, "z");
  EXPECT_EQ(object("@A/y"), nullptr) << "the inner A is reached first and has no y";
}

TEST_F(LinkGrammar, aChildNodeWinsOverAComponentOfTheSameName) {
  auto twin = b->createChild("b1");
  EXPECT_EQ(node("@b1"), twin.get());
}

TEST_F(LinkGrammar, relativePathsAreNotSearchedUpwards) {
  EXPECT_EQ(object("@./b1"), &b1);
  EXPECT_EQ(object("@./y"), nullptr);
  EXPECT_EQ(object("@../y"), &ay);
  EXPECT_EQ(object("@../x"), &ax);
  EXPECT_EQ(object("@../../r"), &r);
  EXPECT_EQ(object("@../../C/only"), &only);
  EXPECT_EQ(object("@../r"), nullptr);
  EXPECT_EQ(object("@../../../r"), nullptr) << "above the root";
}

TEST_F(LinkGrammar, absolutePathsStartBelowTheRoot) {
  EXPECT_EQ(object("@/r"), &r);
  EXPECT_EQ(object("@/A/B/x"), &bx);
  EXPECT_EQ(object("@//A//B/x"), &bx) << "repeated slashes";
  EXPECT_EQ(object("@/scene/r"), nullptr) << "the root's own name is no part of a path";
  EXPECT_EQ(node("@/"), root.get());
}

TEST_F(LinkGrammar, dotsAreNodes) {
  for (const char* path : {"@.", "@./"}) EXPECT_EQ(node(path), b.get()) << path;
  for (const char* path : {"@..", "@../"}) EXPECT_EQ(node(path), a.get()) << path;
  EXPECT_EQ(node("@../.."), root.get());
  EXPECT_EQ(node("@b1/.."), b.get()) << "up from a component is its node";
}

TEST_F(LinkGrammar, bracketsCountBackFromTheLastComponent) {
  EXPECT_EQ(object("@[-1]"), &bx);
  EXPECT_EQ(object("@[-2]"), &b1);
  EXPECT_EQ(object("@[-3]"), nullptr);
  auto& last = put(*b, "last");
  EXPECT_EQ(object("@[-1]"), &self) << "from the last one of the node now, not from the component itself";
  EXPECT_EQ(object("@[-3]"), &b1);
  last.setAttribute("other", "@[]");
  EXPECT_EQ(last.l_other.get(), &last);
}

TEST_F(LinkGrammar, dataOfPreviousAndOwnComponents) {
  EXPECT_EQ(data("@[-1].indices"), &bx.d_indices) << "previous of the last";
  EXPECT_EQ(data("@[].real"), &self.d_real);
  EXPECT_EQ(data("@.real"), &self.d_real);
  EXPECT_EQ(data("@b1.number"), &b1.d_real) << "by alias";
}

TEST_F(LinkGrammar, dataOfNodes) {
  EXPECT_EQ(data("@..gravity"), &b->d_gravity);
  EXPECT_EQ(data("@./.gravity"), &b->d_gravity);
  EXPECT_EQ(data("@...gravity"), &a->d_gravity);
  EXPECT_EQ(data("@../.gravity"), &a->d_gravity);
  EXPECT_EQ(data("@/.gravity"), &root->d_gravity);
  EXPECT_EQ(data("@/.dt"), &root->d_dt);
  EXPECT_EQ(data("@/A.dt"), &a->d_dt);
}

TEST_F(LinkGrammar, theSeparatorIsTheLastDotBehindTheLastSlash) {
  auto& dotted = put(*b, "mesh.v2");
  EXPECT_EQ(data("@mesh.v2.real"), &dotted.d_real);
  auto odd = a->createChild("N.1");
  auto& inside = put(*odd, "i");
  EXPECT_EQ(data("@N.1/i.real"), &inside.d_real);
  EXPECT_EQ(object("@N.1/i"), &inside);
  EXPECT_EQ(data("@/A/x.vector"), &ax.d_vector);
  EXPECT_EQ(data("@../x.real"), &ax.d_real);
}

TEST_F(LinkGrammar, malformedObjectLinks) {
  const auto complains = [&](const char* path, const char* why) {
    const auto before = said.errors(why);
    EXPECT_EQ(object(path), nullptr) << path;
    EXPECT_EQ(said.errors(why), before + 1) << path;
    self.l_other.retry();  // as before init
    EXPECT_EQ(self.l_other.get(), nullptr) << path;
  };
  complains("b1", "first character should be '@'");
  complains("@b1.real", "a Data field name is specified while an object was expected");
  complains("@[1]", "bracket syntax can only be used for self-reference or preceding objects with a negative index");
  complains("@[0]", "negative index");
  complains("@[x]", "negative index");
  complains("@[-1", "missing closing bracket");
  complains("@[", "missing closing bracket");
}

TEST_F(LinkGrammar, malformedDataLinks) {
  const auto complains = [&](const char* path, const char* why) {
    const auto before = said.errors(why);
    self.setAttribute("real", path);
    EXPECT_EQ(said.errors(why), before + 1) << path;
    EXPECT_EQ(self.d_real.value(), 1.5) << path;
    EXPECT_EQ(self.d_real.parent(), nullptr) << path;
  };
  complains("@b1", "a Data field name is required");
  complains("@..", "a Data field name is required");
  complains("@", "a Data field name is required");
  complains("@[2].real", "negative index");
  complains("@[-1.real", "missing closing bracket");
}

TEST_F(LinkGrammar, dataLinksToWhatIsNotThereHaveNoEffectAndSaySo) {
  self.setAttribute("real", "@nobody.real");
  self.setAttribute("integer", "@b1.nothing");
  EXPECT_EQ(said.warnings("names nothing, so it has no effect"), 2u);
  EXPECT_EQ(said.errors(""), 0u);
  EXPECT_EQ(self.d_real.value(), 1.5);
  put(*b, "nobody").d_real.set(8);
  EXPECT_EQ(self.d_real.value(), 1.5) << "resolved at parse time only";
}

TEST_F(LinkGrammar, dataLinksBetweenTypesThatDoNotFit) {
  self.setAttribute("reals", "@b1.color");
  EXPECT_EQ(said.errors("Invalid Data link from b1.color to /A/B/self.reals"), 1u);
  EXPECT_EQ(said.warnings("Could not setup Data link between @b1.color and reals."), 1u);
  self.setAttribute("real", "@self.real");
  EXPECT_EQ(said.errors("cycle"), 1u);
}

TEST_F(LinkGrammar, aNodeStandsForItsOnlyComponentOfTheKind) {
  EXPECT_EQ(object("@/C"), &only);
  EXPECT_EQ(object("@/A"), nullptr) << "two: ambiguous";
  auto empty = root->createChild("empty");
  EXPECT_EQ(object("@/empty"), nullptr) << "this kind is not searched upwards";
}

TEST_F(LinkGrammar, kindsVisibleFromBelowAreFoundUpwards) {
  auto& above = put<Visible>(*a, "loop");
  auto& asking = put<Visible>(*c, "asking");
  asking.setAttribute("visible", "@/A/B");
  EXPECT_EQ(asking.l_visible.get(), &above);
  asking.setAttribute("visible", "@/");
  EXPECT_EQ(asking.l_visible.get(), nullptr) << "nothing at or above the root";
}

TEST_F(LinkGrammar, aWrongOrMissingTargetIsRetriedLater) {
  EXPECT_EQ(object("@later"), nullptr);
  EXPECT_TRUE(said.messages.empty());
  EXPECT_TRUE(self.l_other.isGiven());
  put<Visible>(*root, "wrong");
  EXPECT_EQ(object("@wrong"), nullptr);
  object("@later");
  auto& later = put(*a, "later");
  self.l_other.retry();
  EXPECT_EQ(self.l_other.get(), &later);
}

TEST_F(LinkGrammar, severalPaths) {
  self.setAttribute("others", " @b1  @../y\n@/r ");
  ASSERT_EQ(self.l_others.size(), 3u);
  EXPECT_EQ(self.l_others[0], &b1);
  EXPECT_EQ(self.l_others[1], &ay);
  EXPECT_EQ(self.l_others[2], &r);
  EXPECT_EQ(self.l_others.text(), "@b1 @../y @/r");
  self.setAttribute("other", "@b1 @y");
  EXPECT_EQ(self.l_other.get(), &b1);
  EXPECT_EQ(said.warnings("Could not read value for link other"), 1u);
}

TEST_F(LinkGrammar, anEmptyValueLeavesTheLink) {
  object("@b1");
  EXPECT_EQ(object(""), &b1);
}

TEST_F(LinkGrammar, aMultiLinkIsRetriedOnlyIfItsFirstEntryIsMissing) {
  self.setAttribute("others", "@b1 @later");
  put(*b, "later");
  self.l_others.retry();
  EXPECT_EQ(self.l_others[1], nullptr);
}

TEST_F(LinkGrammar, aDeletedTargetIsForgotten) {
  object("@b1");
  b->removeComponent(&b1);
  EXPECT_EQ(self.l_other.get(), nullptr);
}

TEST_F(LinkGrammar, pathsOfObjects) {
  EXPECT_EQ(root->path(), "/");
  EXPECT_EQ(b->path(), "/A/B");
  EXPECT_EQ(bx.path(), "/A/B/x");
  EXPECT_EQ(r.path(), "/r");
}

TEST_F(LinkGrammar, sourcesAreNotSearchedUpwards) {
  EXPECT_EQ(core::findSourceObject(self, "b1"), &b1);
  EXPECT_EQ(core::findSourceObject(self, "y"), nullptr);
  EXPECT_EQ(core::findSourceObject(self, "../y"), &ay);
  EXPECT_EQ(core::findSourceObject(self, "/C/only"), &only);
  EXPECT_EQ(core::findSourceObject(self, "/C"), &only) << "a node stands for its first component";
  EXPECT_EQ(core::findSourceObject(self, "[-1]"), &bx);
  EXPECT_EQ(core::findSourceObject(self, "[-1"), nullptr);
}

TEST_F(LinkGrammar, sourcesBehindTwoDotsTestEveryParent) {
  c->addChild(b);
  EXPECT_EQ(core::findSourceObject(self, "../only"), &only);
  EXPECT_EQ(object("@../only"), nullptr) << "links follow the first parent only";
}

}  // namespace
}  // namespace sofa::test
