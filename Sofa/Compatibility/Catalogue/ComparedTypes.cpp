// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Catalogue/ComparedTypes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace sofa::compatibility {
namespace {

/// Numbers of a kind that a value is written as; `scalar` empty: no such numbers.
struct Row {
  int count = 1;
  std::string scalar;
};

/// The argument of "name<argument>"; nothing if the name is another.
std::optional<std::string_view> argumentOf(std::string_view type, std::string_view name) {
  if (!type.starts_with(name) || type.size() < name.size() + 2 || type[name.size()] != '<' || type.back() != '>')
    return std::nullopt;
  return type.substr(name.size() + 1, type.size() - name.size() - 2);
}

/// The first of several arguments, and the rest.
std::pair<std::string_view, std::string_view> splitArguments(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '<') - (text[i] == '>');
    if (text[i] == ',' && depth == 0) return {text.substr(0, i), text.substr(i + 1)};
  }
  return {text, {}};
}

int number(std::string_view digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::string scalarKind(std::string_view name) {
  static const std::map<std::string_view, const char*> kinds = {
      {"bool", "whole"}, {"i", "whole"},   {"I", "whole"},
      {"l", "whole"},    {"L", "whole"},   {"H", "whole"},
      {"B", "whole"},    {"int", "whole"}, {"unsigned_int", "whole"},
      {"d", "real"},     {"f", "real"},    {"double", "real"},
      {"float", "real"}};
  const auto it = kinds.find(name);
  return it == kinds.end() ? std::string() : it->second;
}

/// Vec3d, Mat3x3d, RigidCoord3d, Edge...
Row rowOf(std::string_view type) {
  static const std::map<std::string_view, Row> named = {
      {"Quatd", {4, "real"}},        {"RigidCoord2d", {3, "real"}}, {"RigidDeriv2d", {3, "real"}},
      {"RigidCoord3d", {7, "real"}}, {"RigidDeriv3d", {6, "real"}}, {"BoundingBox", {6, "real"}},
      {"Edge", {2, "whole"}},        {"Triangle", {3, "whole"}},    {"Quad", {4, "whole"}},
      {"Tetrahedron", {4, "whole"}}, {"Pyramid", {5, "whole"}},     {"Prism", {6, "whole"}},
      {"Hexahedron", {8, "whole"}}};
  if (const auto it = named.find(type); it != named.end()) return it->second;
  if (auto scalar = scalarKind(type); !scalar.empty()) return {1, std::move(scalar)};
  if (type.size() > 4 && type.starts_with("Vec"))
    return {number(type.substr(3)), scalarKind(type.substr(type.size() - 1))};
  if (type.size() > 6 && type.starts_with("Mat"))
    if (const auto by = type.find('x'); by != type.npos)
      return {number(type.substr(3)) * number(type.substr(by + 1)), scalarKind(type.substr(type.size() - 1))};
  if (const auto array = argumentOf(type, "fixed_array")) {
    const auto [element, count] = splitArguments(*array);
    const Row row = rowOf(element);
    return {row.count * number(count), row.scalar};
  }
  return {};
}

/// Words of a value; what brackets and the like hold together is told by the type.
std::vector<std::string> words(std::string_view text) {
  constexpr std::string_view separators = " \t\n[](){},'\"";
  std::vector<std::string> all;
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    const auto end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) all.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return all;
}

std::optional<double> real(const std::string& word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

bool sameWord(const std::string& a, const std::string& b) {
  if (a == b) return true;
  constexpr double rounding = 1e-5;  // of six digits
  const auto x = real(a), y = real(b);
  return x && y && (*x == *y || std::abs(*x - *y) <= rounding * std::max(std::abs(*x), std::abs(*y)));
}

}  // namespace

std::string kindOfType(std::string_view type) {
  for (const char* list : {"vector", "SVector", "set"})
    if (const auto element = argumentOf(type, list)) return "list of " + kindOfType(splitArguments(*element).first);
  for (const char* word : {"string", "b", "Choice", "OptionGroup", "OptionsGroup", "SelectableItem"})
    if (type == word) return "text";
  if (type.starts_with("basic_string<")) return "text";
  if (type.find("unsigned int") == 0) return "1 whole";
  const Row row = rowOf(type);
  return row.scalar.empty() ? "record" : fmt::format("{} {}", row.count, row.scalar);
}

bool sameText(std::string_view a, std::string_view b) {
  const auto x = words(a), y = words(b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), sameWord);
}

}  // namespace sofa::compatibility
