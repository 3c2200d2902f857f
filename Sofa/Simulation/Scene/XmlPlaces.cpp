// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/XmlPlaces.h"

#include <algorithm>
#include <charconv>

namespace sofa::simulation {
namespace {

constexpr std::string_view blanks = " \t\r\n";

void appendUtf8(std::string& out, unsigned code) {
  const auto add = [&](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800)
    add(0xc0 | code >> 6);
  else if (code < 0x10000)
    add(0xe0 | code >> 12), add(0x80 | (code >> 6 & 0x3f));
  else
    add(0xf0 | (code >> 18 & 7)), add(0x80 | (code >> 12 & 0x3f)), add(0x80 | (code >> 6 & 0x3f));
  add(0x80 | (code & 0x3f));
}

/// Appends the character that an entity stands for; false for names that XML does not know.
bool appendEntity(std::string& out, std::string_view name) {
  static constexpr struct {
    std::string_view name;
    char character;
  } named[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& entity : named)
    if (entity.name == name) return out += entity.character, true;
  if (!name.starts_with('#')) return false;
  const bool isHex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  name.remove_prefix(isHex ? 2 : 1);
  unsigned code = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), code, isHex ? 16 : 10);
  if (error != std::errc() || end != name.data() + name.size() || code > 0x10ffff) return false;
  appendUtf8(out, code);
  return true;
}

/// What an attribute says: entities are replaced, and the ends of lines are one character each.
std::string decoded(std::string_view raw) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\r') {
      text += '\n';
      if (i + 1 < raw.size() && raw[i + 1] == '\n') ++i;
    } else if (const auto end = raw[i] == '&' ? raw.find(';', i) : raw.npos;
               end != raw.npos && appendEntity(text, raw.substr(i + 1, end - i - 1))) {
      i = end;
    } else {
      text += raw[i];
    }
  }
  return text;
}

class Scanner {
 public:
  Scanner(std::string_view text, std::vector<XmlPlaces::Element>& elements) : m_text(text), m_elements(elements) {}

  void scan() {
    while ((m_at = m_text.find('<', m_at)) != m_text.npos) {
      if (skips("<!--", "-->") || skips("<![CDATA[", "]]>") || skips("<?", "?>") || skips("<!", ">")) continue;
      m_text.substr(m_at).starts_with("</") ? endTag() : startTag();
    }
  }

 private:
  bool skips(std::string_view open, std::string_view close) {
    if (!m_text.substr(m_at).starts_with(open)) return false;
    const auto end = m_text.find(close, m_at + open.size());
    m_at = end == m_text.npos ? m_text.size() : end + close.size();
    return true;
  }
  char here() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
  void skipBlanks() { m_at = std::min(m_text.find_first_not_of(blanks, m_at), m_text.size()); }
  std::string word() {
    const auto begin = m_at;
    m_at = std::min(m_text.find_first_of(" \t\r\n/>=", m_at), m_text.size());
    return std::string(m_text.substr(begin, m_at - begin));
  }

  void startTag() {
    XmlPlaces::Element element;
    element.begin = m_at++;
    element.parent = m_open.empty() ? XmlPlaces::none : m_open.back();
    element.tag = word();
    for (;;) {
      const auto begin = m_at;
      skipBlanks();
      if (here() == '/' || here() == '>' || here() == '\0') break;
      attribute(element, begin);
    }
    element.isEmpty = here() == '/';
    m_at = std::min(m_text.find('>', m_at), m_text.size() - 1) + 1;
    element.tagEnd = element.contentEnd = element.end = m_at;
    if (!element.isEmpty) m_open.push_back(m_elements.size());
    m_elements.push_back(std::move(element));
  }

  void attribute(XmlPlaces::Element& element, std::size_t begin) {
    XmlPlaces::Attribute attribute;
    attribute.begin = begin;
    attribute.name = word();
    skipBlanks();
    if (here() == '=') ++m_at;
    skipBlanks();
    const char quote = here();
    attribute.valueBegin = std::min(m_at + 1, m_text.size());
    const auto end = std::min(m_text.find(quote, attribute.valueBegin), m_text.size());
    attribute.value = decoded(m_text.substr(attribute.valueBegin, end - attribute.valueBegin));
    m_at = attribute.end = std::min(end + 1, m_text.size());
    element.attributes.push_back(std::move(attribute));
  }

  void endTag() {
    const auto begin = m_at;
    m_at = std::min(m_text.find('>', m_at), m_text.size() - 1) + 1;
    if (m_open.empty()) return;
    auto& element = m_elements[m_open.back()];
    element.contentEnd = begin;
    element.end = m_at;
    m_open.pop_back();
  }

  std::string_view m_text;
  std::vector<XmlPlaces::Element>& m_elements;
  std::vector<std::size_t> m_open;
  std::size_t m_at = 0;
};

}  // namespace

const XmlPlaces::Attribute* XmlPlaces::Element::find(std::string_view name) const {
  const auto it = std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.name == name; });
  return it == attributes.end() ? nullptr : &*it;
}

XmlPlaces::XmlPlaces(std::string_view text) { Scanner(text, elements).scan(); }

}  // namespace sofa::simulation
