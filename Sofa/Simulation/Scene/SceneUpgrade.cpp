// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneUpgrade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

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

/// Attributes by other names that their Data have here, of a class by its name of today: one that stands for several
/// Data has no other, and where both are given each counts.
void addAliases(const core::ComponentDescription& description, const std::string& className, Renaming& renaming) {
  const auto* entry = ObjectFactory::instance().find(className);
  if (!entry || entry->creators.empty()) return;
  const auto wanted = entry->creators.find(description.get("template"));
  const auto& creator = wanted == entry->creators.end() ? entry->creators.begin()->second : wanted->second;
  const auto sample = creator.create();
  for (const auto& [name, attribute] : description.attributes()) {
    if (name == "name" || renaming.drops(name) || renaming.today(name) != name) continue;
    const auto all = sample->findAllData(name);
    if (all.size() == 1 && all.front()->name() != name && !description.has(all.front()->name()))
      renaming.renamed.emplace_back(name, all.front()->name());
  }
}

std::size_t lineOf(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// What is common to both languages: notes each name once per line.
class Upgrade {
 public:
  explicit Upgrade(std::string_view text) : m_text(text), m_edits(text) {}

  /// The renaming of an element that stands at `at`; no class if it keeps its name.
  Renaming note(const core::ComponentDescription& description, std::size_t at) {
    auto renaming = renamingOfAny(description);
    const auto inherited = renaming.renamed.size();
    addAliases(description, renaming.className.empty() ? description.type() : renaming.className, renaming);
    for (std::size_t i = inherited; i < renaming.renamed.size(); ++i)
      m_result.renamed.push_back(fmt::format("line {}: the attribute {} of {} is {}", lineOf(m_text, at),
                                             renaming.renamed[i].first, description.type(),
                                             renaming.renamed[i].second));
    if (!renaming.className.empty())
      m_result.renamed.push_back(
          fmt::format("line {}: {} is {}", lineOf(m_text, at), description.type(), renaming.className));
    else if (const auto* former = ObjectFactory::instance().find(description.type())
                                      ? nullptr
                                      : ObjectFactory::instance().formerName(description.type()))
      m_result.left.push_back(fmt::format("line {}: {}: {}", lineOf(m_text, at), description.type(), former->refusal));
    return renaming;
  }
  /// A name that stands where nothing says that it is one of a class.
  void noteLoose(std::string_view name, std::size_t at) {
    const auto renaming = renamingOfAny(core::ComponentDescription(std::string(name)));
    if (!renaming.className.empty())
      m_result.left.push_back(fmt::format("line {}: the text \"{}\" stays: if it names a class, write {}",
                                          lineOf(m_text, at), name, renaming.className));
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
    if (renaming.className.empty()) {
      // its attributes only
    } else if (isObject) {
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

/// Behind a string that begins with the quote at `quote`, or with three of them.
std::size_t behindString(std::string_view text, std::size_t quote) {
  const bool isLong = text.substr(quote, 3) == std::string(3, text[quote]);
  const auto ending = text.substr(quote, isLong ? 3 : 1);
  for (std::size_t i = quote + ending.size(); i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text.substr(i, ending.size()) == ending)
      return i + ending.size();
  }
  return text.size();
}

/// Behind white space and comments.
std::size_t behindSpacing(std::string_view text, std::size_t at) {
  for (;;) {
    at = std::min(text.find_first_not_of(spacing, at), text.size());
    if (at == text.size() || text[at] != '#') return at;
    at = std::min(text.find('\n', at), text.size());
  }
}

bool isWordLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(spacing), last = text.find_last_not_of(spacing);
  return first == text.npos ? std::string_view() : text.substr(first, last - first + 1);
}

std::string_view unquoted(std::string_view text) {
  if (text.size() >= 6 && (text.starts_with("\"\"\"") || text.starts_with("'''")))
    return text.substr(3, text.size() - 6);
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

namespace {

/// The code of a script, without comments, in which names of classes are found and replaced.
class PythonUpgrade {
 public:
  explicit PythonUpgrade(std::string_view text) : m_text(text), m_upgrade(text) {}

  UpgradedScene run() {
    for (std::size_t at = 0; at < m_text.size();) {
      const char c = m_text[at];
      if (c == '#')
        at = std::min(m_text.find('\n', at), m_text.size());
      else if (c == '"' || c == '\'')
        at = passString(at);
      else if (isWordLetter(c))
        at = passWord(at);
      else
        ++at;
    }
    return m_upgrade.finish();
  }

 private:
  std::size_t passString(std::size_t at) {
    const auto end = behindString(m_text, at);
    auto before = trimmed(m_text.substr(0, at));
    if (before.ends_with('=') && trimmed(before.substr(0, before.size() - 1)).ends_with("name")) return end;
    m_upgrade.noteLoose(unquoted(m_text.substr(at, end - at)), at);
    return end;
  }

  /// Behind a word, or the name of a class in the call of a method that adds an object.
  std::size_t passWord(std::size_t at) {
    std::size_t end = at;
    while (end < m_text.size() && isWordLetter(m_text[end])) ++end;
    const auto word = m_text.substr(at, end - at);
    const bool isMember = at > 0 && m_text[at - 1] == '.';
    if (word != "addObject" && word != "createObject" && !(isMember && word == "add")) return end;
    const auto open = behindSpacing(m_text, end);
    if (open == m_text.size() || m_text[open] != '(') return end;
    auto quote = behindSpacing(m_text, open + 1);
    if (quote < m_text.size() && std::string_view("ru").find(m_text[quote]) != std::string_view::npos) ++quote;
    if (quote >= m_text.size() || (m_text[quote] != '"' && m_text[quote] != '\'')) return end;
    return renameCall(at, quote);
  }

  /// Whether the script uses an object by the name of its class, which it has without another one.
  bool isUsed(const std::string& name) const {
    for (auto at = m_text.find(name); at != m_text.npos; at = m_text.find(name, at + 1)) {
      const auto end = at + name.size();
      const bool ends = end == m_text.size() || !isWordLetter(m_text[end]);
      if (ends && at > 0 && (m_text[at - 1] == '.' || m_text[at - 1] == '@' || m_text[at - 1] == '/')) return true;
    }
    return false;
  }

  std::size_t renameCall(std::size_t at, std::size_t quote) {
    const auto end = behindString(m_text, quote);
    const std::string written(unquoted(m_text.substr(quote, end - quote)));
    core::ComponentDescription description{written};
    const auto arguments = argumentsFrom(m_text, end);
    for (const auto& a : arguments) description.set(std::string(a.name), std::string(a.value));
    const Renaming renaming = m_upgrade.note(description, at);
    auto& edits = m_upgrade.edits();
    if (!renaming.className.empty()) {
      const std::string mark(1, m_text[quote]);
      const bool keepsName = !description.has("name") && isUsed(written);
      edits.replace(quote, end,
                    mark + renaming.className + mark + (keepsName ? ", name=" + mark + written + mark : std::string()));
    }
    for (const auto& a : arguments) {
      if (renaming.drops(a.name))
        edits.replace(a.begin, a.end, {});
      else if (renaming.today(a.name) != a.name)
        edits.replace(a.nameBegin, a.nameBegin + a.name.size(), std::string(renaming.today(a.name)));
    }
    return end;
  }

  std::string_view m_text;
  Upgrade m_upgrade;
};

}  // namespace

UpgradedScene upgradedPython(std::string_view text) { return PythonUpgrade(text).run(); }

}  // namespace sofa::simulation
