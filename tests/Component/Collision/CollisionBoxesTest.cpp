// SPDX-License-Identifier: Apache-2.0
// Boxes of collision models: the one around all elements, and the hierarchy below it, fitted when it is asked for.
#include <random>

#include "Component/SceneText.h"
#include "Sofa/Core/Contract/CollisionModel.h"

namespace sofa::component::collision {
namespace {

using core::CollisionModel;
using tests::Scene;
using type::Index;
using type::Vec3;

std::vector<Vec3> randomPlaces(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(-1, 1);
  std::vector<Vec3> places(count);
  for (Vec3& p : places) p = {3 * place(random), place(random), place(random)};
  return places;
}

Scene scene(const std::string& model) {
  return Scene(
      "<MechanicalObject position='0 0 0  1 0 0  0 1 0  1 1 0  0 0 1  2 0 0  0 3 0  5 5 5'/>"
      "<MeshTopology edges='0 1  1 2  4 5' triangles='0 1 2  1 2 3  4 5 6'/>" +
      model);
}

void moveTo(const Scene& scene, const std::vector<Vec3>& places) {
  std::ranges::copy(places, scene.state<type::Vec3Types>().writeCoords(core::vec::position).begin());
}

class Models : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Models,
                         testing::Values("<PointCollisionModel proximity='0.1'/>", "<LineCollisionModel/>",
                                         "<TriangleCollisionModel proximity='0.3'/>",
                                         "<SphereCollisionModel radius='0.2' proximity='0.1'/>"));

TEST_P(Models, boxesAreThoseOfTheElementsWhereverTheyGo) {
  const Scene moving = scene(GetParam());
  auto& model = moving.first<CollisionModel>();
  EXPECT_FALSE(model.hasBoxes());
  for (unsigned seed = 0; seed < 3; ++seed) {
    moveTo(moving, randomPlaces(8, seed));
    model.updateBoxes(6);
    std::vector<type::BoundingBox> elements(model.size());
    model.elementBoxes(elements);
    type::BoundingBox all;
    for (const auto& box : elements) all.include(box);
    ASSERT_TRUE(model.hasBoxes());
    EXPECT_EQ(model.outerBox(), all);
    if (seed == 1) continue;  // nobody asks for the rest
    EXPECT_EQ(model.boxes().rootBox(), all);
    for (Index leaf = 0; leaf < model.size(); ++leaf)
      EXPECT_EQ(model.boxes().leaves()[leaf], elements[model.boxes().element(leaf)]);
  }
}

TEST_P(Models, theFirstDetectionChoosesTheShapeWhoeverAsksLater) {
  const Scene asked = scene(GetParam()), later = scene(GetParam());
  for (unsigned seed = 0; seed < 3; ++seed)
    for (const Scene* one : {&asked, &later}) {
      moveTo(*one, randomPlaces(8, seed));
      one->first<CollisionModel>().updateBoxes(6);
      if (one == &asked) one->first<CollisionModel>().boxes();
    }
  const auto &a = asked.first<CollisionModel>().boxes(), &b = later.first<CollisionModel>().boxes();
  EXPECT_TRUE(std::ranges::equal(a.elements(), b.elements()));
  EXPECT_TRUE(std::ranges::equal(a.leaves(), b.leaves()));
  geometry::BoxHierarchy last;  // of which the shape would be another one
  std::vector<type::BoundingBox> elements(b.size());
  later.first<CollisionModel>().elementBoxes(elements);
  last.build(elements, 6);
  if (elements.size() > 3) {
    EXPECT_FALSE(std::ranges::equal(last.elements(), b.elements()));
  }
}

TEST(CollisionBoxes, whatDoesNotMoveKeepsTheFirstOnesWhoeverAsksLater) {
  const Scene obstacle = scene("<PointCollisionModel moving='0'/>");
  auto& model = obstacle.first<CollisionModel>();
  const auto first = randomPlaces(8, 1);
  moveTo(obstacle, first);
  model.updateBoxes(6);
  moveTo(obstacle, randomPlaces(8, 2));
  model.updateBoxes(6);
  for (Index leaf = 0; leaf < 8; ++leaf)
    EXPECT_EQ(model.boxes().leaves()[leaf].min, first[model.boxes().element(leaf)]);
  EXPECT_EQ(model.outerBox(), model.boxes().rootBox());
}

TEST(CollisionBoxes, stayWhileTheirPointsAreGone) {
  const Scene cut = scene("<TriangleCollisionModel/>");
  auto& model = cut.first<CollisionModel>();
  model.updateBoxes(6);
  const auto before = model.boxes().rootBox();
  model.updateBoxes(6);
  cut.state<type::Vec3Types>().resize(2);
  EXPECT_EQ(model.boxes().rootBox(), before);
  model.updateBoxes(6);
  EXPECT_FALSE(model.hasBoxes());
}

}  // namespace
}  // namespace sofa::component::collision
