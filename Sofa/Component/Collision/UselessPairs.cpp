// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/UselessPairs.h"

#include <algorithm>
#include <map>

#include "Sofa/Core/Contract/IntersectorRegistry.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {

using core::CollisionModel;

namespace {

struct Body {
  std::vector<CollisionModel*> models;
  bool isSimulated() const {
    return std::ranges::any_of(models, [](const auto* model) { return model->d_simulated.value(); });
  }
  /// Obstacles below the solver of a whole scene say themselves that they stand still.
  bool isMoved() const {
    return models.front()->context()->up<core::OdeSolver>() &&
           std::ranges::any_of(models, [](const auto* model) { return model->d_moving.value(); });
  }
};
using Bodies = std::vector<const Body*>;
/// Of the models of a body: bodies may be many, what kinds of models they have is of few kinds.
using Kinds = std::vector<std::type_index>;

/// The uppermost node with a state, to which mappings lead from the model.
const core::Node* driverOf(const CollisionModel& model) {
  const core::Node* driver = model.context();
  for (const auto* node = driver; node; node = node->parent())
    if (node->local<core::BaseState>()) driver = node;
  return driver;
}

std::vector<Body> bodiesOf(std::span<CollisionModel* const> models) {
  std::vector<Body> bodies;
  std::map<const core::Node*, std::size_t> places;
  for (auto* model : models) {
    const auto [place, isNew] = places.try_emplace(driverOf(*model), bodies.size());
    if (isNew) bodies.emplace_back();
    bodies[place->second].models.push_back(model);
  }
  return bodies;
}

Kinds kindsOf(const Body& body) {
  Kinds kinds;
  for (const auto* model : body.models) kinds.push_back(model->kind());
  std::ranges::sort(kinds);
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  return kinds;
}

/// Whether there is a test for any two models of the bodies, or a pair of which nothing is known, which is told apart.
bool isUseful(const Body& a, const Body& b, const core::Intersection& intersection) {
  for (const auto* first : a.models)
    for (const auto* second : b.models) {
      const auto found = core::IntersectorRegistry::instance().find(intersection, *first, *second);
      if (found.intersector || !found.isKnown) return true;
    }
  return false;
}

/// The first models of two different bodies, one of each list, that may touch.
std::optional<core::ModelPair> firstPair(const Bodies& some, const Bodies& others) {
  for (const Body* a : some)
    for (const Body* b : others) {
      if (a == b) continue;
      for (auto* first : a->models)
        for (auto* second : b->models)
          if (first->mayTouch(*second) && second->mayTouch(*first)) return core::ModelPair{first, second};
    }
  return std::nullopt;
}

std::string kindOf(const CollisionModel& model) {
  return model.className() + (model.templateName().empty() ? "" : "<" + model.templateName() + ">");
}

void reportNoTest(const core::Component& owner, const core::ModelPair& pair, const core::Intersection& intersection) {
  const auto &a = *pair.first, &b = *pair.second;
  const auto methods = core::IntersectorRegistry::instance().methodsFor(a, b);
  owner.warning(
      "{} looks for no contacts between {} and {}: {} and {} pass through each other. Give both bodies a "
      "PointCollisionModel and a LineCollisionModel too{}.",
      intersection.className(), kindOf(a), kindOf(b), a.path(), b.path(),
      methods.empty() ? "" : fmt::format(", or take a method that knows these: {}", fmt::join(methods, ", ")));
}

}  // namespace

void reportUselessPairs(const core::Component& owner, std::span<CollisionModel* const> models,
                        const core::Intersection& intersection) {
  const auto bodies = bodiesOf(models);
  struct Group {
    Bodies all, simulated;
  };
  std::map<Kinds, Group> groups;
  Bodies obstacles, moved;  // obstacles that a solver moves nevertheless
  for (const Body& body : bodies) {
    Group& group = groups[kindsOf(body)];
    group.all.push_back(&body);
    (body.isSimulated() ? group.simulated : obstacles).push_back(&body);
    if (!body.isSimulated() && body.isMoved()) moved.push_back(&body);
  }
  for (auto one = groups.begin(); one != groups.end(); ++one)
    for (auto other = one; other != groups.end(); ++other) {
      const auto& [all, simulated] = one->second;
      const auto& [others, othersSimulated] = other->second;
      if (isUseful(*all.front(), *others.front(), intersection)) continue;
      auto pair = firstPair(simulated, others);
      if (!pair) pair = firstPair(all, othersSimulated);
      if (pair) reportNoTest(owner, *pair, intersection);
    }
  if (const auto pair = firstPair(moved, obstacles))
    owner.warning(
        "{} and {} are both obstacles, simulated=\"0\": they pass through each other, though a solver moves the first. "
        "Leave simulated=\"1\" to the models of what is to be stopped.",
        pair->first->path(), pair->second->path());
}

}  // namespace sofa::component::collision
