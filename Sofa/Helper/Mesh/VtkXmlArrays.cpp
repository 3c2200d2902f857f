// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/VtkXmlArrays.h"

#include <zlib.h>

#include <cctype>

#include "Sofa/Helper/Mesh/ByteOrder.h"
#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {
namespace {

using tinyxml2::XMLElement;

constexpr std::string_view noBytes = "its binary data end too early";

int base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// The first `most` bytes of what a base64 text says. Padding may stand within it, where the encoder started anew: VTK
/// encodes the sizes of compressed data apart from the data.
std::string fromBase64(std::string_view text, std::size_t most) {
  constexpr int digitBits = 6, byteBits = 8;
  std::string bytes;
  std::uint32_t pending = 0;
  int bits = 0;
  for (const char c : text) {
    if (bytes.size() >= most) break;
    if (c == '=') {
      bits = 0;
      continue;
    }
    const int digit = base64Digit(c);
    if (digit < 0 && std::isspace(static_cast<unsigned char>(c))) continue;
    if (digit < 0) break;
    pending = pending << digitBits | static_cast<std::uint32_t>(digit);
    bits += digitBits;
    if (bits < byteBits) continue;
    bits -= byteBits;
    bytes += static_cast<char>(pending >> bits & 0xFF);
  }
  return bytes;
}

/// Encoded bytes that can be read from the front up to any length.
class Source {
 public:
  Source(std::string_view encoded, bool raw) : m_encoded(encoded), m_raw(raw) {}
  /// The first n bytes. Throws FormatError if there are fewer.
  std::string first(std::uint64_t n) const {
    if (n > m_encoded.size()) throw FormatError(std::string(noBytes));
    const auto size = static_cast<std::size_t>(n);
    std::string bytes = m_raw ? std::string(m_encoded.substr(0, size)) : fromBase64(m_encoded, size);
    if (bytes.size() < size) throw FormatError(std::string(noBytes));
    return bytes;
  }

 private:
  std::string_view m_encoded;
  bool m_raw;
};

/// Unpacks blocks: their number, size, size of the last one if that is smaller, then the packed size of each.
template <class Word>
std::string unpacked(const Source& source, std::size_t wordSize, const Word& word) {
  constexpr std::size_t fixedWords = 3;
  constexpr std::uint64_t largestRatio = 1032;  // of what zlib can do
  const std::string start = source.first(fixedWords * wordSize);
  const std::uint64_t blocks = word(start, 0), size = word(start, 1), last = word(start, 2);
  if (blocks == 0) return {};
  if (blocks > (std::uint64_t{1} << 40)) throw FormatError(std::string(noBytes));
  const std::size_t headerSize = (fixedWords + static_cast<std::size_t>(blocks)) * wordSize;
  const std::string header = source.first(headerSize);
  std::uint64_t packedSize = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::uint64_t part = word(header, fixedWords + b);
    if (part > (std::uint64_t{1} << 48) || (packedSize += part) > (std::uint64_t{1} << 48))
      throw FormatError(std::string(noBytes));
  }
  const std::string all = source.first(headerSize + packedSize);
  std::string bytes;
  std::size_t at = headerSize;
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto part = static_cast<std::size_t>(word(header, fixedWords + b));
    const std::uint64_t wanted = b + 1 == blocks && last > 0 ? last : size;
    if (wanted > largestRatio * (part + 1)) throw FormatError("a block of its compressed data cannot be that large");
    auto got = static_cast<uLongf>(wanted);
    const std::size_t begin = bytes.size();
    bytes.resize(begin + static_cast<std::size_t>(wanted));
    if (uncompress(reinterpret_cast<Bytef*>(bytes.data() + begin), &got,
                   reinterpret_cast<const Bytef*>(all.data() + at), static_cast<uLong>(part)) != Z_OK ||
        got != wanted)
      throw FormatError("its compressed data are damaged");
    at += part;
  }
  return bytes;
}

template <class T, class Stored>
std::vector<T> convert(std::string_view bytes, std::endian order) {
  std::vector<T> values(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(load<Stored>(bytes.data() + i * sizeof(Stored), order));
  return values;
}

/// Numbers that stand as text, each read as Text.
template <class T, class Text>
std::vector<T> readText(const XMLElement& array) {
  std::vector<T> values;
  const char* text = array.GetText();
  if (!text) return values;
  type::TextReader in(text);
  while (!in.atEnd()) {
    Text value{};
    if (!in.read(value)) failAt(array, fmt::format("\"{}\" stands where a number should be", excerpt(in.word())));
    values.push_back(static_cast<T>(value));
  }
  return values;
}

}  // namespace

void failAt(const XMLElement& element, const std::string& text) {
  throw FormatError(static_cast<std::size_t>(element.GetLineNum()), text);
}

std::string_view attributeOf(const XMLElement& element, const char* name) {
  const char* value = element.Attribute(name);
  return value ? value : "";
}

/// Raw data behind the XML are no XML, so it is cut off there and closed.
VtkXmlArrays::VtkXmlArrays(std::string_view bytes) {
  constexpr std::string_view tag = "<AppendedData", close = "</AppendedData>";
  const std::size_t at = bytes.find(tag);
  std::string xml(bytes.substr(0, at));
  if (at != bytes.npos) {
    const std::size_t open = bytes.find('>', at);
    const std::size_t mark = bytes.find('_', open);
    if (mark == bytes.npos)
      throw FormatError(lineOf(bytes, bytes.data() + at), "<AppendedData> holds no data, which start by _");
    xml += std::string(bytes.substr(at, open + 1 - at)) + "</AppendedData></VTKFile>";
    m_appended = bytes.substr(mark + 1, bytes.rfind(close) - mark - 1);
  }
  if (m_document.Parse(xml.data(), xml.size()) != tinyxml2::XML_SUCCESS)
    throw FormatError(static_cast<std::size_t>(m_document.ErrorLineNum()), m_document.ErrorName());
  if (!m_document.RootElement() || std::string_view(root().Name()) != "VTKFile")
    throw FormatError("its root element is not <VTKFile>");
  readLayout();
}

void VtkXmlArrays::readLayout() {
  if (attributeOf(root(), "byte_order") == "BigEndian") m_order = std::endian::big;
  if (attributeOf(root(), "header_type") == "UInt64") m_wordSize = sizeof(std::uint64_t);
  m_compressor = attributeOf(root(), "compressor");
  if (const XMLElement* appended = root().FirstChildElement("AppendedData"))
    m_appendedIsRaw = attributeOf(*appended, "encoding") == "raw";
}

std::uint64_t VtkXmlArrays::word(std::string_view bytes, std::size_t i) const {
  const char* at = bytes.data() + i * m_wordSize;
  return m_wordSize == sizeof(std::uint64_t) ? load<std::uint64_t>(at, m_order) : load<std::uint32_t>(at, m_order);
}

std::string VtkXmlArrays::binary(const XMLElement& array) const {
  std::string_view encoded;
  const bool appended = attributeOf(array, "format") == "appended";
  if (appended) {
    const std::int64_t offset = array.Int64Attribute("offset", -1);
    if (offset < 0 || static_cast<std::uint64_t>(offset) > m_appended.size())
      failAt(array, fmt::format("offset=\"{}\" is not within the {} bytes of <AppendedData>",
                                excerpt(attributeOf(array, "offset")), m_appended.size()));
    encoded = m_appended.substr(static_cast<std::size_t>(offset));
  } else if (const char* text = array.GetText()) {
    encoded = text;
  } else {
    return {};
  }
  try {
    const Source source(encoded, appended && m_appendedIsRaw);
    if (m_compressor == "vtkZLibDataCompressor")
      return unpacked(source, m_wordSize, [this](std::string_view bytes, std::size_t i) { return word(bytes, i); });
    if (!m_compressor.empty())
      throw FormatError(fmt::format("compressor \"{}\"; only vtkZLibDataCompressor is read", excerpt(m_compressor)));
    const std::uint64_t size = word(source.first(m_wordSize), 0);
    if (size > encoded.size()) throw FormatError(std::string(noBytes));
    return source.first(m_wordSize + size).substr(m_wordSize);
  } catch (const FormatError& error) {
    failAt(array, fmt::format("the DataArray \"{}\": {}", excerpt(attributeOf(array, "Name")), error.what()));
  }
}

template <class T>
std::vector<T> VtkXmlArrays::numbers(const XMLElement& array) const {
  const std::string_view format = attributeOf(array, "format"), type = attributeOf(array, "type");
  if (format.empty() || format == "ascii") {
    if (std::is_integral_v<T>) return readText<T, std::int64_t>(array);
    return readText<T, double>(array);
  }
  if (format != "binary" && format != "appended")
    failAt(array, fmt::format("the DataArray has format \"{}\"; ascii, binary and appended are read", excerpt(format)));
  const std::string bytes = binary(array);
  if (type == "Float32") return convert<T, float>(bytes, m_order);
  if (type == "Float64") return convert<T, double>(bytes, m_order);
  if (type == "Int8") return convert<T, std::int8_t>(bytes, m_order);
  if (type == "UInt8") return convert<T, std::uint8_t>(bytes, m_order);
  if (type == "Int16") return convert<T, std::int16_t>(bytes, m_order);
  if (type == "UInt16") return convert<T, std::uint16_t>(bytes, m_order);
  if (type == "Int32") return convert<T, std::int32_t>(bytes, m_order);
  if (type == "UInt32") return convert<T, std::uint32_t>(bytes, m_order);
  if (type == "Int64") return convert<T, std::int64_t>(bytes, m_order);
  if (type == "UInt64") return convert<T, std::uint64_t>(bytes, m_order);
  failAt(array, fmt::format("the DataArray has type \"{}\", which is none of VTK's", excerpt(type)));
}

std::vector<double> VtkXmlArrays::reals(const XMLElement& array) const { return numbers<double>(array); }

std::vector<std::int64_t> VtkXmlArrays::integers(const XMLElement& array) const {
  const std::string_view type = attributeOf(array, "type");
  if (!type.starts_with("Int") && !type.starts_with("UInt"))
    failAt(array, fmt::format("the array {} does not hold whole numbers", excerpt(attributeOf(array, "Name"))));
  return numbers<std::int64_t>(array);
}

}  // namespace sofa::helper::mesh
