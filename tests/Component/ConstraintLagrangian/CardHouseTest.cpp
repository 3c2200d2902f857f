// SPDX-License-Identifier: Apache-2.0
// A house of cards stands, and each of its cards is carried by its contacts.
#include "Component/SceneText.h"
#include "Sofa/Component/Collision/ContactListener.h"

#include "SourceFolder.h"

namespace sofa::component::constraintlagrangian {
namespace {

using type::Vec3;

TEST(CardHouse, standsAndEachCardIsCarried) {
  const auto root = simulation::readScene(std::string(SOFA_SOURCE_DIR) + "/examples/Collision/card_house.scn");
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  std::vector<core::State<type::Rigid3Types>*> cards;
  for (const auto& child : root->children())
    if (auto* state = dynamic_cast<core::State<type::Rigid3Types>*>(core::localMechanicalState(*child)))
      cards.push_back(state);
  ASSERT_EQ(cards.size(), 7u);
  std::vector<type::Rigid3Types::Coord> start;
  for (const auto* card : cards) start.push_back(card->positions()[0]);
  for (int i = 0; i < 100; ++i) simulation::animate(*root);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto& now = cards[i]->positions()[0];
    EXPECT_LT((now.center - start[i].center).norm(), 1e-4) << cards[i]->path();
    EXPECT_LT(now.orientation.angularDistance(start[i].orientation), 1e-4) << cards[i]->path();
    const auto& listener = *cards[i]->context()->down<collision::ContactListener>();
    EXPECT_LT((*listener.d_force - Vec3(0, 0.981, 0)).norm(), 1e-6) << cards[i]->path();
  }
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian
