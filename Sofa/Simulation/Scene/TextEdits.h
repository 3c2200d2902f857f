// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Simulation/Scene/XmlPlaces.h"

namespace sofa::simulation {

/// Changes of an XML text, which are noted first and made all at once. Elements that are put in end their lines, and
/// the lines of those that are taken out go with them.
class TextEdits {
 public:
  explicit TextEdits(std::string_view text) : m_text(text) {}

  void replace(std::size_t begin, std::size_t end, std::string text);
  /// `escaped` as it may stand between double quotes.
  void replaceValue(const XmlPlaces::Attribute& attribute, std::string escaped);
  void addToTag(const XmlPlaces::Element& element, const std::string& attributes);
  /// Takes it out with the comments that belong to it: before it, and behind it on the same line.
  void removeElement(const XmlPlaces::Element& element);
  void replaceElement(const XmlPlaces::Element& element, const std::string& lines);
  void insertBehind(const XmlPlaces::Element& element, const std::string& lines);
  /// Before all else in the element.
  void insertFirst(const XmlPlaces::Element& element, const std::string& lines);
  /// Blanks before what begins at `at`, if nothing else stands before it on its line; else two more than before
  /// `parent`.
  std::string indentOf(std::size_t at, std::size_t parent) const;

  std::string apply();

 private:
  struct Edit {
    std::size_t begin, end;
    std::string text;
  };
  std::size_t lineBegin(std::size_t at) const;
  bool beginsLine(std::size_t at) const;
  std::size_t endOf(const XmlPlaces::Element& element) const;
  std::size_t behindComments(std::size_t at) const;
  std::size_t beforeComments(std::size_t at) const;
  void insertLines(std::size_t at, std::string lines);

  std::string_view m_text;
  std::vector<Edit> m_edits;
};

}  // namespace sofa::simulation
