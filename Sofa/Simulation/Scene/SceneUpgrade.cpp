#include "Sofa/Simulation/Scene/SceneUpgrade.h"

#include <fmt/format.h>

#include <algorithm>

#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Helper/XmlText.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Scene/TextEdits.h"

namespace sofa::simulation {
namespace {

using core::ObjectFactory;
using core::Renaming;

/// The renaming of an element, of names that are still accepted too.
Renaming renamingOfAny(const core::ComponentDescription& description) {
  if (auto renaming = core::renamingOf(description); !renaming.className.empty()) return renaming;
  const auto* entry = ObjectFactory::instance().find(description.type());
  if (!entry || entry->className == description.type() || !phasesOfDetection(description.type()).empty()) return {};
  return {entry->className, {}, {}};
}

std::size_t lineOf(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// What is common to both languages: notes each name once per line.
class Upgrade {
 public:
  explicit Upgrade(std::string_view text) : m_text(text), m_edits(text) {}

  /// The renaming of an element that stands at `at`; empty if it keeps its name.
  Renaming note(const core::ComponentDescription& description, std::size_t at) {
    auto renaming = renamingOfAny(description);
    if (!renaming.className.empty())
      m_result.renamed.push_back(
          fmt::format("line {}: {} is {}", lineOf(m_text, at), description.type(), renaming.className));
    else if (const auto* former = ObjectFactory::instance().find(description.type())
                                      ? nullptr
                                      : ObjectFactory::instance().formerName(description.type()))
      m_result.left.push_back(fmt::format("line {}: {}: {}", lineOf(m_text, at), description.type(), former->refusal));
    return renaming;
  }
  TextEdits& edits() { return m_edits; }
  UpgradedScene finish() {
    m_result.text = m_edits.apply();
    return std::move(m_result);
  }

 private:
  std::string_view m_text;
  TextEdits m_edits;
  UpgradedScene m_result;
};

constexpr std::string_view spacing = " \t\r\n";

}  // namespace

UpgradedScene upgradedXml(std::string_view text, const UpgradedIncludes& includes) {
  Upgrade upgrade(text);
  auto& edits = upgrade.edits();
  for (const auto& element : XmlPlaces(text).elements) {
    if (const auto* href = element.tag == "include" ? element.find("href") : nullptr)
      if (const auto upgraded = includes.find(href->value); upgraded != includes.end())
        edits.replaceValue(*href, helper::escapedXml(upgraded->second));
    const bool isObject = element.tag == "Object";
    const auto* type = isObject ? element.find("type") : nullptr;
    if (isObject ? !type : element.tag == "Node") continue;
    core::ComponentDescription description(isObject ? type->value : element.tag);
    for (const auto& attribute : element.attributes) description.set(attribute.name, attribute.value);
    const Renaming renaming = upgrade.note(description, element.begin);
    if (renaming.className.empty()) continue;
    if (isObject) {
      edits.replaceValue(*type, renaming.className);
    } else {
      edits.replace(element.begin + 1, element.begin + 1 + element.tag.size(), renaming.className);
      if (const auto end = element.contentEnd + 2; !element.isEmpty)
        edits.replace(end, end + element.tag.size(), renaming.className);
    }
    for (const auto& attribute : element.attributes) {
      const auto name = std::min(text.find_first_not_of(spacing, attribute.begin), text.size());
      const auto today = renaming.today(attribute.name);
      if (renaming.drops(attribute.name))
        edits.replace(attribute.begin, attribute.end, {});
      else if (today != attribute.name)
        edits.replace(name, name + attribute.name.size(), std::string(today));
    }
  }
  return upgrade.finish();
}

// --- Python ----------------------------------------------------------------------------------------------------------

namespace {

/// name=value of a call, with the comma before it.
struct Argument {
  std::string_view name, value;
  std::size_t begin, nameBegin, end;
};

std::size_t behindString(std::string_view text, std::size_t quote) {
  for (std::size_t i = quote + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == text[quote])
      return i + 1;
  }
  return text.size();
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(spacing), last = text.find_last_not_of(spacing);
  return first == text.npos ? std::string_view() : text.substr(first, last - first + 1);
}

std::string_view unquoted(std::string_view text) {
  const bool isString =
      text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return isString ? text.substr(1, text.size() - 2) : text;
}

/// The arguments with names of a call, whose text goes on at `at`, inside its parenthesis and before a comma.
std::vector<Argument> argumentsFrom(std::string_view text, std::size_t at) {
  std::vector<Argument> arguments;
  std::size_t begin = at, equals = text.npos;
  int depth = 1;
  const auto close = [&](std::size_t end) {
    if (equals != text.npos) {
      const auto name = trimmed(text.substr(begin + 1, equals - begin - 1));
      arguments.push_back({name, unquoted(trimmed(text.substr(equals + 1, end - equals - 1))), begin,
                           static_cast<std::size_t>(name.data() - text.data()), end});
    }
    begin = end;
    equals = text.npos;
  };
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'')
      i = behindString(text, i) - 1;
    else if (c == '#')
      i = std::min(text.find('\n', i), text.size() - 1);
    else if (c == '(' || c == '[' || c == '{')
      ++depth;
    else if (c == ')' || c == ']' || c == '}')
      --depth;
    else if (c == '=' && depth == 1 && equals == text.npos)
      equals = i;
    if (depth == 0 || (c == ',' && depth == 1 && i > at)) close(i);
    if (depth == 0) break;
  }
  return arguments;
}

}  // namespace

UpgradedScene upgradedPython(std::string_view text) {
  Upgrade upgrade(text);
  auto& edits = upgrade.edits();
  for (const std::string_view call : {"addObject", "createObject"}) {
    for (auto at = text.find(call); at != text.npos; at = text.find(call, at + 1)) {
      const auto open = text.find_first_not_of(spacing, at + call.size());
      if (open == text.npos || text[open] != '(') continue;
      const auto quote = text.find_first_not_of(spacing, open + 1);
      if (quote == text.npos || (text[quote] != '"' && text[quote] != '\'')) continue;
      const auto end = behindString(text, quote);
      core::ComponentDescription description{std::string(unquoted(text.substr(quote, end - quote)))};
      const auto arguments = argumentsFrom(text, end);
      for (const auto& a : arguments) description.set(std::string(a.name), std::string(a.value));
      const Renaming renaming = upgrade.note(description, at);
      if (renaming.className.empty()) continue;
      edits.replace(quote + 1, end - 1, renaming.className);
      for (const auto& a : arguments) {
        if (renaming.drops(a.name))
          edits.replace(a.begin, a.end, {});
        else if (renaming.today(a.name) != a.name)
          edits.replace(a.nameBegin, a.nameBegin + a.name.size(), std::string(renaming.today(a.name)));
      }
    }
  }
  return upgrade.finish();
}

}  // namespace sofa::simulation
