// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>

#include "Sofa/Core/Contract/CollisionDetection.h"

/// What finds the contacts of two kinds of models, by intersection method (docs/manual/collision-pairs.md).
namespace sofa::core {

/// Distances between elements of two models: below `alarm` a contact is seen, at `contact` it acts (m).
struct ContactRange {
  double alarm = 0, contact = 0;
};

/// Contacts between elements of two kinds of models.
struct Intersector {
  using Intersect = std::function<void(const Intersection&, const CollisionModel&, const CollisionModel&,
                                       const ElementPairs&, std::vector<DetectionOutput>&)>;
  /// Called once per pair of models with all pairs of elements whose boxes overlap; appends. Empty: these kinds of
  /// models pass through each other on purpose.
  Intersect intersect;
  /// Whether an intersection of the method uses it now; always if empty.
  std::function<bool(const Intersection&)> enabled;
};

/// Intersectors by method and kinds of models. Each pair is registered once, in one order, and serves both.
class IntersectorRegistry {
 public:
  static IntersectorRegistry& instance();
  /// Throws std::logic_error if the pair is registered under the method already, in whatever order.
  void add(std::string_view method, std::type_index a, std::type_index b, Intersector intersector);

  struct Found {
    const Intersector* intersector = nullptr;  ///< null: nothing known of such models, or they ignore each other
    bool isKnown = false;
    bool isSwapped = false;  ///< the intersector wants the second model first
  };
  Found find(const Intersection& intersection, const CollisionModel& a, const CollisionModel& b) const;
  /// Names of the methods that find contacts between such models, alphabetical.
  std::vector<std::string> methodsFor(const CollisionModel& a, const CollisionModel& b) const;

 private:
  using Kinds = std::pair<std::type_index, std::type_index>;
  std::map<std::string, std::map<Kinds, Intersector>, std::less<>> m_methods;
};

/// Registers what finds contacts between ModelA and ModelB under the name of an intersection class:
///     const RegisterIntersector<LineModel, PointModel> linePoint("MyIntersection",
///         [](const MyIntersection& method, ContactRange range, const LineModel& line, type::Index i,
///            const PointModel& point, type::Index j, std::vector<DetectionOutput>& outputs) { ... });
/// The function appends the contacts of elements i and j. `range` holds the distances of the method and both models;
/// outputs count their value from range.contact. Method is the class of the intersection, or Intersection itself.
template <class ModelA, class ModelB, class Method = Intersection>
struct RegisterIntersector {
  template <class F>
  RegisterIntersector(std::string_view method, F function, bool (*enabled)(const Method&) = nullptr) {
    Intersector intersector;
    intersector.intersect = [function](const Intersection& intersection, const CollisionModel& a,
                                       const CollisionModel& b, const ElementPairs& pairs,
                                       std::vector<DetectionOutput>& outputs) {
      const auto& typedMethod = dynamic_cast<const Method&>(intersection);
      const auto& modelA = static_cast<const ModelA&>(a);
      const auto& modelB = static_cast<const ModelB&>(b);
      const double skins = a.d_contactDistance.value() + b.d_contactDistance.value();
      const ContactRange range{intersection.alarmDistance() + skins, intersection.contactDistance() + skins};
      for (const auto& [i, j] : pairs) function(typedMethod, range, modelA, i, modelB, j, outputs);
    };
    if (enabled)
      intersector.enabled = [enabled](const Intersection& i) { return enabled(dynamic_cast<const Method&>(i)); };
    IntersectorRegistry::instance().add(method, typeid(ModelA), typeid(ModelB), std::move(intersector));
  }
};

/// Says that ModelA and ModelB pass through each other under a method, without a warning.
template <class ModelA, class ModelB>
struct IgnoreModelPair {
  explicit IgnoreModelPair(std::string_view method) {
    IntersectorRegistry::instance().add(method, typeid(ModelA), typeid(ModelB), {});
  }
};

}  // namespace sofa::core
