// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "Sofa/Component/Collision/ModelPairMap.h"

namespace sofa::component::collision {
namespace {

using core::ModelPair;

class NoElements : public core::CollisionModel {
 public:
  explicit NoElements(const char* name) { setName(name); }
  std::size_t size() const override { return 0; }
  core::BaseState* state() const override { return nullptr; }
  void elementBoxes(std::span<type::BoundingBox>) const override {}
};

/// Two objects with triangles, lines and points each.
class ModelPairOrder : public testing::Test {
 protected:
  NoElements t1{"T1"}, l1{"L1"}, p1{"P1"}, t2{"T2"}, l2{"L2"}, p2{"P2"};
  using Map = ModelPairMap<core::PairContacts>;
  Map detected{Map::Insertion::afterLast}, contacts{Map::Insertion::fromRoot};

  void detect(std::vector<ModelPair> keys) {
    for (const auto& key : keys)
      if (!detected.find(key)) detected.insert({key, {}});
    for (const auto& entry : detected)
      if (!contacts.find(entry.models)) contacts.insert({entry.models, {}});
  }
  static std::string order(const Map& map) {
    std::string text;
    for (const auto& [key, value] : map) text += (text.empty() ? "" : " ") + key.first->name() + key.second->name();
    return text;
  }
};

TEST_F(ModelPairOrder, allPairsAtOnce) {
  detect({{&t2, &p1}, {&l2, &l1}, {&l2, &p1}, {&t1, &p2}, {&l1, &p2}, {&p2, &p1}});
  EXPECT_EQ(order(detected), "T2P1 L1P2 L2P1 L2L1 P2P1 T1P2");
  EXPECT_EQ(order(contacts), "P2P1 L1P2 T2P1 L2L1 L2P1 T1P2");
}

TEST_F(ModelPairOrder, withoutTheFirstTriangle) {
  detect({{&l2, &l1}, {&l2, &p1}, {&t1, &p2}, {&l1, &p2}, {&p2, &p1}});
  EXPECT_EQ(order(detected), "L1P2 L2L1 L2P1 P2P1 T1P2");
  EXPECT_EQ(order(contacts), "L1P2 L2L1 L2P1 P2P1 T1P2");
}

TEST_F(ModelPairOrder, numbersOutliveTheirPairs) {
  detect({{&t1, &t2}, {&l1, &l2}});
  const std::string first = order(detected);
  detected.eraseIf([](const auto&) { return true; });
  EXPECT_TRUE(detected.empty());
  detect({{&l1, &l2}, {&t1, &t2}});
  EXPECT_EQ(order(detected), first);
}

TEST_F(ModelPairOrder, aResetForgetsNumbers) {
  detect({{&t1, &t2}, {&l1, &l2}});
  detected.reset();
  EXPECT_TRUE(detected.empty());
  detect({{&l1, &l2}, {&t1, &t2}});
  Map fresh{Map::Insertion::afterLast};
  for (const ModelPair& key : {ModelPair{&l1, &l2}, ModelPair{&t1, &t2}}) fresh.insert({key, {}});
  EXPECT_EQ(order(detected), order(fresh));
}

/// Pairs are found among many, whatever came and went before.
TEST(ModelPairMap, findsWhatIsThere) {
  constexpr std::size_t models = 40;
  std::vector<std::unique_ptr<NoElements>> all;
  for (std::size_t i = 0; i < models; ++i) all.push_back(std::make_unique<NoElements>(std::to_string(i).c_str()));
  for (const auto insertion : {ModelPairMap<core::PairContacts>::Insertion::afterLast,
                               ModelPairMap<core::PairContacts>::Insertion::fromRoot}) {
    ModelPairMap<core::PairContacts> map(insertion);
    std::set<std::pair<std::size_t, std::size_t>> there;
    std::mt19937 random(5);
    for (int round = 0; round < 50; ++round) {
      for (int k = 0; k < 20; ++k) {
        const std::size_t i = random() % models, j = random() % models;
        const ModelPair key{all[i].get(), all[j].get()};
        EXPECT_EQ(map.find(key) != nullptr, there.contains({i, j}));
        if (!there.contains({i, j})) map.insert({key, {}});
        there.insert({i, j});
      }
      const std::size_t gone = random() % models;
      map.eraseIf([&](const auto& entry) { return entry.models.first == all[gone].get(); });
      std::erase_if(there, [&](const auto& pair) { return pair.first == gone; });
      EXPECT_EQ(map.size(), there.size());
      for (const auto& [i, j] : there) ASSERT_TRUE(map.find({all[i].get(), all[j].get()}));
    }
  }
}

}  // namespace
}  // namespace sofa::component::collision
