// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Json.h"

#include <fmt/format.h>

#include <cstddef>

namespace sofa::helper {
namespace {

/// Bytes of the well-formed UTF-8 sequence that `text` starts with (Unicode, table 3-7); 0 if there is none.
std::size_t sequenceLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto within = [&](std::size_t i, unsigned least, unsigned most) { return byte(i) >= least && byte(i) <= most; };
  const auto continues = [&](std::size_t i) { return within(i, 0x80, 0xBF); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned least = lead == 0xE0 ? 0xA0 : 0x80, most = lead == 0xED ? 0x9F : 0xBF;  // no overlong, no surrogates
    return within(1, least, most) && continues(2) ? 3 : 0;
  }
  if (lead < 0xF0 || lead > 0xF4) return 0;
  const unsigned least = lead == 0xF0 ? 0x90 : 0x80, most = lead == 0xF4 ? 0x8F : 0xBF;  // up to U+10FFFF
  return within(1, least, most) && continues(2) && continues(3) ? 4 : 0;
}

}  // namespace

std::string jsonString(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t length = sequenceLength(text);
    if (length == 0)
      out += "\xEF\xBF\xBD";
    else if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out + '"';
}

}  // namespace sofa::helper
