// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/ComponentDescription.h"

#include <cstdlib>

namespace sofa::core {

std::vector<std::string> ComponentDescription::attributeNames() const {
  std::vector<std::string> names;
  for (const auto& [name, attribute] : m_attributes) names.push_back(name);
  return names;
}

void ComponentDescription::markUsed(std::string_view name) const {
  if (const auto it = m_attributes.find(name); it != m_attributes.end()) it->second.used = true;
}

const std::string& ComponentDescription::get(std::string_view name) const {
  static const std::string none;
  const auto it = m_attributes.find(name);
  return it == m_attributes.end() ? none : it->second.value;
}

std::optional<std::string> ComponentDescription::take(std::string_view name) {
  const auto it = m_attributes.find(name);
  if (it == m_attributes.end()) return std::nullopt;
  std::string value = std::move(it->second.value);
  m_attributes.erase(it);
  return value;
}

namespace {
template <class Number, class Convert>
std::optional<Number> takeNumber(ComponentDescription& description, std::string_view name, std::string* bad,
                                 const Convert& convert) {
  const auto text = description.take(name);
  if (!text) return std::nullopt;
  char* end = nullptr;
  const auto value = static_cast<Number>(convert(text->c_str(), &end));
  while (*end == ' ' || *end == '\t' || *end == '\n') ++end;
  if (end == text->c_str() || *end) {
    if (bad) *bad = std::string(name) + "=\"" + *text + "\"";
    return std::nullopt;
  }
  return value;
}
}  // namespace

std::optional<float> ComponentDescription::takeFloat(std::string_view name, std::string* bad) {
  return takeNumber<float>(*this, name, bad, [](const char* text, char** end) { return std::strtof(text, end); });
}

std::optional<long> ComponentDescription::takeInteger(std::string_view name, std::string* bad) {
  return takeNumber<long>(*this, name, bad, [](const char* text, char** end) { return std::strtol(text, end, 10); });
}

std::vector<std::string> ComponentDescription::unused() const {
  std::vector<std::string> names;
  for (const auto& [name, attribute] : m_attributes)
    if (!attribute.used && name != "name" && name != "type" && name != "template" && !name.starts_with('_') &&
        !name.starts_with("NO"))
      names.push_back(name);
  return names;
}

}  // namespace sofa::core
