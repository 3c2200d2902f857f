// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Type/Values.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace sofa::type {

bool OptionGroup::select(std::string_view label) {
  const auto it = std::find(m_items.begin(), m_items.end(), label);
  if (it == m_items.end()) return false;
  m_selected = static_cast<std::size_t>(it - m_items.begin());
  return true;
}

bool OptionGroup::select(std::size_t index) {
  if (index >= m_items.size()) return false;
  m_selected = index;
  return true;
}

void BoundingBox::include(std::span<const Vec3> points) {
  constexpr std::size_t together = 8;  // points: so the processor compares whole vectors
  const std::size_t whole = points.size() / together * together;
  if (whole > 0) {
    const BoundingBox none;
    double low[3 * together], high[3 * together];
    std::ranges::fill(low, none.min.x());
    std::ranges::fill(high, none.max.x());
    for (std::size_t i = 0; i < whole; i += together) {
      const double* p = points[i].data();
      for (std::size_t k = 0; k < std::size(low); ++k) {
        low[k] = p[k] < low[k] ? p[k] : low[k];
        high[k] = p[k] > high[k] ? p[k] : high[k];
      }
    }
    for (std::size_t i = 0; i < together; ++i) {
      min = min.cwiseMin(Vec3(low + 3 * i));
      max = max.cwiseMax(Vec3(high + 3 * i));
    }
  }
  for (const Vec3& p : points.subspan(whole)) include(p);
}

bool DisplayFlags::apply(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool show = text.starts_with("show");
  if (!show && !text.starts_with("hide")) return false;
  const std::string name = text.substr(4);
  if (name == "root") return true;  // a word without effect

  // Each word sets a contiguous range of leaves: a group word its members, a leaf word itself.
  struct Range {
    std::string_view name;
    Flag first, last;
  };
  static constexpr Range ranges[] = {{"all", VisualModels, MechanicalMappings},
                                     {"visual", VisualModels, VisualModels},
                                     {"visualmodels", VisualModels, VisualModels},
                                     {"behavior", BehaviorModels, InteractionForceFields},
                                     {"behaviormodels", BehaviorModels, BehaviorModels},
                                     {"forcefields", ForceFields, ForceFields},
                                     {"interactionforcefields", InteractionForceFields, InteractionForceFields},
                                     {"collision", CollisionModels, DetectionOutputs},
                                     {"collisionmodels", CollisionModels, CollisionModels},
                                     {"boundingcollisionmodels", BoundingCollisionModels, BoundingCollisionModels},
                                     {"detectionoutputs", DetectionOutputs, DetectionOutputs},
                                     {"mapping", Mappings, MechanicalMappings},
                                     {"mappings", Mappings, Mappings},
                                     {"mechanicalmappings", MechanicalMappings, MechanicalMappings},
                                     {"options", Rendering, Normals},
                                     {"advancedrendering", Rendering, Rendering},
                                     {"rendering", Rendering, Rendering},
                                     {"wireframe", Wireframe, Wireframe},
                                     {"normals", Normals, Normals}};
  for (const Range& range : ranges)
    if (range.name == name) {
      std::fill(states.begin() + range.first, states.begin() + range.last + 1, show ? State::show : State::hide);
      return true;
    }
  return false;
}

}  // namespace sofa::type
