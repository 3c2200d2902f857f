// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>

#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/DrawList.h"

/// Contracts of what finds contacts.
namespace sofa::core {

/// One contact between an element of each of two models.
struct DetectionOutput {
  type::Vec3 point1, point2;  ///< on the first and on the second model (m)
  type::Vec3 normal;          ///< unit, from the first towards the second
  double value = 0;           ///< distance less the contact distance (m)
  std::int64_t id = 0;        ///< the same for the same contact at the next step
  type::Index element1 = 0, element2 = 0;
};

using ModelPair = std::pair<CollisionModel*, CollisionModel*>;
/// Elements of the first and of the second model of a pair.
using ElementPairs = std::vector<std::pair<type::Index, type::Index>>;

/// The contacts of one pair of models, the models in the order for which their intersector was registered.
struct PairContacts {
  ModelPair models;
  std::vector<DetectionOutput> outputs;
};

/// The distances within which elements touch. What is computed for a pair of kinds of models is registered apart, under
/// the class names that methods() tells: see RegisterIntersector.
class Intersection : public Component {
 public:
  virtual double alarmDistance() const { return 0; }
  virtual double contactDistance() const { return 0; }
  /// Gap up to which boxes count as overlapping, for models with these contact distances.
  virtual double boxMargin(double contactDistance1, double contactDistance2) const {
    return alarmDistance() + contactDistance1 + contactDistance2;
  }
  /// How it takes models to move during the step; boxes then hold elements over the whole step.
  virtual StepMotion stepMotion() const { return {}; }
  /// Names under which its pairs are registered; a pair missing under one is looked up under the next.
  virtual std::span<const std::string_view> methods() const = 0;
};

/// Finds pairs of models that may touch.
class BroadPhase : public Component {
 public:
  virtual bool needsDeepTrees() const { return false; }
  /// Appends pairs in a fixed order. The boxes of the models are up to date.
  virtual void findPairs(std::span<CollisionModel* const> models, const Intersection& intersection,
                         std::vector<ModelPair>& pairs) = 0;
};

/// Every collision model of the scene of `component`, in the order of the graph.
inline std::vector<CollisionModel*> allCollisionModels(const Component& component) {
  std::vector<CollisionModel*> models;
  if (component.context()) component.context()->root()->collectDown(models);
  return models;
}

/// Finds contacts between the elements of pairs of models.
class NarrowPhase : public Component {
 public:
  virtual bool needsDeepTrees() const { return false; }
  /// Says, once, which of these models, that may touch, it can find no contacts between, and what could.
  virtual void check(std::span<CollisionModel* const> /*models*/, const Intersection& /*intersection*/) {}
  /// Replaces the contacts of the last detection.
  virtual void findContacts(std::span<const ModelPair> pairs, const Intersection& intersection) = 0;
  /// Of the last detection, pairs in a fixed order.
  virtual std::span<const PairContacts> contacts() const = 0;
  void draw(DrawList& list) const override {
    if (list.shows(type::DisplayFlags::DetectionOutputs)) drawContacts(list);
  }
  /// Each contact as a line between its points.
  void drawContacts(DrawList& list) const {
    for (const PairContacts& pair : contacts())
      for (const DetectionOutput& c : pair.outputs) {
        list.line(c.point1, c.point2, 5, {1, 0, 0, 1});
        list.point(c.point1, 10, {0, 0, 1, 1});
        list.point(c.point2, 10, {0, 0, 1, 1});
      }
  }
};

}  // namespace sofa::core
