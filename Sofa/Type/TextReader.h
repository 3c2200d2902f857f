// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cctype>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sofa::type {

/// Reads numbers and words from text with the rules of scene attributes (docs/manual/scenes.md, "Text formats"):
/// white-space separated, decimal point '.', "inf" and "nan" refused. A failed read leaves the value unchanged.
class TextReader {
 public:
  explicit TextReader(std::string_view text) : m_next(text.data()), m_end(text.data() + text.size()) {}

  void skipSpaces() {
    while (m_next != m_end && std::isspace(static_cast<unsigned char>(*m_next))) ++m_next;
  }
  /// True when only white space is left.
  bool atEnd() {
    skipSpaces();
    return m_next == m_end;
  }
  char peek() const { return m_next == m_end ? '\0' : *m_next; }
  bool skip(char c) {
    if (peek() != c) return false;
    ++m_next;
    return true;
  }
  /// Skips any of the given characters and white space.
  void skipAny(std::string_view characters) {
    while (m_next != m_end &&
           (std::isspace(static_cast<unsigned char>(*m_next)) || characters.find(*m_next) != characters.npos))
      ++m_next;
  }

  bool read(double& value);
  bool read(float& value);
  bool read(std::int64_t& value);
  template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, std::int64_t>) bool read(T& value) {
    const char* before = m_next;
    std::int64_t v = 0;
    if (!read(v)) return false;
    if (!fits<T>(v)) {
      m_next = before;
      return false;
    }
    value = static_cast<T>(v);
    return true;
  }
  /// Whether T takes the number without loss; an unsigned T also takes a negative one and wraps it, as streams do.
  template <class T>
  static constexpr bool fits(std::int64_t v) {
    return std::in_range<T>(v) ||
           (std::is_unsigned_v<T> && v < 0 && v > std::numeric_limits<std::int64_t>::min() && std::in_range<T>(-v));
  }
  /// Next run of characters that are not white space; empty at the end.
  std::string_view word();
  std::string_view rest() const { return {m_next, static_cast<std::size_t>(m_end - m_next)}; }
  void advance(std::size_t n) { m_next += n; }

 private:
  const char* m_next;
  const char* m_end;
};

}  // namespace sofa::type
