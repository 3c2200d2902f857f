// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Catalogue/ComponentComparison.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "Sofa/Compatibility/Catalogue/ComparedTypes.h"
#include "Sofa/Compatibility/Catalogue/KnownDifferences.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/ReferenceComponents.h"

namespace sofa::compatibility {
namespace {

using core::absenceOf;
using core::Component;
using core::ObjectFactory;
using nlohmann::json;

std::string textOf(const json& object, const char* key) { return object.value(key, std::string()); }

/// Compares one component of the catalogue.
class Comparison {
 public:
  Comparison(const json& theirs, std::vector<ComponentDifference>& differences)
      : m_theirs(theirs), m_name(theirs.at("name")), m_differences(differences) {}

  void run() {
    const auto& factory = ObjectFactory::instance();
    const auto* entry = factory.find(m_name);
    if (!entry || entry->creators.empty()) {
      const auto* absence = absenceOf(m_name);
      return add("", "is not here", absence ? fmt::format("{}. {}", absence->why, absence->instead) : std::string());
    }
    if (entry->module != textOf(m_theirs, "module"))
      add("module", fmt::format("{}, in the catalogue {}", entry->module, textOf(m_theirs, "module")));
    compareTemplates(*entry);
    for (const std::string alias : m_theirs.value("aliases", json::array()))
      if (factory.find(alias) != entry && !factory.formerName(alias)) add(alias, "a name that is not here");
    const auto component = described(*entry).create();
    for (const auto& data : m_theirs.value("data", json::array())) compareData(*entry, *component, data);
    for (const auto& link : m_theirs.value("links", json::array())) compareLink(*entry, *component, link);
  }

 private:
  void add(const std::string& attribute, const std::string& what, std::string reason = {}) {
    if (reason.empty()) reason = reasonOfDifference(m_name, attribute);
    m_differences.push_back({fmt::format("{}{}{}: {}", m_name, attribute.empty() ? "" : ".", attribute, what), reason});
  }

  void compareTemplates(const ObjectFactory::Entry& entry) {
    if (entry.creators.size() == 1 && entry.creators.begin()->first.empty()) return;  // it serves all
    for (const std::string name : m_theirs.at("templates")) {
      if (entry.creators.contains(name)) continue;
      const auto* absence = absenceOf(fmt::format("{}<{}>", m_name, name));
      add("template", fmt::format("{} is not here", name),
          absence ? fmt::format("{}. {}", absence->why, absence->instead) : std::string());
    }
    if (const auto wanted = textOf(m_theirs, "default_template"); !wanted.empty() && wanted != entry.defaultTemplate)
      add("template", fmt::format("default \"{}\", in the catalogue \"{}\"", entry.defaultTemplate, wanted));
  }

  /// The template whose Data the catalogue lists, or what comes nearest.
  const ObjectFactory::Creator& described(const ObjectFactory::Entry& entry) const {
    std::string name = textOf(m_theirs, "default_template");
    if (name.empty() && !m_theirs.at("templates").empty()) name = m_theirs.at("templates")[0];
    if (!entry.creators.contains(name)) name = entry.defaultTemplate;
    return entry.creators.contains(name) ? entry.creators.at(name) : entry.creators.begin()->second;
  }

  void addMissing(const ObjectFactory::Entry& entry, const std::string& name, const std::string& what,
                  std::string reason) {
    if (const auto ignored = entry.ignored.find(name); ignored != entry.ignored.end()) reason = ignored->second;
    add(name, what, std::move(reason));
  }

  void compareData(const ObjectFactory::Entry& entry, const Component& component, const json& theirs) {
    const std::string name = theirs.at("name"), type = textOf(theirs, "type");
    const auto* data = component.findData(name);
    if (!data) {
      if (component.findLink(name)) return;  // takes the same paths
      const bool isRecord = kindOfType(type).ends_with("record");
      return addMissing(entry, name, fmt::format("is not here (type {})", type),
                        isRecord ? "a record that SOFA makes for itself, not for scenes" : "");
    }
    const std::string ours = data->type().name();
    if (ours != type && kindOfType(ours) != kindOfType(type))
      add(name, fmt::format("type {}, in the catalogue {}", ours, type));
    if (data->options().readOnly || theirs.value("output", false)) return;  // computed
    // Some classes begin with another value than the one that is declared, here and there.
    const auto value = data->text(), other = textOf(theirs, "default");
    if (!sameText(value, other) && !sameText(data->defaultText(), other))
      add(name, fmt::format("default \"{}\", in the catalogue \"{}\"", value, other));
  }

  void compareLink(const ObjectFactory::Entry& entry, const Component& component, const json& theirs) {
    const std::string name = theirs.at("name");
    const auto* link = component.findLink(name);
    if (link && (link->isMultiple() || !theirs.value("multi", false))) return;
    if (link) return add(name, "link to one, in the catalogue to several");
    if (!component.findData(name))  // reads the same paths
      addMissing(entry, name, fmt::format("link is not here (to {})", textOf(theirs, "type")), {});
  }

  const json& m_theirs;
  std::string m_name;
  std::vector<ComponentDifference>& m_differences;
};

}  // namespace

std::vector<ComponentDifference> compareComponents(std::string_view catalogue, std::string& problem) {
  std::vector<ComponentDifference> differences;
  try {
    const json all = json::parse(catalogue);
    for (const auto& component : all.at("components")) Comparison(component, differences).run();
  } catch (const json::exception& e) {
    problem = e.what();
    return {};
  }
  return differences;
}

}  // namespace sofa::compatibility
