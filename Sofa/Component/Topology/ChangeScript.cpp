// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/ChangeScript.h"

#include <charconv>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::component::topology {
namespace {

constexpr std::string_view blanks = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The next word of a text, which is taken from it; empty at the end.
std::string_view takeWord(std::string_view& text) {
  text = trimmed(text);
  const auto word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

template <class T>
bool readNumber(std::string_view word, T& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if constexpr (std::is_floating_point_v<T>)
    if (!std::isfinite(value)) return false;
  return error == std::errc() && end == word.data() + word.size() && !word.empty();
}

struct Kind {
  std::string_view one, several;
  ElementType type;
  std::size_t nodes;
};
constexpr Kind kinds[] = {{"Edge", "Edges", ElementType::edge, 2},
                          {"Triangle", "Triangles", ElementType::triangle, 3},
                          {"Quad", "Quads", ElementType::quad, 4},
                          {"Tetrahedron", "Tetrahedra", ElementType::tetrahedron, 4},
                          {"Hexahedron", "Hexahedra", ElementType::hexahedron, 8}};
constexpr std::string_view pointsInTriangles[] = {"PointInTriangle", "PointsInTriangle"};

}  // namespace

/// A text line by line.
struct ChangeScript::Lines {
  std::string_view rest;
  int number = 0;

  bool next(std::string_view& line) {
    if (rest.empty()) return false;
    const auto end = rest.find('\n');
    line = trimmed(rest.substr(0, end));
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    ++number;
    return true;
  }
  /// Reads `count` numbers from the next line; says why it cannot. `values` are those before what is wrong.
  template <class T>
  std::string numbers(std::size_t count, std::vector<T>& values) {
    std::string_view line;
    if (!next(line)) return fmt::format("{} numbers must follow, but the file ends", count);
    if (count > line.size()) return fmt::format("{} numbers must follow, but the line holds fewer", count);
    while (values.size() < count) {
      const auto word = takeWord(line);
      if (word.empty()) return fmt::format("{} numbers must follow, but there are {}", count, values.size());
      T value{};
      if (!readNumber(word, value)) return fmt::format("\"{}\" is not a number of the kind expected", word);
      values.push_back(value);
    }
    return {};
  }
};

bool ChangeScript::read(const std::filesystem::path& file) {
  const auto text = helper::readCompressedFile(file);
  if (text) parse(*text);
  return text.has_value();
}

void ChangeScript::parse(std::string_view text) {
  m_blocks.clear();
  m_problems.clear();
  Lines lines{text};
  std::string_view line;
  const auto startsWith = [&](std::string_view word) {
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    return true;
  };
  while (lines.next(line)) {
    const int number = lines.number;
    const std::string_view whole = line;
    if (line.empty()) continue;
    if (startsWith("T=")) {
      Block block;
      if (!readNumber(trimmed(line), block.time))
        complain(number, fmt::format("the time \"{}\" is not a number: what follows counts as at {}", trimmed(line),
                                     m_blocks.empty() ? 0 : m_blocks.back().time));
      else
        m_blocks.push_back(std::move(block));
    } else if (startsWith("ADD=")) {
      parseAddition(line, lines);
    } else if (startsWith("REMOVE=")) {
      parseRemoval(line, lines);
    } else if (startsWith("INCISE=")) {
      parseIncision(line, lines);
    } else {
      const auto word = whole.substr(0, whole.find_first_of(blanks));
      complain(number,
               fmt::format("\"{}\" is no command: T=, ADD=, REMOVE= and INCISE= are; the line is left out", word),
               false);
    }
  }
}

void ChangeScript::add(int line, decltype(Command::what) what) {
  if (m_blocks.empty()) return complain(line, "a command stands before the first time (T=): it is left out");
  m_blocks.back().commands.push_back({line, std::move(what)});
}

void ChangeScript::parseRemoval(std::string_view words, Lines& lines) {
  const int number = lines.number;
  std::size_t count = 0;
  if (const auto word = takeWord(words); !readNumber(word, count))
    return complain(number, fmt::format("REMOVE= must name how many elements go; it names \"{}\"", word));
  Removal removal;
  if (const auto why = lines.numbers(count, removal.elements); why.find("but there are") != why.npos) {
    if (!m_completesRemovals) return complain(number, "REMOVE: " + why);
    complain(lines.number,
             fmt::format("REMOVE: {}. Those that are missing are 0 in SOFA v26.06; compatibility=\"exact\" at the root "
                         "leaves the command out",
                         why),
             false);
    removal.elements.push_back(0);
  } else if (!why.empty()) {
    return complain(lines.number, "REMOVE: " + why);
  }
  add(number, std::move(removal));
}

void ChangeScript::parseIncision(std::string_view words, Lines& lines) {
  const int number = lines.number;
  std::size_t count = 0;
  if (const auto word = takeWord(words); !readNumber(word, count) || count < 2)
    return complain(number, fmt::format("INCISE= must name how many points are on the way, two at least; it names "
                                        "\"{}\"",
                                        word));
  std::string_view line;
  if (!lines.next(line)) return complain(number, "INCISE: points must follow, but the file ends");
  std::vector<double> values;
  for (auto word = takeWord(line); !word.empty(); word = takeWord(line))
    if (values.emplace_back(); !readNumber(word, values.back()))
      return complain(lines.number, fmt::format("INCISE: \"{}\" is not a number", word));
  const bool numbered = values.size() / 4 == count && values.size() % 4 == 0;
  if (!numbered && (values.size() / 3 != count || values.size() % 3 != 0))
    return complain(lines.number, fmt::format("INCISE: {} numbers for {} points. Give x y z of each, or the number of "
                                              "its triangle and x y z",
                                              values.size(), count));
  Incision incision;
  for (std::size_t i = 0; i < values.size(); i += 3) {
    if (numbered) {
      if (!(values[i] >= 0 && values[i] < static_cast<double>(type::invalidIndex)))
        return complain(lines.number, fmt::format("INCISE: {} is not the number of a triangle", values[i]));
      incision.triangles.push_back(static_cast<Index>(values[i++]));
    }
    incision.points.emplace_back(values[i], values[i + 1], values[i + 2]);
  }
  add(number, std::move(incision));
}

void ChangeScript::parseAddition(std::string_view words, Lines& lines) {
  const int number = lines.number;
  const auto type = takeWord(words);
  std::size_t count = 0;
  const auto countWord = takeWord(words);
  const bool counted = readNumber(countWord, count) && count <= geometry::maxPoints;
  if (std::ranges::find(pointsInTriangles, type) != std::end(pointsInTriangles)) {
    std::vector<double> values;
    if (!counted) return complain(number, fmt::format("ADD= {}: \"{}\" is not how many points come", type, countWord));
    if (const auto why = lines.numbers(3 * count, values); !why.empty()) return complain(lines.number, "ADD: " + why);
    PointsInTriangles points;
    for (std::size_t i = 0; i < count; ++i) {
      const double triangle = values[3 * i];
      if (triangle < 0 || triangle != std::floor(triangle) || triangle >= static_cast<double>(type::invalidIndex))
        return complain(lines.number, fmt::format("ADD: {} is not the number of a triangle", triangle));
      points.points.push_back({static_cast<Index>(triangle), values[3 * i + 1], values[3 * i + 2]});
    }
    return add(number, std::move(points));
  }
  const auto kind = std::ranges::find_if(kinds, [&](const Kind& k) { return type == k.one || type == k.several; });
  if (kind == std::end(kinds)) {
    std::vector<std::string> known{"PointInTriangle"};
    for (const Kind& k : kinds) known.emplace_back(k.one);
    return complain(number, fmt::format("ADD= {}: no such kind.{}", type, helper::didYouMean(type, known)));
  }
  if (!counted) return complain(number, fmt::format("ADD= {}: \"{}\" is not how many come", type, countWord));
  Addition addition{kind->type, {}, {}};
  if (const auto word = takeWord(words); word == "Ancestors") {
    for (auto next = takeWord(words); !next.empty(); next = takeWord(words))
      if (addition.ancestors.emplace_back(); !readNumber(next, addition.ancestors.back()))
        return complain(number, fmt::format("ADD= {}: the ancestor \"{}\" is no number", type, next));
    if (addition.ancestors.size() != count)
      return complain(number,
                      fmt::format("ADD= {}: {} ancestors for {} elements", type, addition.ancestors.size(), count));
  } else if (!word.empty()) {
    complain(number, fmt::format("ADD= {}: \"{}\" is not understood, only Ancestors may follow", type, word), false);
  }
  if (const auto why = lines.numbers(kind->nodes * count, addition.nodes); !why.empty())
    return complain(lines.number, "ADD: " + why);
  add(number, std::move(addition));
}

}  // namespace sofa::component::topology
