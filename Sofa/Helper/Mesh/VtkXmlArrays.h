// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <tinyxml2.h>

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::helper::mesh {

/// The numbers in the <DataArray>s of a VTK XML file, in whatever form they are there: as text, or in binary, within
/// the element (base64) or behind the XML (base64 or raw), plain or compressed by zlib. All throw FormatError.
class VtkXmlArrays {
 public:
  /// `bytes` are the whole file; they must live as long as the object.
  explicit VtkXmlArrays(std::string_view bytes);

  /// Root element of the XML.
  const tinyxml2::XMLElement& root() const { return *m_document.RootElement(); }
  /// Numbers of type Float32 are rounded to single precision, also as text.
  std::vector<double> reals(const tinyxml2::XMLElement& array) const;
  std::vector<std::int64_t> integers(const tinyxml2::XMLElement& array) const;

 private:
  void readLayout();
  template <class T>
  std::vector<T> numbers(const tinyxml2::XMLElement& array) const;
  /// What a binary array holds once it is decoded and unpacked.
  std::string binary(const tinyxml2::XMLElement& array) const;
  std::uint64_t word(std::string_view bytes, std::size_t i) const;

  tinyxml2::XMLDocument m_document;
  std::string_view m_appended;  // what follows the mark _ of <AppendedData>
  bool m_appendedIsRaw = false;
  std::endian m_order = std::endian::little;
  std::size_t m_wordSize = sizeof(std::uint32_t);  // of the numbers that precede binary data
  std::string m_compressor;
};

/// Ends with FormatError that names the line of the element.
[[noreturn]] void failAt(const tinyxml2::XMLElement& element, const std::string& text);
/// An attribute; empty if it is not there.
std::string_view attributeOf(const tinyxml2::XMLElement& element, const char* name);

}  // namespace sofa::helper::mesh
