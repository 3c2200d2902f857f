// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/TextEdits.h"

#include <algorithm>

namespace sofa::simulation {
namespace {
constexpr std::string_view whiteSpace = " \t\r\n", blanksInLine = " \t\r";
}  // namespace

void TextEdits::replace(std::size_t begin, std::size_t end, std::string text) {
  m_edits.push_back({begin, end, std::move(text)});
}

void TextEdits::replaceValue(const XmlPlaces::Attribute& attribute, std::string escaped) {
  if (m_text[attribute.end - 1] == '\'')
    for (auto at = escaped.find('\''); at != escaped.npos; at = escaped.find('\'', at + 1))
      escaped.replace(at, 1, "&apos;");
  replace(attribute.valueBegin, attribute.end - 1, std::move(escaped));
}

void TextEdits::addToTag(const XmlPlaces::Element& element, const std::string& attributes) {
  const auto at = element.attributes.empty() ? element.begin + 1 + element.tag.size() : element.attributes.back().end;
  replace(at, at, attributes);
}

// --- Lines -----------------------------------------------------------------------------------------------------------

std::size_t TextEdits::lineBegin(std::size_t at) const {
  const auto end = at == 0 ? m_text.npos : m_text.rfind('\n', at - 1);
  return end == m_text.npos ? 0 : end + 1;
}

bool TextEdits::beginsLine(std::size_t at) const {
  const auto begin = lineBegin(at);
  return m_text.substr(begin, at - begin).find_first_not_of(blanksInLine) == m_text.npos;
}

/// Behind the comments that follow on the same line.
std::size_t TextEdits::behindComments(std::size_t at) const {
  for (;;) {
    const auto next = m_text.find_first_not_of(blanksInLine, at);
    if (next == m_text.npos || !m_text.substr(next).starts_with("<!--")) return at;
    const auto end = m_text.find("-->", next);
    if (end == m_text.npos) return at;
    at = end + 3;
  }
}

/// Before the comments that stand on lines of their own above.
std::size_t TextEdits::beforeComments(std::size_t at) const {
  for (;;) {
    const auto last = at == 0 ? m_text.npos : m_text.find_last_not_of(whiteSpace, at - 1);
    if (last == m_text.npos || last < 2 || m_text.substr(last - 2, 3) != "-->") return at;
    const auto begin = m_text.rfind("<!--", last);
    if (begin == m_text.npos || !beginsLine(begin)) return at;
    at = begin;
  }
}

std::string TextEdits::indentOf(std::size_t at, std::size_t parent) const {
  if (at != XmlPlaces::none && beginsLine(at)) return std::string(m_text.substr(lineBegin(at), at - lineBegin(at)));
  const auto begin = lineBegin(parent);
  const auto end = std::min(m_text.find_first_not_of(" \t", begin), parent);
  return std::string(m_text.substr(begin, end - begin)) + "  ";
}

/// Comments behind an element of several lines belong to what comes next.
std::size_t TextEdits::endOf(const XmlPlaces::Element& element) const {
  const bool isLine = m_text.substr(element.begin, element.end - element.begin).find('\n') == m_text.npos;
  return isLine ? behindComments(element.end) : element.end;
}

void TextEdits::removeElement(const XmlPlaces::Element& element) {
  auto begin = beforeComments(element.begin), end = endOf(element);
  const auto rest = m_text.find_first_not_of(blanksInLine, end);
  if (beginsLine(begin) && rest != m_text.npos && m_text[rest] == '\n') {
    begin = lineBegin(begin);
    end = rest + 1;
  }
  replace(begin, end, {});
}

void TextEdits::replaceElement(const XmlPlaces::Element& element, const std::string& lines) {
  const auto begin = beforeComments(element.begin), end = endOf(element);
  const auto first = lines.find_first_not_of(whiteSpace), last = lines.find_last_not_of(whiteSpace);
  replace(begin, end, first == lines.npos ? std::string() : lines.substr(first, last - first + 1));
}

/// Whole lines at the next end of a line if nothing else stands before that, else with ends of lines of their own.
void TextEdits::insertLines(std::size_t at, std::string lines) {
  const auto rest = m_text.find_first_not_of(blanksInLine, at);
  if (rest != m_text.npos && m_text[rest] == '\n') return replace(rest + 1, rest + 1, std::move(lines));
  replace(at, at, "\n" + lines);
}

void TextEdits::insertBehind(const XmlPlaces::Element& element, const std::string& lines) {
  insertLines(behindComments(element.end), lines);
}

void TextEdits::insertFirst(const XmlPlaces::Element& element, const std::string& lines) {
  if (!element.isEmpty) return insertLines(behindComments(element.tagEnd), lines);
  const auto slash = m_text.rfind('/', element.tagEnd);
  const auto begin = lineBegin(element.begin);
  const auto indent = m_text.substr(begin, m_text.find_first_not_of(" \t", begin) - begin);
  replace(slash, element.tagEnd, ">\n" + lines + std::string(indent) + "</" + element.tag + ">");
}

std::string TextEdits::apply() {
  std::stable_sort(m_edits.begin(), m_edits.end(), [](const Edit& a, const Edit& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.begin == a.end && b.begin != b.end;
  });
  const bool hasCarriageReturns = m_text.find("\r\n") != m_text.npos;
  std::string text;
  std::size_t at = 0;
  for (auto& edit : m_edits) {
    if (edit.begin < at && edit.end <= at) continue;  // within what was taken out
    const auto begin = std::max(at, edit.begin);
    text += m_text.substr(at, begin - at);
    for (const char c : edit.text) {
      if (c == '\n' && hasCarriageReturns) text += '\r';
      text += c;
    }
    at = edit.end;
  }
  text += m_text.substr(at);
  return text;
}

}  // namespace sofa::simulation
