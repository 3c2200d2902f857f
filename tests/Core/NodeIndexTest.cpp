// SPDX-License-Identifier: Apache-2.0
// Searches in nodes that hold many components and children: the answers of a small node.
#include "Sofa/Core/ObjectModel/NodeIndex.h"

#include <gtest/gtest.h>

#include <random>

#include "SampleComponents.h"
#include "Sofa/Core/ObjectModel/Path.h"

namespace sofa::test {
namespace {

using core::NodeIndex;
using simulation::Node;

constexpr int many = 1000, searches = 50;

core::Base* lookThrough(const Node& node, const std::string& name) {
  for (const auto& child : node.children())
    if (child->name() == name) return child.get();
  for (const auto& component : node.components())
    if (component->name() == name) return component.get();
  return nullptr;
}

/// So often that an index is made.
core::Base* search(const Node& node, const std::string& name) {
  core::Base* found = nullptr;
  for (int i = 0; i < searches; ++i) found = NodeIndex::find(node, name);
  return found;
}

class NodeIndexTest : public testing::Test {
 protected:
  NodeIndexTest() {
    for (int i = 0; i < many; ++i) {
      put(*root, "c" + std::to_string(i));
      root->createChild("n" + std::to_string(i));
    }
  }
  void expect(const std::string& name) { EXPECT_EQ(search(*root, name), lookThrough(*root, name)) << name; }

  std::shared_ptr<Node> root = Node::createRoot();
};

TEST_F(NodeIndexTest, findsChildrenAndComponents) {
  for (const char* name : {"c0", "c500", "c999", "n0", "n999", "c1000", ""}) expect(name);
  EXPECT_EQ(core::findObjectByPath(*root, "@/n7"), root->children()[7].get());
}

TEST_F(NodeIndexTest, theFirstOfANameIsMeant) {
  root->components()[800]->setName("same");
  root->components()[100]->setName("same");
  expect("same");
  root->children()[900]->setName("same");
  expect("same");
}

TEST_F(NodeIndexTest, followsNames) {
  expect("c500");
  root->components()[500]->setName("other");
  expect("c500");
  expect("other");
  root->components()[3]->setName("other");
  expect("other");
  root->components()[999]->setName("last");
  expect("last");
}

TEST_F(NodeIndexTest, followsWhatIsTakenOutAndPutIn) {
  expect("c500");
  const auto removed = root->components()[500];
  root->removeComponent(removed.get());
  expect("c500");
  removed->setName("c501");
  root->addComponent(removed, 2);
  expect("c501");
  root->removeChild(root->children()[10].get());
  expect("n10");
  root->addChild(std::make_shared<Node>(), 0);
  root->children()[0]->setName("n20");
  expect("n20");
}

TEST_F(NodeIndexTest, outlivesNodesAndComponents) {
  expect("c5");
  const auto kept = root->components()[5];
  const auto child = root->children()[5];
  root.reset();
  kept->setName("renamed");
  child->setName("renamed");
  root = Node::createRoot();
}

TEST_F(NodeIndexTest, manyChangesByTurns) {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    const auto place = random() % root->components().size();
    const std::string name = "c" + std::to_string(random() % (2 * many));
    switch (random() % 16) {
      case 0:
        root->removeComponent(root->components()[place].get());
        break;
      case 1:
        put(*root, name);
        break;
      case 2:
        root->components()[place]->setName(name);
        break;
      default:
        EXPECT_EQ(NodeIndex::find(*root, name), lookThrough(*root, name)) << i;
    }
  }
}

TEST_F(NodeIndexTest, kindsAreCountedWhereTheyStand) {
  const auto isSample = [](const core::Component& c) { return dynamic_cast<const Sample*>(&c) != nullptr; };
  EXPECT_EQ(core::firstOfKind(*root, isSample), root->components().front().get());
  EXPECT_EQ(core::lastOfKind(*root, isSample), root->components().back().get());
  put(*root, "new");
  EXPECT_EQ(core::lastOfKind(*root, isSample), root->components().back().get());
  root->removeComponent(root->components().front().get());
  EXPECT_EQ(core::firstOfKind(*root, isSample), root->components().front().get());
  EXPECT_EQ(core::firstOfKind(*root, [](const core::Component&) { return false; }), nullptr);
}

}  // namespace
}  // namespace sofa::test
