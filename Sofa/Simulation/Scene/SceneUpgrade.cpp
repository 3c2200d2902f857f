// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneUpgrade.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "Sofa/Core/Service/ForeignNames.h"
#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Helper/XmlText.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Scene/TextEdits.h"
#include "Sofa/Simulation/Scene/UpgradedModules.h"

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
    if (core::isFormerModule(name))
      m_result.left.push_back(fmt::format(
          "line {}: the text \"{}\" stays: if it names a plugin, write the modules of today of the components "
          "that are used",
          lineOf(m_text, at), name));
    if (!renaming.className.empty())
      m_result.left.push_back(fmt::format("line {}: the text \"{}\" stays: if it names a class, write {}",
                                          lineOf(m_text, at), name, renaming.className));
  }
  TextEdits& edits() { return m_edits; }
  void noteModules(const UpgradedModules::Line& line) {
    m_result.renamed.insert(m_result.renamed.end(), line.renamed.begin(), line.renamed.end());
    m_result.left.insert(m_result.left.end(), line.left.begin(), line.left.end());
  }
  /// Takes out what stands from `begin` to `end`, with its line if nothing else stands there.
  void remove(std::size_t begin, std::size_t end) {
    const auto lineBegin = begin == 0 ? 0 : m_text.rfind('\n', begin - 1) + 1;  // npos + 1 is 0
    const auto lineEnd = std::min(m_text.find('\n', end), m_text.size());
    const auto isBlank = [&](std::size_t from, std::size_t to) {
      return m_text.substr(from, to - from).find_first_not_of(" \t\r") == m_text.npos;
    };
    const bool isAlone = isBlank(lineBegin, begin) && isBlank(end, lineEnd);
    if (isAlone)
      m_edits.replace(lineBegin, std::min(lineEnd + 1, m_text.size()), {});
    else
      m_edits.replace(begin, end, {});
  }
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

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  type::TextReader in(text);
  type::TextTraits<std::vector<std::string>>::read(in, words);
  return words;
}

/// Puts modules of today in the place of former ones.
void requireToday(Upgrade& upgrade, std::string_view text, const XmlPlaces::Element& element,
                  const UpgradedModules::Line& today) {
  upgrade.noteModules(today);
  if (!today.isChanged()) return;
  auto& edits = upgrade.edits();
  const auto* list = element.find("pluginName");
  const auto* name = element.find("name");
  if (today.names.empty()) return upgrade.remove(element.begin, element.end);
  if (list) return edits.replaceValue(*list, fmt::format("{}", fmt::join(today.names, " ")));
  edits.replaceValue(*name, fmt::format("{}", fmt::join(today.names, " ")));
  const auto at = text.find("name", name->begin);
  if (today.names.size() > 1) edits.replace(at, at + std::string_view("name").size(), "pluginName");
}

}  // namespace

UpgradedScene upgradedXml(std::string_view text, const UpgradedIncludes& includes) {
  Upgrade upgrade(text);
  auto& edits = upgrade.edits();
  const XmlPlaces places(text);
  UpgradedModules modules;
  std::vector<const XmlPlaces::Element*> required;
  for (const auto& element : places.elements) {
    if (const auto* href = element.tag == "include" ? element.find("href") : nullptr)
      if (const auto upgraded = includes.find(href->value); upgraded != includes.end())
        edits.replaceValue(*href, helper::escapedXml(upgraded->second));
    const bool isObject = element.tag == "Object";
    const auto* type = isObject ? element.find("type") : nullptr;
    if (isObject ? !type : element.tag == "Node") continue;
    core::ComponentDescription description(isObject ? type->value : element.tag);
    for (const auto& attribute : element.attributes) description.set(attribute.name, attribute.value);
    const Renaming renaming = upgrade.note(description, element.begin);
    if (description.type() == "RequiredPlugin" && (description.has("pluginName") || description.has("name"))) {
      modules.addRequired(wordsOf(description.get(description.has("pluginName") ? "pluginName" : "name")),
                          lineOf(text, element.begin));
      required.push_back(&element);
    }
    modules.addComponent(renaming.className.empty() ? description.type() : renaming.className);
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
  const auto today = modules.today();
  for (std::size_t i = 0; i < required.size(); ++i) requireToday(upgrade, text, *required[i], today[i]);
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

/// The parenthesis that ends a call, whose text goes on at `at`, inside of it; the end of the text if there is none.
std::size_t closeOfCall(std::string_view text, std::size_t at) {
  int depth = 1;
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
    if (depth == 0) return i;
  }
  return text.size();
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
    const auto today = m_modules.today();
    for (std::size_t i = 0; i < m_required.size(); ++i) requireToday(m_required[i], today[i]);
    return m_upgrade.finish();
  }

 private:
  /// A call that adds a RequiredPlugin.
  struct Required {
    std::size_t begin, end;  ///< the call: from the name of the method, up to its parenthesis
    Argument argument;       ///< that names the plugins
    std::size_t valueBegin, valueEnd;
    bool isList;  ///< in brackets; else it is a text, between its quotes
  };
  std::size_t passString(std::size_t at) {
    const auto end = behindString(m_text, at);
    if (!m_required.empty() && at + 1 >= m_required.back().valueBegin && at < m_required.back().valueEnd) return end;
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
    m_modules.addComponent(renaming.className.empty() ? written : renaming.className);
    if (written == "RequiredPlugin") noteRequired(at, end, arguments);
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

  /// `behindClass`: behind the name of the class.
  void noteRequired(std::size_t begin, std::size_t behindClass, const std::vector<Argument>& arguments) {
    auto found = std::ranges::find(arguments, "pluginName", &Argument::name);
    if (found == arguments.end()) found = std::ranges::find(arguments, "name", &Argument::name);
    if (found == arguments.end() || found->value.empty()) return;
    const auto value = static_cast<std::size_t>(found->value.data() - m_text.data());
    const auto valueEnd = value + found->value.size();
    const bool isList = m_text[value] == '[' || m_text[value] == '(';
    if (!isList && m_text[value - 1] != '"' && m_text[value - 1] != '\'') return;  // a variable
    std::vector<std::string> names;
    for (std::size_t i = value; isList && i < valueEnd; ++i)
      if (m_text[i] == '"' || m_text[i] == '\'') {
        const auto end = behindString(m_text, i);
        names.emplace_back(unquoted(m_text.substr(i, end - i)));
        i = end - 1;
      }
    if (!isList) names = wordsOf(found->value);
    m_modules.addRequired(std::move(names), lineOf(m_text, begin));
    m_required.push_back({begin, closeOfCall(m_text, behindClass), *found, value, valueEnd, isList});
  }

  void requireToday(const Required& required, const UpgradedModules::Line& today) {
    if (today.isChanged() && today.names.empty()) return takeOut(required, today);
    m_upgrade.noteModules(today);
    if (!today.isChanged()) return;
    auto& edits = m_upgrade.edits();
    const auto& [begin, end, argument, first, last, isList] = required;
    if (!isList) {
      edits.replace(first, last, fmt::format("{}", fmt::join(today.names, " ")));
      if (argument.name == "name" && today.names.size() > 1)
        edits.replace(argument.nameBegin, argument.nameBegin + argument.name.size(), "pluginName");
      return;
    }
    const char quote = m_text[std::min(m_text.find_first_of("\"'", first), m_text.size() - 1)];
    std::string list;
    for (const auto& module : today.names) list += (list.empty() ? "" : ", ") + (quote + module) + quote;
    edits.replace(first + 1, last - 1, std::move(list));
  }

  /// The call goes if it is a statement; where a block may consist of it alone, "pass" stays.
  void takeOut(const Required& required, const UpgradedModules::Line& today) {
    const auto line = required.begin == 0 ? 0 : m_text.rfind('\n', required.begin - 1) + 1;
    const auto first = m_text.find_first_not_of(" \t", line);
    const auto node = m_text.substr(first, required.begin - first);
    const auto behind = m_text.find_first_not_of(" \t\r", std::min(required.end + 1, m_text.size()));
    const bool isLast = behind == m_text.npos || m_text[behind] == '\n' || m_text[behind] == '#';
    const bool isStatement = isLast && required.end < m_text.size() &&
                             std::ranges::all_of(node, [](char c) { return isWordLetter(c) || c == '.'; });
    if (!isStatement)
      return m_upgrade.noteModules(
          {{},
           {},
           {fmt::format("line {}: RequiredPlugin stays in a longer statement, though nothing of "
                        "what it names is needed",
                        lineOf(m_text, required.begin))}});
    m_upgrade.noteModules(today);
    if (opensBlock(line))
      m_upgrade.edits().replace(first, required.end + 1, "pass");
    else
      m_upgrade.remove(first, required.end + 1);
  }

  /// Whether the last line of code before `line` ends with a colon.
  bool opensBlock(std::size_t line) const {
    while (line > 0) {
      const auto end = line - 1;
      line = end == 0 ? 0 : m_text.rfind('\n', end - 1) + 1;
      const auto code = m_text.substr(line, end - line);
      if (const auto text = trimmed(code.substr(0, code.find('#'))); !text.empty()) return text.ends_with(':');
    }
    return false;
  }

  std::string_view m_text;
  Upgrade m_upgrade;
  UpgradedModules m_modules;
  std::vector<Required> m_required;
};

}  // namespace

UpgradedScene upgradedPython(std::string_view text) { return PythonUpgrade(text).run(); }

}  // namespace sofa::simulation
