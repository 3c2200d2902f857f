// SPDX-License-Identifier: Apache-2.0
// Nodes, their components and parents.
#include "Sofa/Core/ObjectModel/Node.h"

#include <gtest/gtest.h>

#include "SampleComponents.h"

namespace sofa::test {
namespace {

using simulation::Node;

TEST(Node, lookupsUpDownAndLocal) {
  auto root = Node::createRoot();
  auto& r = put(*root, "r");
  auto a = root->createChild("a"), b = a->createChild("b");
  EXPECT_EQ(b->up<Sample>(), &r);
  EXPECT_EQ(b->local<Sample>(), nullptr);
  auto& first = put(*b, "first");
  auto& second = put(*b, "second");
  EXPECT_EQ(b->up<Sample>(), &first);
  EXPECT_EQ(b->slot<Sample>(), &second) << "a second component replaces the first in the slot";
  EXPECT_EQ(a->down<Sample>(), &first);
  EXPECT_EQ(root->down<Sample>(), &r);
  EXPECT_EQ(b->allLocal<Sample>(), (std::vector<Sample*>{&first, &second}));
  EXPECT_EQ(b->root(), root.get());
}

TEST(Node, pathsBelowANodeWithoutANameAreNotThoseOfItsSiblings) {
  auto root = Node::createRoot();
  auto nameless = root->createChild(""), below = nameless->createChild("torus"), beside = root->createChild("torus");
  EXPECT_EQ(beside->path(), "/torus");
  EXPECT_EQ(below->path(), "//torus");
}

TEST(Node, aNodeMayHaveSeveralParents) {
  auto root = Node::createRoot();
  auto a = root->createChild("a"), b = root->createChild("b"), shared = a->createChild("shared");
  ASSERT_TRUE(b->addChild(shared));
  auto& inB = put(*b, "inB");
  EXPECT_EQ(shared->path(), "/a/shared") << "by the first parent";
  EXPECT_EQ(shared->up<Sample>(), &inB) << "looking up tries every parent";
  EXPECT_EQ(shared->parents().size(), 2u);
  std::vector<Sample*> all;
  put(*shared, "s");
  root->collectDown(all);
  EXPECT_EQ(all.size(), 2u) << "each once";
  int visits = 0;
  core::forEachNode(*root, [&](core::Node&) { ++visits; });
  EXPECT_EQ(visits, 4);

  a->removeChild(shared.get());
  EXPECT_EQ(shared->path(), "/b/shared");
  b->removeChild(shared.get());
  EXPECT_EQ(shared->path(), "/");
}

TEST(Node, searchesVisitEachNodeOnce) {
  // Thirty diamonds, one below the other: 2^30 ways lead from the root to the lowest node, through 91 nodes.
  auto root = Node::createRoot(), lowest = root;
  for (int i = 0; i < 30; ++i) {
    auto left = lowest->createChild("left"), right = lowest->createChild("right");
    lowest = left->createChild("below");
    right->addChild(lowest);
  }
  EXPECT_EQ(lowest->up<Sample>(), nullptr);
  EXPECT_EQ(root->down<Sample>(), nullptr);
  const auto names = [](auto visit) {
    std::string all;
    int count = 0;
    visit([&](const core::Node& node) {
      if (++count < 8) all += node.name() + " ";
      return false;
    });
    return all + std::to_string(count);
  };
  EXPECT_EQ(names([&](const auto& f) { root->visitDown(f); }), "root left below left below left below 91");
  EXPECT_EQ(names([&](const auto& f) { lowest->visitUp(f); }), "below left below left below left below 91");
  auto& above = put(*root, "above");
  auto& below = put(*lowest, "below");
  EXPECT_EQ(lowest->children().size(), 0u);
  EXPECT_EQ(root->children()[0]->up<Sample>(), &above);
  EXPECT_EQ(root->children()[1]->down<Sample>(), &below);
  std::vector<Sample*> all;
  root->collectDown(all);
  EXPECT_EQ(all, (std::vector<Sample*>{&above, &below})) << "each once";
}

TEST(Node, cyclesAreRefused) {
  auto root = Node::createRoot();
  auto a = root->createChild("a"), b = a->createChild("b");
  EXPECT_FALSE(b->addChild(a));
  EXPECT_FALSE(b->addChild(root));
  EXPECT_FALSE(a->addChild(a));
  EXPECT_TRUE(b->children().empty());
}

TEST(Node, aComponentLivesInOneNode) {
  auto root = Node::createRoot();
  auto a = root->createChild("a");
  auto component = std::make_shared<Sample>();
  root->addComponent(component);
  a->addComponent(component);
  EXPECT_TRUE(root->components().empty());
  EXPECT_EQ(component->context(), a.get());
  a->removeComponent(component.get());
  EXPECT_EQ(component->context(), nullptr);
}

TEST(Node, everyChangeOfTheGraphGivesAVersionOfItsOwn) {
  auto root = Node::createRoot(), other = Node::createRoot();
  auto part = Node::createRoot("part");
  part->createChild("one");
  EXPECT_EQ(part->order().size(), 2u);
  part->createChild("two");
  root->addChild(part);
  EXPECT_EQ(part->order().size(), 3u) << "the list of the time before it was attached is stale";
  const auto attached = root->graphVersion();
  root->removeChild(part.get());
  EXPECT_NE(root->graphVersion(), attached);
  EXPECT_NE(part->graphVersion(), root->graphVersion());
  other->addChild(part);
  part->createChild("three");
  EXPECT_EQ(part->order().size(), 4u);
}

}  // namespace
}  // namespace sofa::test
