// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/PythonWriter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/ElementWriter.h"
#include "Sofa/Simulation/Scene/SceneReader.h"

namespace sofa::simulation {
namespace {

constexpr std::size_t lineWidth = 120;

constexpr std::array keywords = {"False",  "None",   "True",    "and",      "as",       "assert", "async",
                                 "await",  "break",  "class",   "continue", "def",      "del",    "elif",
                                 "else",   "except", "finally", "for",      "from",     "global", "if",
                                 "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
                                 "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};

bool isKeyword(const std::string& word) { return std::ranges::find(keywords, word) != keywords.end(); }

bool isIdentifier(const std::string& word) {
  static const std::regex grammar("[A-Za-z_][A-Za-z0-9_]*");
  return std::regex_match(word, grammar) && !isKeyword(word);
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += std::string("\\") + c;
    else if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (c == '\r')
      result += "\\r";
    else
      result += c;
  }
  return result + '"';
}

/// A number as Python reads it too.
bool isNumber(const std::string& word) {
  static const std::regex grammar(
      R"([-+]?(0|[1-9][0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?|[-+]?\.[0-9]+([eE][-+]?[0-9]+)?)");
  return std::regex_match(word, grammar);
}

std::string listText(const std::vector<std::string>& words, std::size_t width) {
  std::string text = "[";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += ", ";
    if (width > 1 && i % width == 0) text += "[";
    text += words[i];
    if (width > 1 && i % width == width - 1) text += "]";
  }
  return text + "]";
}

/// Numbers as numbers, lists of them as lists; what else an attribute says as text. addObject() makes of all the text
/// of the attribute again.
std::string valueText(const core::BaseData* data, const std::string& text) {
  if (!data || !data->type().isNumeric()) return quoted(text);
  if (data->type().scalarType() == core::ScalarType::boolean) {
    if (text == "1" || text == "true") return "True";
    if (text == "0" || text == "false") return "False";
  }
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    if (!isNumber(word)) return quoted(text);
    words.push_back(std::move(word));
  }
  const auto size = static_cast<std::size_t>(std::max(1, data->type().elementSize()));
  const bool isList = data->type().isList();
  if (words.empty()) return quoted(text);
  if (words.size() == 1 && size == 1 && !isList) return words.front();
  return listText(words, isList && words.size() % size == 0 ? size : 1);
}

/// Writes statements, each node being a variable.
class PythonWriter {
 public:
  explicit PythonWriter(const core::Base& top) : m_elements(top, {}, ElementWriter::Includes::Expanded) {}

  void writeScene(const core::Node& root) {
    m_names[&root] = "root";
    m_taken.insert("root");
    m_out = "def createScene(root):\n";
    m_indent = "    ";
    if (root.name() != "root" && !root.name().empty()) m_out += m_indent + "root.name = " + quoted(root.name()) + "\n";
    for (const auto& [name, text] : m_elements.attributesOf(root)) writeRootData(root, name, text);
    writeContents(root);
    m_out += m_indent + "return root\n";
  }

  /// One object, for the node that holds it.
  void writeObject(const core::Base& object, const core::Node* holder) {
    if (holder) nameOf(*holder);
    if (const auto* node = dynamic_cast<const core::Node*>(&object)) {
      const std::string parent = holder ? m_names.at(holder) : "root";
      makeNode(*node, parent);
      writeContents(*node);
    } else if (const auto* component = dynamic_cast<const core::Component*>(&object)) {
      writeComponent(*component, holder ? m_names.at(holder) : "root");
    }
  }

  std::string take() { return std::move(m_out); }

 private:
  /// A variable of its own for each node, named like it as far as Python allows.
  const std::string& nameOf(const core::Node& node) {
    auto [it, added] = m_names.try_emplace(&node);
    if (!added) return it->second;
    std::string plain = node.parents().empty() ? "root" : node.name();
    std::ranges::replace_if(
        plain, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
    if (plain.empty() || std::isdigit(static_cast<unsigned char>(plain[0]))) plain = "node" + plain;
    if (isKeyword(plain)) plain += "_";
    std::string name = plain;
    for (int number = 2; !m_taken.insert(name).second; ++number) name = fmt::format("{}{}", plain, number);
    return it->second = name;
  }

  /// `start` and the arguments, in one line if they fit.
  void call(const std::string& start, const std::vector<std::string>& arguments) {
    std::string line = m_indent + start;
    for (const auto& argument : arguments) line += ", " + argument;
    if (line.size() < lineWidth) {
      m_out += line + ")\n";
      return;
    }
    m_out += m_indent + start;
    const std::string further = m_indent + std::string(start.find('(') + 1, ' ');
    for (const auto& argument : arguments) m_out += ",\n" + further + argument;
    m_out += ")\n";
  }

  std::vector<std::string> argumentsOf(const core::Base& object) const {
    std::vector<std::string> arguments, others;
    for (const auto& [name, text] : m_elements.attributesOf(object)) {
      const std::string value = valueText(object.findData(name), text);
      if (isIdentifier(name))
        arguments.push_back(name + "=" + value);
      else
        others.push_back(quoted(name) + ": " + value);
    }
    if (!others.empty()) arguments.push_back(fmt::format("**{{{}}}", fmt::join(others, ", ")));
    return arguments;
  }

  void makeNode(const core::Node& node, const std::string& parent) {
    call(fmt::format("{} = {}.addChild({}", nameOf(node), parent, quoted(node.name())), argumentsOf(node));
  }

  void writeRootData(const core::Node& root, const std::string& name, const std::string& text) {
    const auto* data = root.findData(name);
    if (!data) return;
    const std::string value = valueText(data, text);
    if (value.starts_with('"'))
      m_out += fmt::format("{}root.getData({}).read({})\n", m_indent, quoted(name), value);
    else
      m_out += fmt::format("{}root.{} = {}\n", m_indent, name, value);
  }

  void writeContents(const core::Node& node) {
    const std::string name = nameOf(node);
    for (const auto* item : m_elements.itemsOf(node)) {
      if (const auto* component = dynamic_cast<const core::Component*>(item))
        writeComponent(*component, name);
      else
        writeChild(node, static_cast<const core::Node&>(*item), name);
    }
  }

  /// A node with several parents is made for the first; it is filled where the last takes it, as what stands before
  /// that may be what it links to.
  void writeChild(const core::Node& parent, const core::Node& child, const std::string& name) {
    const bool isNew = !m_names.contains(&child);
    if (isNew)
      makeNode(child, name);
    else
      m_out += fmt::format("{}{}.addChild({})\n", m_indent, name, nameOf(child));
    if (m_elements.isLastParent(parent, child)) writeContents(child);
  }

  void writeComponent(const core::Component& component, const std::string& node) {
    if (!phasesOfDetection(component.className()).empty()) return;  // they are written as components of their own
    const bool lost = dynamic_cast<const core::InfoComponent*>(&component) != nullptr;
    const auto given = lost ? core::givenAttributes(component) : std::nullopt;
    const std::string type = !lost ? component.className() : given ? given->type : std::string();
    if (type.empty()) return;
    if (!core::ObjectFactory::instance().find(type)) {
      m_out += fmt::format("{}# {} \"{}\" is not made by the program: it is written in Python, or of a plugin\n",
                           m_indent, type, component.name());
      return;
    }
    auto arguments = argumentsOf(component);
    if (!lost) arguments.insert(arguments.begin(), "name=" + quoted(component.name()));
    if (!component.templateName().empty())
      arguments.insert(arguments.begin(), "template=" + quoted(component.templateName()));
    call(fmt::format("{}.addObject({}", node, quoted(type)), arguments);
  }

  ElementWriter m_elements;
  std::map<const core::Node*, std::string> m_names;
  std::set<std::string> m_taken;
  std::string m_out, m_indent;
};

}  // namespace

std::string pythonText(const core::Base& object) {
  PythonWriter writer(object);
  const auto* node = dynamic_cast<const core::Node*>(&object);
  const auto* component = dynamic_cast<const core::Component*>(&object);
  if (node && node->parents().empty())
    writer.writeScene(*node);
  else
    writer.writeObject(object, node ? node->parents().front() : component ? component->context() : nullptr);
  return writer.take();
}

}  // namespace sofa::simulation
