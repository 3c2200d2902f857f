// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Printable.h"

#include <fmt/format.h>

#include <cstdint>

namespace sofa::helper {
namespace {

struct Character {
  char32_t code = 0;
  std::size_t length = 1;
  bool isValid = false;
};

/// The first character of a text that is not empty. Longer forms than needed, surrogates and the like are no
/// characters.
Character firstCharacter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {first, 1, false};
  char32_t code = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {first, 1, false};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool isSurrogate = code >= 0xd800 && code < 0xe000;
  return {code, length, code >= least[length] && code <= 0x10ffff && !isSurrogate};
}

bool isCommand(char32_t code) {
  const bool isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool turnsWriting = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return isControl || turnsWriting || code == 0x2028 || code == 0x2029;
}

enum class StrayBytes { areEscaped, stay };

std::string escaped(std::string_view text, LineBreaks breaks, StrayBytes strayBytes) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Character c = firstCharacter(text);
    const bool isBlank = breaks == LineBreaks::stay && (c.code == '\n' || c.code == '\t');
    if (c.isValid ? isBlank || !isCommand(c.code) : strayBytes == StrayBytes::stay)
      result += text.substr(0, c.length);
    else if (c.code == '\n')
      result += "\\n";
    else
      result += c.code > 0xff ? fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.code))
                              : fmt::format("\\x{:02x}", static_cast<std::uint32_t>(c.code));
    text.remove_prefix(c.length);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text, LineBreaks breaks) {
  return escaped(text, breaks, StrayBytes::areEscaped);
}

std::string withoutCommands(std::string_view text) { return escaped(text, LineBreaks::areEscaped, StrayBytes::stay); }

}  // namespace sofa::helper
