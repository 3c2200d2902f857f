// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sofa::helper::mesh {

/// What is wrong with the bytes of a file. The text names the line where there is one.
class FormatError : public std::runtime_error {
 public:
  explicit FormatError(const std::string& text) : std::runtime_error(text) {}
  FormatError(std::size_t line, const std::string& text) : std::runtime_error(fmt::format("line {}: {}", line, text)) {}
};

/// Number of the line, from 1, that holds `position` of `text`.
inline std::size_t lineOf(std::string_view text, const char* position) {
  return 1 + static_cast<std::size_t>(std::count(text.data(), position, '\n'));
}

/// A piece of a file as it may appear in a message: short and printable.
inline std::string excerpt(std::string_view text, std::size_t longest = 40) {
  std::string shown(text.substr(0, longest));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
  return text.size() > longest ? shown + "..." : shown;
}

}  // namespace sofa::helper::mesh
