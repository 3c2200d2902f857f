// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/DataCycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::core {
namespace {

/// The component that a node of the graph belongs to; null for what no scene can name.
const Base* ownerOf(const DependencyNode& node) {
  if (const auto* data = dynamic_cast<const BaseData*>(&node)) return data->owner();
  return dynamic_cast<const Base*>(&node);
}

std::string nameOf(const DependencyNode& node) {
  const Base* owner = ownerOf(node);
  if (!owner) return {};
  const auto* data = dynamic_cast<const BaseData*>(&node);
  return data ? fmt::format("{}.{}", owner->path(), data->name()) : owner->path();
}

/// The first on the way that a scene can name.
const Base* teller(const std::vector<DependencyNode*>& way) {
  const auto named = std::ranges::find_if(way, [](const auto* node) { return ownerOf(*node) != nullptr; });
  return named == way.end() ? nullptr : ownerOf(**named);
}

/// Takes the link between the last two of the way out of the graph. A Data that follows another stops to do so; else,
/// where the former follows something by a link, that link goes, so that it keeps the value it has.
void cutBefore(DependencyNode& last, DependencyNode& before) {
  if (auto* to = dynamic_cast<BaseData*>(&last); to && to->parent() == &before) {
    to->setParent(nullptr);
    return;
  }
  auto* data = dynamic_cast<BaseData*>(&before);
  if (data && data->parent() && ownerOf(before) == ownerOf(last))
    data->setParent(nullptr);
  else
    last.removeInput(&before);
}

}  // namespace

std::vector<DependencyNode*> dependencyPath(DependencyNode& first, DependencyNode& last) {
  // Each node once: engines joined by several Data make the number of paths grow exponentially.
  std::unordered_map<DependencyNode*, DependencyNode*> next{{&last, nullptr}};
  std::vector<DependencyNode*> pending{&last}, path;
  while (!pending.empty()) {
    auto* node = pending.back();
    pending.pop_back();
    if (node == &first) {
      for (; node; node = next.at(node)) path.push_back(node);
      return path;
    }
    for (auto* input : node->inputs())
      if (next.emplace(input, node).second) pending.push_back(input);
  }
  return path;
}

std::string cycleText(const std::vector<DependencyNode*>& cycle) {
  std::vector<std::string> names;
  for (const auto* node : cycle) {
    // An engine stands between its own Data: those say more.
    if (!dynamic_cast<const BaseData*>(node) && cycle.size() > 2) continue;
    if (auto name = nameOf(*node); !name.empty()) names.push_back(std::move(name));
  }
  if (names.empty()) return {};
  names.push_back(names.front());
  return fmt::format("{}", fmt::join(names, " -> "));
}

bool breakCycle(DependencyNode& node, DependencyNode& input) {
  const auto way = dependencyPath(node, input);
  if (way.empty()) return true;
  auto* const before = way.size() > 1 ? way[way.size() - 2] : way.back();
  if (const Base* owner = teller({way.rbegin(), way.rend()}))
    owner->error(
        "The value depends on itself: {}. {} keeps the value it has. Take one of these links out, or let it lead to "
        "something that does not depend on this component.",
        cycleText(way), nameOf(*before).empty() ? "It" : nameOf(*before));
  if (way.size() < 2) return false;
  cutBefore(*way.back(), *before);
  return dependencyPath(node, input).empty();
}

void tellUnfinished(const std::vector<DependencyNode*>& cycle) {
  static std::mutex access;
  static std::set<std::weak_ptr<const Base>, std::owner_less<>> told;
  const Base* owner = teller(cycle);
  if (!owner) return;
  const std::scoped_lock lock(access);
  if (told.insert(owner->weak_from_this()).second)
    owner->error(
        "The value depends on itself: {}. What was there before is taken. Take one of these links out, or let it lead "
        "to something that does not depend on this component.",
        cycleText(cycle));
}

}  // namespace sofa::core
