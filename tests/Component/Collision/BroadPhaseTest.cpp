// SPDX-License-Identifier: Apache-2.0
// Pairs of models whose boxes meet, against comparing all of them.
#include <limits>
#include <random>

#include "Component/SceneText.h"
#include "Sofa/Component/Collision/BruteForceBroadPhase.h"

namespace sofa::component::collision {
namespace {

using core::CollisionModel;
using core::ModelPair;
using tests::Scene;
using type::Vec3;

std::vector<CollisionModel*> modelsOf(const Scene& scene) {
  std::vector<CollisionModel*> models;
  scene.root->collectDown(models);
  for (auto* model : models) model->updateBoxes(6);
  return models;
}

/// Each model with itself, then with those before it.
std::vector<ModelPair> compareAll(std::span<CollisionModel* const> models, const core::Intersection& intersection) {
  std::vector<ModelPair> pairs;
  for (std::size_t i = 0; i < models.size(); ++i) {
    CollisionModel& a = *models[i];
    if (a.d_simulated.value() && a.mayTouch(a)) pairs.push_back({&a, &a});
    for (std::size_t j = 0; j < i; ++j) {
      CollisionModel& b = *models[j];
      const double margin = intersection.boxMargin(a.d_contactDistance.value(), b.d_contactDistance.value());
      if ((a.d_simulated.value() || b.d_simulated.value()) && a.mayTouch(b) && b.mayTouch(a) &&
          geometry::overlap(a.boxes().rootBox(), b.boxes().rootBox(), margin))
        pairs.push_back({&a, &b});
    }
  }
  return pairs;
}

std::vector<ModelPair> find(const Scene& scene, std::span<CollisionModel* const> models) {
  std::vector<ModelPair> pairs;
  scene.first<core::BroadPhase>().findPairs(models, scene.first<core::Intersection>(), pairs);
  return pairs;
}

/// Small balls in a long room, some with skins, in groups or as obstacles, some of several in a node.
Scene balls(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(0, 1);
  std::string nodes;
  for (int i = 0; i < count; ++i) {
    const auto model = [&] {
      return fmt::format("<SphereCollisionModel radius='{}' proximity='{}' simulated='{}' selfCollision='{}' {}/>",
                         0.05 + 0.1 * place(random), i % 7 == 0 ? 0.2 : 0.0, i % 3 != 0, i % 4 == 0,
                         i % 5 == 0 ? "group='1'" : "");
    };
    nodes += fmt::format("<Node name='n{}'><MechanicalObject position='{} {} {}'/>{}{}</Node>", i, place(random),
                         place(random), 4 * place(random), model(), i % 6 == 0 ? model() : "");
  }
  return Scene("<BruteForceBroadPhase/><MinProximityIntersection alarmDistance='0.05' contactDistance='0.01'/>" +
               nodes);
}

TEST(BruteForceBroadPhase, findsWhatComparingAllFinds) {
  for (unsigned seed = 1; seed < 6; ++seed) {
    const Scene scene = balls(150, seed);
    const auto models = modelsOf(scene);
    const auto expected = compareAll(models, scene.first<core::Intersection>());
    ASSERT_GT(expected.size(), models.size());
    EXPECT_EQ(find(scene, models), expected) << "in the same order";
  }
}

TEST(BruteForceBroadPhase, placesThatAreNoNumbersHideNoOthers) {
  const Scene scene = balls(40, 9);
  const auto models = modelsOf(scene);
  const auto expected = compareAll(models, scene.first<core::Intersection>());
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const Scene broken = balls(40, 9);
    auto& state = dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*broken.root->children()[7]));
    state.writeCoords(core::vec::position)[0] = Vec3::Constant(bad);
    const auto others = modelsOf(broken);
    const auto found = find(broken, others);
    const auto isThere = [&](std::size_t i, std::size_t j) {
      return std::ranges::find(found, ModelPair{others[i], others[j]}) != found.end();
    };
    for (std::size_t i = 0; i < models.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        if (others[i]->state() == &state || others[j]->state() == &state) continue;
        const bool wanted = std::ranges::find(expected, ModelPair{models[i], models[j]}) != expected.end();
        EXPECT_EQ(isThere(i, j), wanted) << i << ' ' << j;
      }
  }
}

/// The hierarchy over the boxes follows them for some steps, then is made anew.
TEST(BruteForceBroadPhase, findsTheSameWhereModelsMoveAbout) {
  const Scene scene = balls(60, 4);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(0, 1);
  for (int step = 0; step < 120; ++step) {
    for (const auto& node : scene.root->children()) {
      auto& state = dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*node));
      auto& x = state.writeCoords(core::vec::position)[0];
      x = 0.9 * x + 0.1 * Vec3(place(random), place(random), 4 * place(random));
    }
    auto models = modelsOf(scene);
    if (step % 30 == 29) models.resize(models.size() / 2);
    ASSERT_EQ(find(scene, models), compareAll(models, scene.first<core::Intersection>())) << "step " << step;
  }
}

TEST(BruteForceBroadPhase, findsNothingAmongNone) {
  const Scene scene = balls(0, 1);
  EXPECT_TRUE(find(scene, {}).empty());
}

}  // namespace
}  // namespace sofa::component::collision
