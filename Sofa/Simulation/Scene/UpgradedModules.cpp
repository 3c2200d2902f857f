// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/UpgradedModules.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "Sofa/Core/Service/ForeignNames.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/ReferenceComponents.h"

namespace sofa::simulation {
namespace {

/// Modules that are loaded with every scene.
bool isAlwaysThere(std::string_view module) {
  return module.empty() || module.starts_with("Sofa.Simulation") || module.starts_with("Sofa.Core");
}

}  // namespace

void UpgradedModules::addComponent(std::string_view className) {
  const auto* reference = core::findReferenceComponent(className);
  const auto* entry = reference ? nullptr : core::ObjectFactory::instance().find(className);
  const std::string module = reference ? reference->module : entry ? entry->module : std::string();
  if (!isAlwaysThere(module)) m_needed.insert(module);
}

void UpgradedModules::addRequired(std::vector<std::string> names, std::size_t line) {
  m_required.push_back({std::move(names), line});
}

std::vector<std::string> UpgradedModules::missing() const {
  std::vector<std::string> modules;
  std::ranges::copy_if(m_needed, std::back_inserter(modules), [this](const auto& module) {
    return std::ranges::none_of(m_required,
                                [&](const auto& r) { return std::ranges::find(r.names, module) != r.names.end(); });
  });
  return modules;
}

std::vector<UpgradedModules::Line> UpgradedModules::today() const {
  std::vector<Line> lines;
  bool isFirst = true;
  const auto modules = missing();
  for (const auto& [names, number] : m_required) {
    Line line;
    std::vector<std::string> former;
    for (const auto& name : names) (core::isFormerModule(name) ? former : line.names).push_back(name);
    if (!former.empty() && m_needed.empty()) {
      line.names = names;
      line.left.push_back(
          fmt::format("line {}: RequiredPlugin {}: a module of a former version; no component of this file says which "
                      "module of today is needed instead",
                      number, fmt::join(former, ", ")));
    } else if (!former.empty() && isFirst) {
      isFirst = false;
      line.names.insert(line.names.end(), modules.begin(), modules.end());
      if (!modules.empty())
        line.renamed.push_back(
            fmt::format("line {}: RequiredPlugin {} is {}, the modules of the components in this file", number,
                        fmt::join(former, ", "), fmt::join(modules, ", ")));
    }
    if (!former.empty() && line.left.empty() && line.renamed.empty())
      line.renamed.push_back(
          fmt::format("line {}: RequiredPlugin {} goes: other lines name the modules that are needed", number,
                      fmt::join(former, ", ")));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace sofa::simulation
