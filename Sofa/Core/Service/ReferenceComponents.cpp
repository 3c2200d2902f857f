// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/ReferenceComponents.h"

#include <fmt/format.h>

#include <algorithm>

#include "Sofa/Core/Service/ForeignNames.h"

namespace sofa::core {

const ReferenceComponents& referenceComponents() { return foreignNames().components(); }

const ReferenceComponent* findReferenceComponent(std::string_view className) {
  const auto& all = referenceComponents();
  const auto it = all.find(className);
  return it == all.end() ? nullptr : &it->second;
}

bool ReferenceComponent::hasTemplate(std::string_view name) const {
  return std::find(templates.begin(), templates.end(), name) != templates.end();
}

const Absence* absenceOf(std::string_view className) { return foreignNames().absenceOf(className); }

std::string explainAbsence(std::string_view className) {
  const auto* absence = absenceOf(className);
  if (!absence) return fmt::format("{} of SOFA is not in this version.", className);
  return fmt::format("{} of SOFA is not in this version: {}. {}", className, absence->why, absence->instead);
}

bool isReferenceModule(std::string_view name) {
  return std::any_of(referenceComponents().begin(), referenceComponents().end(),
                     [&](const auto& entry) { return entry.second.module == name; });
}

}  // namespace sofa::core
