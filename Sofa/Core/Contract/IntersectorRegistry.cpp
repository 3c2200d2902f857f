// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/IntersectorRegistry.h"

#include <stdexcept>

namespace sofa::core {

IntersectorRegistry& IntersectorRegistry::instance() {
  static IntersectorRegistry registry;
  return registry;
}

void IntersectorRegistry::add(std::string_view method, std::type_index a, std::type_index b, Intersector intersector) {
  auto& pairs = m_methods[std::string(method)];
  if (pairs.contains({a, b}) || pairs.contains({b, a}))
    throw std::logic_error(
        fmt::format("the pair of models {} and {} is registered twice for {}", a.name(), b.name(), method));
  pairs.emplace(Kinds{a, b}, std::move(intersector));
}

IntersectorRegistry::Found IntersectorRegistry::find(const Intersection& intersection, const CollisionModel& a,
                                                     const CollisionModel& b) const {
  const Kinds kinds{a.kind(), b.kind()};
  for (const std::string_view method : intersection.methods()) {
    const auto pairs = m_methods.find(method);
    if (pairs == m_methods.end()) continue;
    auto found = pairs->second.find(kinds);
    const bool isSwapped = found == pairs->second.end();
    if (isSwapped) found = pairs->second.find({kinds.second, kinds.first});
    if (found == pairs->second.end()) continue;
    const Intersector& intersector = found->second;
    const bool isUsed = intersector.intersect && (!intersector.enabled || intersector.enabled(intersection));
    return {isUsed ? &intersector : nullptr, true, isSwapped};
  }
  return {};
}

std::vector<std::string> IntersectorRegistry::methodsFor(const CollisionModel& a, const CollisionModel& b) const {
  std::vector<std::string> names;
  for (const auto& [method, pairs] : m_methods)
    for (const Kinds& kinds : {Kinds{a.kind(), b.kind()}, Kinds{b.kind(), a.kind()}})
      if (const auto found = pairs.find(kinds); found != pairs.end() && found->second.intersect) {
        names.push_back(method);
        break;
      }
  return names;
}

}  // namespace sofa::core
