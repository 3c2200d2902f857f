// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Catalogue/ComponentTable.h"

#include <fmt/format.h>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/ReferenceComponents.h"

namespace sofa::compatibility {
namespace {

using core::absenceOf;
using core::ObjectFactory;
using core::ReferenceComponent;

struct Module {
  std::vector<std::string> supported, missing, missingTemplates;
};

/// Templates of the reference that our class lacks. A class that has none of its own serves all.
std::vector<std::string> missingTemplates(const ReferenceComponent& reference, const ObjectFactory::Entry& entry) {
  std::vector<std::string> missing;
  if (entry.creators.size() == 1 && entry.creators.begin()->first.empty()) return missing;
  for (const auto& name : reference.templates)
    if (!entry.creators.contains(name)) missing.push_back(name);
  return missing;
}

/// "2 of 3": how many of the reference's classes of a module are there.
std::string share(const Module& module) {
  return fmt::format("{} of {}", module.supported.size(), module.supported.size() + module.missing.size());
}

std::string section(const std::string& name, const Module& module) {
  std::string text = fmt::format("\n## {} ({})\n", name, share(module));
  if (!module.supported.empty()) text += fmt::format("- Supported: {}\n", fmt::join(module.supported, ", "));
  for (const auto* names : {&module.missing, &module.missingTemplates})
    for (const auto& missing : *names) {
      const auto* absence = absenceOf(missing);
      text += absence ? fmt::format("- Not here: {}: {}. {}\n", missing, absence->why, absence->instead)
                      : fmt::format("- Not here: {}\n", missing);
    }
  return text;
}

}  // namespace

std::string componentTable() {
  const auto& factory = ObjectFactory::instance();
  std::map<std::string, Module> modules;
  Module all;
  for (const auto& [name, reference] : core::referenceComponents()) {
    Module& module = modules[reference.module];
    auto it = factory.entries().find(name);
    // A class may be there as a name of another one.
    if (const auto* former = factory.formerName(name);
        it == factory.entries().end() && former && former->refusal.empty())
      it = factory.entries().find(former->today);
    if (it == factory.entries().end()) {
      module.missing.push_back(name);
      all.missing.push_back(name);
      continue;
    }
    for (const auto& missing : missingTemplates(reference, it->second))
      module.missingTemplates.push_back(fmt::format("{}<{}>", name, missing));
    module.supported.push_back(name);
    all.supported.push_back(name);
  }
  std::vector<std::string> own;
  for (const auto& [name, entry] : factory.entries())
    if (!core::findReferenceComponent(name)) own.push_back(name);
  std::string text = fmt::format(
      "# Components\n"
      "Of the {} components that scenes of SOFA v26.06 and of its plugins can name, this version has {}. Of the "
      "others, "
      "and of templates\n"
      "that are missing, it is said why, and what to use instead; a scene that names them runs without them, after an "
      "error message that\n"
      "says the same.\n\n"
      "Written by `runSofa --component-table > docs/components.md`.\n",
      all.supported.size() + all.missing.size(), all.supported.size());
  for (const auto& [name, module] : modules) text += section(name, module);
  if (!own.empty()) text += fmt::format("\n## Components that SOFA v26.06 does not have\n{}\n", fmt::join(own, ", "));
  return text;
}

}  // namespace sofa::compatibility
