// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneXml.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>

#include "Sofa/Simulation/Scene/XmlPlaces.h"

namespace sofa::simulation {
namespace {

/// Depth of one part, below what TinyXML2 takes.
constexpr std::size_t partDepth = 60;

std::string problemOf(const tinyxml2::XMLDocument& document) {
  if (document.ErrorLineNum() <= 0) return "it holds no XML element";
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "an element is closed by an end tag of another name";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "an attribute is malformed or given twice (expected name=\"value\")";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      return "an element is malformed or not closed";
    case tinyxml2::XML_ERROR_PARSING_DECLARATION:
      return "an XML declaration <?...?> may only stand at the very beginning";
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "the document is empty";
    case tinyxml2::XML_ERROR_PARSING:
      return "the text ends before every element is closed";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested too deeply";
    default:
      return std::string("XML error: ") + document.ErrorName();
  }
}

int linesOf(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

/// A name that no element of the text has.
std::string unusedName(std::string_view text) {
  constexpr std::string_view stem = "_in_another_part_";
  std::set<std::size_t> taken;
  for (auto at = text.find(stem); at != text.npos; at = text.find(stem, at + 1)) {
    std::size_t number = 0;
    std::from_chars(text.data() + at + stem.size(), text.data() + text.size(), number);
    taken.insert(number);
  }
  std::size_t number = 0;
  while (taken.contains(number)) ++number;
  return fmt::format("{}{}", stem, number);
}

}  // namespace

SceneXml::SceneXml(std::string_view text) {
  if (parse(text, 0)) {
    if (!root()) m_problem = "it holds no XML element", m_problemLine = 1;
  } else if (m_parts.front().ErrorID() == tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED) {
    parseParts(text);
  }
}

bool SceneXml::parse(std::string_view text, int linesBefore) {
  auto& document = m_parts.emplace_back();
  m_linesBefore[&document] = linesBefore;
  if (document.Parse(text.data(), text.size()) == tinyxml2::XML_SUCCESS) return true;
  m_problem = problemOf(document);
  m_problemLine = document.ErrorLineNum() > 0 ? document.ErrorLineNum() + linesBefore : 0;
  return false;
}

/// An element at every partDepth levels begins a part; an empty one takes its place in the part around it, with as many
/// ends of lines.
void SceneXml::parseParts(std::string_view text) {
  const XmlPlaces places(text);
  const auto& elements = places.elements;
  constexpr auto none = XmlPlaces::none;
  std::vector<std::size_t> depths(elements.size()), partOf(elements.size(), none);  // the element that begins it
  std::vector<std::size_t> beginnings;
  std::unordered_map<std::size_t, std::vector<std::size_t>> cutFrom;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto parent = elements[i].parent;
    if (parent != none) depths[i] = depths[parent] + 1, partOf[i] = partOf[parent];
    if (depths[i] >= maxDepth) {
      m_problem = fmt::format("elements are nested too deeply, more than {}", maxDepth);
      m_problemLine = 1 + linesOf(text.substr(0, elements[i].begin));
      return;
    }
    if (depths[i] == 0 || depths[i] % partDepth != 0) continue;
    cutFrom[partOf[i]].push_back(i);
    beginnings.push_back(i);
    partOf[i] = i;
  }
  const std::string cutName = unusedName(text);
  const auto partText = [&](std::size_t part) {
    std::size_t at = part == none ? 0 : elements[part].begin;
    const std::size_t end = part == none ? text.size() : elements[part].end;
    std::string result;
    if (const auto it = cutFrom.find(part); it != cutFrom.end())
      for (const auto cut : it->second) {
        const auto& element = elements[cut];
        result += text.substr(at, element.begin - at);
        result += fmt::format("<{} n=\"{}\"/>", cutName, cut);
        result.append(static_cast<std::size_t>(linesOf(text.substr(element.begin, element.end - element.begin))), '\n');
        at = element.end;
      }
    return result + std::string(text.substr(at, end - at));
  };
  m_parts.clear();
  m_problem.clear();
  m_problemLine = 0;
  if (!parse(partText(none), 0)) return;
  std::unordered_map<std::size_t, const Element*> roots;
  for (const auto part : beginnings) {
    if (!parse(partText(part), linesOf(text.substr(0, elements[part].begin)))) return;
    roots[part] = m_parts.back().RootElement();
  }
  for (const auto& part : m_parts) {
    std::vector<const Element*> open{part.RootElement()};
    while (!open.empty()) {
      const Element* element = open.back();
      open.pop_back();
      if (std::string_view(element->Name()) == cutName) {
        const auto it = roots.find(element->UnsignedAttribute("n"));
        if (it != roots.end()) m_cut[element] = it->second;
      }
      for (const auto* child = element->FirstChildElement(); child; child = child->NextSiblingElement())
        open.push_back(child);
    }
  }
}

const SceneXml::Element& SceneXml::whole(const Element& element) const {
  if (m_cut.empty()) return element;
  const auto it = m_cut.find(&element);
  return it == m_cut.end() ? element : *it->second;
}

int SceneXml::lineOf(const tinyxml2::XMLNode& node) const {
  return node.GetLineNum() + m_linesBefore.at(node.GetDocument());
}

void SceneXml::number(const Element& element, std::size_t& next) {
  const_cast<Element&>(element).SetUserData(reinterpret_cast<void*>(next++));
  for (const auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement())
    number(whole(*child), next);
}

void SceneXml::numberElements() {
  std::size_t next = 0;
  number(*root(), next);
}

std::size_t SceneXml::numberOf(const Element& element) {
  return reinterpret_cast<std::uintptr_t>(element.GetUserData());
}

}  // namespace sofa::simulation
