// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Type/TextReader.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace sofa::type {
namespace {

bool startsNumber(const char* p, const char* end) {
  if (p != end && (*p == '-' || *p == '+')) ++p;
  return p != end && ((*p >= '0' && *p <= '9') || *p == '.');
}

// from_chars does not take a leading '+', and reports underflow where a stream gives the tiny value.
template <class T>
bool readReal(const char*& next, const char* end, T& value) {
  if (!startsNumber(next, end)) return false;
  const char* begin = *next == '+' ? next + 1 : next;
  T result{};
  const auto [stop, error] = std::from_chars(begin, end, result);
  if (error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {
    const double wide = std::strtod(std::string(begin, stop).c_str(), nullptr);
    if (!std::isfinite(static_cast<T>(wide))) return false;
    result = static_cast<T>(wide);
  }
  value = result;
  next = stop;
  return true;
}

}  // namespace

bool TextReader::read(double& value) {
  skipSpaces();
  return readReal(m_next, m_end, value);
}

bool TextReader::read(float& value) {
  skipSpaces();
  return readReal(m_next, m_end, value);
}

bool TextReader::read(std::int64_t& value) {
  skipSpaces();
  if (!startsNumber(m_next, m_end)) return false;
  const char* begin = peek() == '+' ? m_next + 1 : m_next;
  std::int64_t result = 0;
  const auto [stop, error] = std::from_chars(begin, m_end, result);
  if (error != std::errc{}) return false;
  value = result;
  m_next = stop;
  return true;
}

std::string_view TextReader::word() {
  skipSpaces();
  const char* begin = m_next;
  while (m_next != m_end && !std::isspace(static_cast<unsigned char>(*m_next))) ++m_next;
  return {begin, static_cast<std::size_t>(m_next - begin)};
}

}  // namespace sofa::type
