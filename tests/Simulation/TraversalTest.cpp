// SPDX-License-Identifier: Apache-2.0
// Order of traversals and delivery of events.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Core/SampleComponents.h"
#include "RemovedObject.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Simulation/Mechanics/LastStep.h"
#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

using simulation::Node;
using simulation::Visitor;

class Recorder : public Visitor {
 public:
  std::string log, prune;
  Answer topDown(Node& node) override {
    log += node.name() + " ";
    return prune.find(node.name()) != std::string::npos ? Answer::Prune : Answer::Continue;
  }
  void bottomUp(Node& node) override { log += "-" + node.name() + " "; }
};

std::string traverse(Node& start, const std::string& prune = "") {
  Recorder recorder;
  recorder.prune = prune;
  start.execute(recorder);
  return recorder.log;
}

TEST(Traversal, bottomUpIsTheExactReverse) {
  auto root = Node::createRoot("r");
  auto a = root->createChild("a");
  a->createChild("c");
  root->createChild("b");
  EXPECT_EQ(traverse(*root), "r a c b -b -c -a -r ");
  EXPECT_EQ(traverse(*a), "a c -c -a ");
}

/// r { a { c { d } } b { c } }: c has two parents.
class Diamond : public testing::Test {
 protected:
  std::shared_ptr<Node> root = Node::createRoot("r"), a = root->createChild("a"), b = root->createChild("b"),
                        c = a->createChild("c"), d = c->createChild("d");
  void SetUp() override { ASSERT_TRUE(b->addChild(c)); }
};

TEST_F(Diamond, aNodeWaitsForAllItsParents) {
  EXPECT_EQ(traverse(*root), "r a b c d -d -c -b -a -r ");
  EXPECT_EQ(traverse(*a), "a c d -d -c -a ") << "only parents inside of the subtree count";
}

TEST_F(Diamond, pruneStopsWhereAllParentsAreStopped) {
  EXPECT_EQ(traverse(*root, "a"), "r a b c d -d -c -b -a -r ");
  EXPECT_EQ(traverse(*root, "ab"), "r a b -b -a -r ");
  EXPECT_EQ(traverse(*root, "c"), "r a b c -c -b -a -r ");
  EXPECT_EQ(traverse(*root, "r"), "r -r ") << "the pruned node itself goes bottom-up";
}

TEST_F(Diamond, inactiveNodesAndWhatIsBelowAreSkipped) {
  b->d_activated.set(false);
  root->graphChanged();
  EXPECT_EQ(traverse(*root), "r a c d -d -c -a -r ");
  c->d_activated.set(false);
  root->graphChanged();
  EXPECT_EQ(traverse(*root), "r a -a -r ");
  root->d_activated.set(false);
  root->graphChanged();
  EXPECT_EQ(traverse(*root), "");
}

/// Thirty diamonds, one below the other: 2^30 ways lead from the root to the lowest node, through 91 nodes.
class ChainOfDiamonds : public testing::Test {
 protected:
  static constexpr int diamonds = 30, nodes = 3 * diamonds + 1;
  ChainOfDiamonds() {
    for (int i = 0; i < diamonds; ++i) {
      const auto left = lowest->createChild("left"), right = lowest->createChild("right");
      lowest = left->createChild("below");
      right->addChild(lowest);
    }
  }
  static int count(Node& from) {
    int all = 0;
    core::forEachNode(from, [&](Node&) { ++all; });
    return all;
  }

  tests::CapturedMessages messages;
  std::shared_ptr<Node> root = Node::createRoot("r"), lowest = root;
};

TEST_F(ChainOfDiamonds, isVisitedNodeByNode) {
  const auto log = traverse(*root);
  EXPECT_EQ(std::count(log.begin(), log.end(), ' '), 2 * nodes);
  EXPECT_EQ(count(*root), nodes);
}

TEST_F(ChainOfDiamonds, isSearchedNodeByNodeForASource) {
  const auto& sample = put(*lowest, "sample");
  std::string way;
  for (int i = 0; i < 2 * diamonds; ++i) way += "../";
  EXPECT_EQ(core::findSourceObject(sample, way + "nothing"), nullptr);
  const auto& other = put(*root, "other");
  EXPECT_EQ(core::findSourceObject(sample, way + "other"), &other);
  EXPECT_EQ(core::findObjectByPath(sample, "@other"), &other);
  EXPECT_EQ(core::suggestPath(sample, "@othe"), " Did you mean \"@/other\"?");
}

TEST_F(ChainOfDiamonds, runs) {
  root->add("DefaultAnimationLoop");
  lowest->add("MechanicalObject", {{"position", "0 0 0"}});
  lowest->add("TriangleSetTopologyModifier");
  lowest->add("MeshTopology", {{"position", "0 0 0"}});
  lowest->add("TriangleSetGeometryAlgorithms", {{"tagMechanics", "none"}});
  simulation::initRoot(*root);
  EXPECT_EQ(messages.errors("TriangleSetTopologyContainer not found"), 1u);
  EXPECT_EQ(messages.warnings("no state with the tag"), 1u);
  simulation::animate(*root);
  simulation::reset(*root);
  simulation::LastStep().keep(*root);
  simulation::updateVisual(*root);
  simulation::updateBoundingBoxes(*root);
}

TEST_F(ChainOfDiamonds, isWrittenAndReadAgain) {
  lowest->add("MechanicalObject", {{"name", "dofs"}, {"position", "0 0 0"}});
  const auto again = simulation::readSceneText(simulation::sceneText(*root));
  ASSERT_TRUE(again);
  EXPECT_EQ(count(*again), nodes);
  int ends = 0;
  core::forEachNode(*again, [&](Node& node) { ends += node.components().empty() ? 0 : 1; });
  EXPECT_EQ(ends, 1);
}

TEST_F(ChainOfDiamonds, isTakenApart) {
  root->add("DefaultAnimationLoop");
  put(*lowest, "sample");
  simulation::initRoot(*root);
  RemovedObject removed(*root, lowest);
  EXPECT_EQ(count(*root), nodes - 1);
  simulation::animate(*root);
  removed.putBack();
  EXPECT_EQ(count(*root), nodes);
  EXPECT_TRUE(root->isAncestorOf(lowest.get()));
  simulation::animate(*root);
  simulation::unload(*root);
}

struct Knock : core::NamedEvent<Knock> {
  static constexpr const char* eventName = "Knock";
};

class Listener : public core::Component {
 public:
  std::string* log = nullptr;
  bool handles = false, adds = false;
  void handleEvent(core::Event& event) override {
    *log += name() + " ";
    event.handled = handles;
    if (!adds) return;
    adds = false;
    context()->createChild("new");
  }
};

class Events : public Diamond {
 protected:
  std::string log;
  Listener& listen(Node& node, const std::string& name) {
    auto& listener = put<Listener>(node, name);
    listener.log = &log;
    listener.d_listening.set(true);
    return listener;
  }
  std::string knock() {
    log.clear();
    Knock event;
    root->broadcast(event);
    return log;
  }
};

TEST_F(Events, reachListeningComponentsTopDown) {
  listen(*d, "d1");
  listen(*c, "c1");
  listen(*c, "c2").d_listening.set(false);
  listen(*c, "c3");
  listen(*root, "r1");
  EXPECT_EQ(knock(), "r1 c1 c3 d1 ");
  c->d_activated.set(false);
  root->graphChanged();
  EXPECT_EQ(knock(), "r1 ");
}

TEST_F(Events, aHandledEventStopsInItsNodeAndBelow) {
  listen(*root, "r1");
  auto& a1 = listen(*a, "a1");
  listen(*a, "a2");
  auto& b1 = listen(*b, "b1");
  listen(*c, "c1");
  listen(*d, "d1");
  a1.handles = true;
  EXPECT_EQ(knock(), "r1 a1 b1 c1 d1 ") << "c is still reached from b";
  b1.handles = true;
  EXPECT_EQ(knock(), "r1 a1 b1 ");
  a1.handles = b1.handles = false;
  EXPECT_EQ(knock(), "r1 a1 a2 b1 c1 d1 ");
}

TEST_F(ChainOfDiamonds, tellsEachListenerOnceOfAnEvent) {
  std::string log;
  auto& listener = put<Listener>(*lowest, "listener");
  listener.log = &log;
  listener.d_listening.set(true);
  Knock event;
  root->broadcast(event);
  EXPECT_EQ(log, "listener ");
}

TEST_F(Events, aListenerMayChangeTheGraph) {
  listen(*root, "r1").adds = true;
  listen(*a, "a1").adds = true;
  listen(*d, "d1");
  EXPECT_EQ(knock(), "r1 a1 d1 ");
  EXPECT_EQ(root->children().size(), 3u);
}

TEST(Tags, filters) {
  using simulation::tagsMatch;
  EXPECT_TRUE(tagsMatch({}, {"a"}));
  EXPECT_TRUE(tagsMatch({"a"}, {"a", "b"}));
  EXPECT_FALSE(tagsMatch({"a", "b"}, {"a"})) << "every tag is needed";
  EXPECT_FALSE(tagsMatch({"a"}, {}));
  EXPECT_TRUE(tagsMatch({"a", "0"}, {})) << "0 is the tag of components without tags";
  EXPECT_TRUE(tagsMatch({"!a"}, {}));
  EXPECT_TRUE(tagsMatch({"!a"}, {"b"}));
  EXPECT_FALSE(tagsMatch({"!a"}, {"a", "b"}));
  EXPECT_FALSE(tagsMatch({"b", "!a"}, {"a", "b"}));
  EXPECT_FALSE(tagsMatch({"b", "!a"}, {}));
}

}  // namespace
}  // namespace sofa::test
