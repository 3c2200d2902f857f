// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <tinyxml2.h>

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sofa::simulation {

/// An XML text as elements. The parser, TinyXML2, refuses elements that are nested 100 deep, which scenes are whose
/// nodes hang below each other: such a text is parsed in parts, each a document of its own, and whole() leads from one
/// to the next.
class SceneXml {
 public:
  using Element = tinyxml2::XMLElement;
  /// What is read recursively must fit into the stack of a thread.
  static constexpr std::size_t maxDepth = 2000;

  explicit SceneXml(std::string_view text);
  SceneXml(const SceneXml&) = delete;
  SceneXml& operator=(const SceneXml&) = delete;

  /// Why there are no elements; empty if there are.
  const std::string& problem() const { return m_problem; }
  /// Where it is; 0 if that is not known.
  int problemLine() const { return m_problemLine; }
  const Element* root() const { return m_parts.front().RootElement(); }
  /// The element itself, or the one that stands in the text where it does.
  const Element& whole(const Element& element) const;
  int lineOf(const tinyxml2::XMLNode& node) const;
  /// Leaves at each element how many stand before it.
  void numberElements();
  static std::size_t numberOf(const Element& element);

 private:
  bool parse(std::string_view text, int linesBefore);
  void parseParts(std::string_view text);
  void number(const Element& element, std::size_t& next);

  std::deque<tinyxml2::XMLDocument> m_parts;  // the first holds the root
  std::unordered_map<const Element*, const Element*> m_cut;
  std::unordered_map<const tinyxml2::XMLDocument*, int> m_linesBefore;
  std::string m_problem;
  int m_problemLine = 0;
};

}  // namespace sofa::simulation
