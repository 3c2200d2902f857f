// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/FormerNames.h"

#include <algorithm>
#include <optional>

#include "Sofa/Core/Service/ForeignNames.h"
#include "Sofa/Core/Service/SceneProblems.h"

namespace sofa::core {
namespace {

std::optional<bool> areAccepted;

}  // namespace

const ObjectFactory::FormerName* formerReferenceName(std::string_view name) { return foreignNames().formerName(name); }

std::vector<std::string> formerReferenceNames(std::string_view className) {
  return foreignNames().formerNames(className);
}

std::string_view Renaming::today(std::string_view attribute) const {
  const auto it = std::ranges::find(renamed, attribute, &std::pair<std::string, std::string>::first);
  return it == renamed.end() ? attribute : it->second;
}

bool Renaming::drops(std::string_view attribute) const {
  return std::ranges::find(dropped, attribute) != dropped.end();
}

Renaming renamingOf(const ComponentDescription& description) {
  const auto& factory = ObjectFactory::instance();
  const auto* former = factory.find(description.type()) ? nullptr : factory.formerName(description.type());
  if (!former || former->today == description.type()) return {};
  Renaming renaming{former->today, {}, {}};
  foreignNames().adjust(renaming, description);
  return factory.find(renaming.className) ? renaming : Renaming{};
}

ComponentDescription renamed(const ComponentDescription& description, const Renaming& renaming) {
  ComponentDescription today(renaming.className, description.location());
  today.setFolder(description.folder());
  for (const auto& [name, attribute] : description.attributes())
    if (!renaming.drops(name)) today.set(std::string(renaming.today(name)), attribute.value);
  return today;
}

void acceptFormerNames(bool accept) { areAccepted = accept; }
void acceptFormerNamesByDefault() { areAccepted = areAccepted.value_or(true); }

Renaming acceptedRenaming(const ComponentDescription& description) {
  if (!areAccepted.value_or(false)) return {};
  auto renaming = renamingOf(description);
  if (!renaming.className.empty()) SceneProblems::tellFormerName(description.type(), renaming.className);
  return renaming;
}

}  // namespace sofa::core
