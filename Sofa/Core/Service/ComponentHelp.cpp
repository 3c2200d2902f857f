// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/ComponentHelp.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::core {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 40;
  return text.size() > most ? text.substr(0, most) + "..." : text;
}

bool isCommon(const std::string& name) {
  for (const char* common : {"name", "printLog", "tags", "bbox", "componentState", "listening"})
    if (name == common) return true;
  return false;
}

std::string flagsOf(const DataOptions& options) {
  std::string flags;
  if (options.required) flags += ", required";
  if (options.readOnly) flags += ", output";
  for (const auto& alias : options.aliases) flags += ", also " + alias;
  return flags;
}

std::string example(const ObjectFactory::Entry& entry, const Component& component) {
  std::string text = "  <" + entry.className;
  if (entry.creators.size() > 1 && !entry.defaultTemplate.empty())
    text += " template=\"" + entry.defaultTemplate + "\"";
  int shown = 0;
  for (const auto* data : component.dataFields()) {
    const std::string value = data->defaultText();
    if (isCommon(data->name()) || data->options().readOnly || value.empty() || value.size() > 20 || shown == 3)
      continue;
    if (!data->options().group.empty() && !data->options().required) continue;
    text += " " + data->name() + "=\"" + value + "\"";
    ++shown;
  }
  return text + "/>\n";
}

}  // namespace

std::string listComponents(std::string_view pattern) {
  const std::string wanted = lower(pattern);
  std::string text;
  for (const auto& [name, entry] : ObjectFactory::instance().entries())
    if (lower(name).find(wanted) != std::string::npos)
      text += fmt::format("{:44} {:48} {}\n", name, entry.module, entry.help);
  return text;
}

std::string describeComponent(std::string_view className) {
  const auto* entry = ObjectFactory::instance().find(className);
  if (!entry || entry->creators.empty()) return {};
  const auto& creators = entry->creators;
  const auto chosen =
      creators.contains(entry->defaultTemplate) ? creators.find(entry->defaultTemplate) : creators.begin();
  const auto component = chosen->second.create();
  std::string text = fmt::format("{}: {}\nmodule {}\n", entry->className, entry->help, entry->module);
  std::string templates;
  for (const auto& [name, creator] : creators)
    if (!name.empty())
      templates += (templates.empty() ? "" : ", ") + name + (name == entry->defaultTemplate ? " (default)" : "");
  if (!templates.empty()) text += "templates: " + templates + "\n";
  text += "\nData\n";
  for (const bool common : {false, true})
    for (const auto* data : component->dataFields()) {
      if (isCommon(data->name()) != common) continue;
      text += fmt::format("  {} ({}{}) = \"{}\"\n      {}\n", data->name(), data->type().name(),
                          flagsOf(data->options()), shortened(data->defaultText()), data->help());
      if (const auto* words = allowedWords(*data); words && !data->options().readOnly)
        text += fmt::format("      one of: {}\n", fmt::join(*words, ", "));
    }
  if (!component->links().empty()) text += "\nLinks\n";
  for (const auto* link : component->links())
    text += fmt::format("  {} (to {}{})\n      {}\n", link->name(), link->typeName(),
                        link->isMultiple() ? ", several" : "", link->help());
  return text + "\nExample\n" + example(*entry, *component);
}

}  // namespace sofa::core
