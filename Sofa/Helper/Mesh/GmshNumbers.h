// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>

#include "Sofa/Helper/Mesh/ByteOrder.h"
#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {

/// The numbers of a Gmsh file, as text or, in the sections of a binary file, as bytes: `int`, `size_t` of eight bytes
/// and `double`. Keywords and what stands before the numbers are lines of text in both.
class GmshNumbers {
 public:
  explicit GmshNumbers(std::string_view file) : m_text(file) {}

  /// Numbers that follow are bytes. The next four must be the integer 1, in whose order of bytes all are read.
  void beginBinary() {
    m_isBinary = true;
    constexpr auto other = std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
    const std::string_view mark = bytes(sizeof(std::int32_t), "the number 1 that tells the order of bytes");
    if (load<std::int32_t>(mark.data(), std::endian::native) == 1) return;
    m_order = other;
    if (load<std::int32_t>(mark.data(), other) != 1) fail("the number that tells the order of bytes is not 1");
  }
  bool isBinary() const { return m_isBinary; }

  std::string_view restOfLine() { return m_text.restOfLine(); }
  std::string_view word() { return m_text.word(); }
  bool atEnd() { return m_isBinary ? m_text.rest().empty() : m_text.atEnd(); }
  std::size_t bytesLeft() const { return m_text.rest().size(); }

  /// A number that is text in binary files too.
  std::size_t textCount(std::string_view what, std::size_t least) { return m_text.count(what, least); }

  std::int64_t integer(std::string_view what) { return m_isBinary ? take<std::int32_t>(what) : m_text.integer(what); }
  /// One that is a size_t in binary files.
  std::int64_t size(std::string_view what) {
    if (!m_isBinary) return m_text.integer(what);
    const auto value = take<std::uint64_t>(what);
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      fail(fmt::format("{} is {}", what, value));
    return static_cast<std::int64_t>(value);
  }
  double real(std::string_view what) { return m_isBinary ? take<double>(what) : m_text.real(what); }
  type::Vec3 point(std::string_view what) {
    if (!m_isBinary) return m_text.point(what);
    type::Vec3 p;
    for (int i = 0; i < 3; ++i) p[i] = take<double>(what);
    return p;
  }
  /// As size(), of things each of which takes at least `leastText` bytes of what is left of a text, or `leastBinary`.
  std::size_t count(std::string_view what, std::size_t leastText, std::size_t leastBinary) {
    if (!m_isBinary) return m_text.count(what, leastText);
    return announced(size(what), what, leastBinary);
  }
  /// As count(), of a number that was read.
  std::size_t announced(std::int64_t n, std::string_view what, std::size_t least) {
    if (n < 0) fail(fmt::format("the number of {} is {}", what, n));
    if (static_cast<std::uint64_t>(n) > bytesLeft() / least)
      fail(fmt::format("{} {} are announced, more than the rest of the file can hold", n, what));
    return static_cast<std::size_t>(n);
  }
  [[noreturn]] void fail(const std::string& text) const {
    if (m_isBinary) throw FormatError(text);  // lines mean nothing there
    m_text.fail(text);
  }

 private:
  std::string_view bytes(std::size_t count, std::string_view what) {
    const std::string_view rest = m_text.rest();
    if (rest.size() < count) fail(fmt::format("the file ends where {} should be", what));
    m_text.advance(count);
    return rest.substr(0, count);
  }
  template <class T>
  T take(std::string_view what) {
    return load<T>(bytes(sizeof(T), what).data(), m_order);
  }

  MeshText m_text;
  bool m_isBinary = false;
  std::endian m_order = std::endian::native;
};

}  // namespace sofa::helper::mesh
