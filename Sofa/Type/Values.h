// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "Sofa/Type/Vec.h"

/// Small value types that components expose as Data beside numbers and vectors.
namespace sofa::type {

/// Red, green, blue, alpha in [0, 1].
struct Color {
  float r = 1, g = 1, b = 1, a = 1;
  bool operator==(const Color&) const = default;
};

/// One choice out of a fixed list of labels.
class OptionGroup {
 public:
  OptionGroup() = default;
  OptionGroup(std::vector<std::string> items, std::size_t selected = 0)
      : m_items(std::move(items)), m_selected(selected) {}

  const std::vector<std::string>& items() const { return m_items; }
  std::size_t index() const { return m_selected; }
  const std::string& selected() const { return m_items.at(m_selected); }
  bool is(std::string_view label) const { return m_selected < m_items.size() && m_items[m_selected] == label; }

  /// False and unchanged if there is no such label or index.
  bool select(std::string_view label);
  bool select(std::size_t index);

  bool operator==(const OptionGroup&) const = default;

 private:
  std::vector<std::string> m_items;
  std::size_t m_selected = 0;
};

/// Surface appearance: each term has a switch and a colour (or a number).
struct Material {
  struct Term {
    bool use = false;
    Color color;
    bool operator==(const Term&) const = default;
  };
  std::string name = "Default";
  Term diffuse{true, {0.75f, 0.75f, 0.75f, 1}};
  Term ambient{true, {0.2f, 0.2f, 0.2f, 1}};
  Term specular{false, {1, 1, 1, 1}};
  Term emissive{false, {0, 0, 0, 1}};
  bool useShininess = false;
  float shininess = 45;
  bool operator==(const Material&) const = default;
};

/// Axis-aligned box; empty (min > max) by default.
struct BoundingBox {
  Vec3 min = Vec3::Constant(1e300);
  Vec3 max = Vec3::Constant(-1e300);
  bool empty() const { return min.x() > max.x(); }
  void include(const Vec3& p) {
    min = min.cwiseMin(p);
    max = max.cwiseMax(p);
  }
  /// Coordinates that are not numbers are passed over.
  void include(std::span<const Vec3> points);
  void include(const BoundingBox& o) {
    if (!o.empty()) include(o.min), include(o.max);
  }
  bool operator==(const BoundingBox&) const = default;
};

/// What to draw: one tri-state per leaf flag (docs/manual/visual.md, "Display flags").
struct DisplayFlags {
  enum Flag {
    VisualModels,
    BehaviorModels,
    ForceFields,
    InteractionForceFields,
    CollisionModels,
    BoundingCollisionModels,
    DetectionOutputs,
    Mappings,
    MechanicalMappings,
    Rendering,
    Wireframe,
    Normals,
    count
  };
  enum class State : signed char { unset = -1, hide = 0, show = 1 };
  std::array<State, count> states = [] {
    std::array<State, count> s{};
    s.fill(State::unset);
    return s;
  }();
  State operator[](Flag f) const { return states[f]; }
  /// Applies one word such as "showVisual" or "hideBehaviorModels" (case-insensitive); false if unknown.
  bool apply(std::string_view word);
  bool operator==(const DisplayFlags&) const = default;
};

using TagSet = std::set<std::string>;

}  // namespace sofa::type
