// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>

#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Type/TextReader.h"
#include "Sofa/Type/Vec.h"

namespace sofa::helper::mesh {

/// Reads the numbers and words of a mesh file; what is not as expected becomes a FormatError that names the line.
class MeshText {
 public:
  explicit MeshText(std::string_view text) : m_text(text), m_in(text) {}

  std::size_t line() const { return lineOf(m_text, m_in.rest().data()); }
  std::string_view rest() const { return m_in.rest(); }
  void advance(std::size_t n) { m_in.advance(n); }
  bool atEnd() { return m_in.atEnd(); }
  /// Next word; empty at the end.
  std::string_view word() { return m_in.word(); }
  std::string_view peekWord() {
    type::TextReader copy = m_in;
    return copy.word();
  }
  /// What is left of the current line, which is passed; without the line end.
  std::string_view restOfLine() {
    const std::string_view left = m_in.rest();
    const std::size_t end = std::min(left.find('\n'), left.size());
    m_in.advance(std::min(end + 1, left.size()));
    std::string_view found = left.substr(0, end);
    if (found.ends_with('\r')) found.remove_suffix(1);
    return found;
  }

  double real(std::string_view what) {
    double value = 0;
    if (!m_in.read(value)) failNumber(what);
    return value;
  }
  float single(std::string_view what) {
    float value = 0;
    if (!m_in.read(value)) failNumber(what);
    return value;
  }
  std::int64_t integer(std::string_view what) {
    std::int64_t value = 0;
    if (!m_in.read(value)) failNumber(what);
    return value;
  }
  type::Vec3 point(std::string_view what) {
    type::Vec3 p;
    for (int i = 0; i < 3; ++i) p[i] = real(what);
    return p;
  }
  /// A number of things each of which takes at least `least` bytes of what is left: nothing is allocated beyond that.
  std::size_t count(std::string_view what, std::size_t least) {
    const std::int64_t n = integer(what);
    if (n < 0) fail(fmt::format("the number of {} is {}", what, n));
    const auto size = static_cast<std::uint64_t>(n);
    if (size > m_in.rest().size() / least + 1)
      fail(fmt::format("{} {} are announced, more than the rest of the file can hold", n, what));
    return static_cast<std::size_t>(size);
  }
  /// An index below `size`.
  type::Index index(std::size_t size, std::string_view what) {
    const std::int64_t i = integer(what);
    if (i < 0 || static_cast<std::uint64_t>(i) >= size)
      fail(fmt::format("index {} of a {} is not one of the {} points", i, what, size));
    return static_cast<type::Index>(i);
  }
  [[noreturn]] void fail(const std::string& text) const { throw FormatError(line(), text); }

 private:
  [[noreturn]] void failNumber(std::string_view what) {
    if (m_in.atEnd()) throw FormatError(line(), fmt::format("the file ends where {} should be", what));
    const std::size_t at = line();
    throw FormatError(at, fmt::format("\"{}\" stands where {} should be", excerpt(m_in.word()), what));
  }

  std::string_view m_text;
  type::TextReader m_in;
};

/// Walks through a text line by line. Lines come without their end, also that of Windows.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : m_rest(text) {}
  bool next(std::string_view& line) {
    if (m_rest.empty()) return false;
    const std::size_t end = std::min(m_rest.find('\n'), m_rest.size());
    line = m_rest.substr(0, end);
    m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++m_number;
    return true;
  }
  /// Number of the line last returned, from 1.
  std::size_t number() const { return m_number; }

 private:
  std::string_view m_rest;
  std::size_t m_number = 0;
};

}  // namespace sofa::helper::mesh
