// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/ByteOrder.h"
#include "Sofa/Helper/Mesh/MeshText.h"
#include "Sofa/Helper/Mesh/VtkCells.h"

namespace sofa::helper::mesh {
namespace {

enum class Scalar { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

Scalar scalarOf(std::string_view word, const MeshText& in) {
  if (word == "double") return Scalar::float64;
  if (word == "float") return Scalar::float32;
  if (word == "int") return Scalar::int32;
  if (word == "unsigned_int") return Scalar::uint32;
  if (word == "long" || word == "vtktypeint64" || word == "vtkIdType") return Scalar::int64;
  if (word == "unsigned_long" || word == "vtktypeuint64") return Scalar::uint64;
  if (word == "short") return Scalar::int16;
  if (word == "unsigned_short") return Scalar::uint16;
  if (word == "char" || word == "signed_char" || word == "vtktypeint8") return Scalar::int8;
  if (word == "unsigned_char" || word == "vtktypeuint8") return Scalar::uint8;
  in.fail(
      fmt::format("\"{}\" is no type of numbers that is read (double, float, int, long, short, char and unsigned ones)",
                  excerpt(word)));
}

bool isIntegral(Scalar s) { return s != Scalar::float32 && s != Scalar::float64; }

/// Calls f with a value of the C++ type of `s`.
template <class F>
auto withType(Scalar s, const F& f) {
  switch (s) {
    case Scalar::int8:
      return f(std::int8_t{});
    case Scalar::uint8:
      return f(std::uint8_t{});
    case Scalar::int16:
      return f(std::int16_t{});
    case Scalar::uint16:
      return f(std::uint16_t{});
    case Scalar::int32:
      return f(std::int32_t{});
    case Scalar::uint32:
      return f(std::uint32_t{});
    case Scalar::int64:
      return f(std::int64_t{});
    case Scalar::uint64:
      return f(std::uint64_t{});
    case Scalar::float32:
      return f(float{});
    default:
      return f(double{});
  }
}

/// Numbers of the file. Binary ones stay bytes until their order is known.
struct RawArray {
  Scalar scalar = Scalar::float64;
  std::size_t count = 0;
  std::string_view bytes;
  std::vector<double> reals;           // ASCII
  std::vector<std::int64_t> integers;  // ASCII

  template <class T>
  std::vector<T> decode(std::endian order) const {
    if (bytes.empty()) {
      if constexpr (std::is_same_v<T, double>)
        return reals.empty() ? std::vector<T>(integers.begin(), integers.end()) : reals;
      else
        return integers;
    }
    return withType(scalar, [&](auto zero) {
      using S = decltype(zero);
      std::vector<T> values;
      values.reserve(count);
      for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<T>(load<S>(bytes.data() + i * sizeof(S), order)));
      return values;
    });
  }
};

/// One list of cells: the old layout counts the nodes before each cell, the new one (from 5.1) has offsets.
struct RawCells {
  std::size_t count = 0;
  RawArray nodes;
  RawArray offsets;
  bool hasOffsets = false;
};

class LegacyReader {
 public:
  LegacyReader(std::string_view bytes, const VtkOptions& options)
      : m_in(bytes),
        m_order(options.forceLittleEndian ? std::endian::little : std::endian::big),
        m_cells(m_mesh, options.flip) {}

  VtkMesh read() {
    readHeader();
    while (!m_in.atEnd())
      if (!readSection(m_in.word())) break;
    detectOrder();
    buildPoints();
    buildCells();
    for (auto* arrays : {&m_pointArrays, &m_cellArrays})
      for (auto& [array, raw] : *arrays) keepArray(arrays == &m_pointArrays, std::move(array), raw);
    return std::move(m_mesh);
  }

 private:
  void readHeader() {
    m_in.restOfLine();  // # vtk DataFile Version x.y
    m_in.restOfLine();  // title
    const std::string_view kind = m_in.word();
    if (kind != "ASCII" && kind != "BINARY")
      m_in.fail(fmt::format("\"{}\" stands where ASCII or BINARY should be", excerpt(kind)));
    m_binary = kind == "BINARY";
    if (const auto word = m_in.word(); word != "DATASET")
      m_in.fail(fmt::format("\"{}\" stands where DATASET should be", excerpt(word)));
    const std::string_view dataset = m_in.word();
    if (dataset != "POLYDATA" && dataset != "UNSTRUCTURED_GRID")
      m_in.fail(
          fmt::format("Dataset format not implemented: {}; POLYDATA and UNSTRUCTURED_GRID are", excerpt(dataset)));
  }

  /// False when the rest of the file cannot be made sense of; what was read so far is good.
  bool readSection(std::string_view keyword) {
    if (keyword == "POINTS") {
      const std::size_t count = m_in.count("points", m_binary ? 3 : 6);
      m_points = readArray(scalarOf(m_in.word(), m_in), 3 * count);
    } else if (keyword == "POLYGONS" || keyword == "CELLS" || keyword == "LINES" || keyword == "TRIANGLE_STRIPS" ||
               keyword == "VERTICES") {
      readCells(keyword);
    } else if (keyword == "CELL_TYPES") {
      m_types = readArray(Scalar::int32, m_in.count("cell types", 1));
    } else if (keyword == "POINT_DATA" || keyword == "CELL_DATA") {
      m_attributes = keyword == "POINT_DATA" ? &m_pointArrays : &m_cellArrays;
      m_tuples = m_in.count("values", 1);
    } else if (keyword == "METADATA") {
      m_in.restOfLine();
      while (!m_in.restOfLine().empty() && !m_in.rest().empty()) continue;  // up to an empty line
    } else {
      return readAttribute(keyword);
    }
    return true;
  }

  RawArray readArray(Scalar scalar, std::size_t count) {
    RawArray array;
    array.scalar = scalar;
    array.count = count;
    if (m_binary) {
      m_in.restOfLine();  // the data start after the line end
      const std::size_t width = withType(scalar, [](auto zero) { return sizeof(zero); });
      if (count > m_in.rest().size() / width)
        m_in.fail(fmt::format("{} binary numbers of {} bytes are announced, more than the file holds", count, width));
      array.bytes = m_in.rest().substr(0, count * width);
      m_in.advance(array.bytes.size());
      return array;
    }
    if (count > m_in.rest().size() / 2 + 1)
      m_in.fail(fmt::format("{} numbers are announced, more than the rest of the file can hold", count));
    if (isIntegral(scalar)) {
      array.integers.reserve(count);
      for (std::size_t i = 0; i < count; ++i) array.integers.push_back(m_in.integer("a whole number"));
    } else {
      array.reals.reserve(count);
      // Floats are rounded as such: that is what the file says they are.
      for (std::size_t i = 0; i < count; ++i)
        array.reals.push_back(scalar == Scalar::float32 ? static_cast<double>(m_in.single("a number"))
                                                        : m_in.real("a number"));
    }
    return array;
  }

  Scalar integralScalar() {
    const Scalar scalar = scalarOf(m_in.word(), m_in);
    if (!isIntegral(scalar)) m_in.fail("the nodes of cells are not whole numbers");
    return scalar;
  }

  void readCells(std::string_view keyword) {
    RawCells cells;
    const std::size_t first = m_in.count("cells", 1), second = m_in.count("node numbers", 1);
    if (const auto next = m_in.peekWord(); next == "OFFSETS") {
      cells.hasOffsets = true;
      cells.count = first > 0 ? first - 1 : 0;
      m_in.word();
      cells.offsets = readArray(integralScalar(), first);
      if (const auto word = m_in.word(); word != "CONNECTIVITY")
        m_in.fail(fmt::format("\"{}\" stands where CONNECTIVITY should be", excerpt(word)));
      cells.nodes = readArray(integralScalar(), second);
    } else {
      cells.count = first;
      cells.nodes = readArray(Scalar::int32, second);
    }
    m_lists.emplace_back(keyword, std::move(cells));
  }

  bool readAttribute(std::string_view keyword) {
    if (!m_attributes) {
      m_in.fail(fmt::format("\"{}\" is no section of a VTK file that is read", excerpt(keyword)));
    } else if (keyword == "FIELD") {
      m_in.word();  // its name
      const std::int64_t arrays = m_in.integer("the number of arrays");
      for (std::int64_t i = 0; i < arrays && !m_in.atEnd(); ++i) {
        const std::string_view name = m_in.word();
        const std::size_t components = m_in.count("components", 1), tuples = m_in.count("tuples", 1);
        addArray(name, components, tuples, scalarOf(m_in.word(), m_in));
        if (m_in.peekWord() == "METADATA") readSection(m_in.word());
      }
    } else if (keyword == "SCALARS") {
      const std::string_view name = m_in.word();
      const Scalar scalar = scalarOf(m_in.word(), m_in);
      std::size_t components = 1;
      if (m_in.peekWord() != "LOOKUP_TABLE") components = m_in.count("components", 1);
      if (m_in.peekWord() == "LOOKUP_TABLE") {
        m_in.word();
        m_in.word();
      }
      addArray(name, components, m_tuples, scalar);
    } else if (keyword == "VECTORS" || keyword == "NORMALS") {
      const std::string_view name = m_in.word();
      addArray(keyword == "NORMALS" ? "normals" : name, 3, m_tuples, scalarOf(m_in.word(), m_in));
    } else {
      m_mesh.warnings.push_back(
          fmt::format("line {}: the attribute {} and what follows it are not read", m_in.line(), excerpt(keyword)));
      return false;
    }
    return true;
  }

  void addArray(std::string_view name, std::size_t components, std::size_t tuples, Scalar scalar) {
    if (components > 0 && tuples > m_in.rest().size() / components + 1)
      m_in.fail("more values are announced than the rest of the file can hold");
    VtkArray array{std::string(name), components, isIntegral(scalar), {}};
    m_attributes->emplace_back(std::move(array), readArray(scalar, components * tuples));
  }

  /// Some writers leave the order of the processor: then the node counts make no sense in the order of the norm.
  void detectOrder() {
    if (!m_binary || m_order == std::endian::little) return;
    for (const auto& [keyword, cells] : m_lists) {
      if (cells.count == 0 || plausible(cells, std::endian::big) || !plausible(cells, std::endian::little)) continue;
      m_order = std::endian::little;
      m_mesh.warnings.push_back(
          "the binary data are not in the byte order of the norm (big-endian); they are taken as little-endian");
      return;
    }
  }

  static bool plausible(const RawCells& cells, std::endian order) {
    if (cells.hasOffsets) {
      const auto offsets = cells.offsets.decode<std::int64_t>(order);
      return offsets.front() == 0 && offsets.back() == static_cast<std::int64_t>(cells.nodes.count);
    }
    const auto nodes = cells.nodes.decode<std::int64_t>(order);
    std::size_t at = 0;
    for (std::size_t c = 0; c < cells.count; ++c) {
      if (at >= nodes.size() || nodes[at] < 0 || static_cast<std::size_t>(nodes[at]) > nodes.size() - at - 1)
        return false;
      at += 1 + static_cast<std::size_t>(nodes[at]);
    }
    return at == nodes.size();
  }

  void buildPoints() {
    const auto values = m_points.decode<double>(m_order);
    m_mesh.positions.reserve(values.size() / 3);
    for (std::size_t i = 0; i + 2 < values.size(); i += 3) {
      m_mesh.positions.emplace_back(values[i], values[i + 1], values[i + 2]);
      if (!m_mesh.positions.back().allFinite())
        throw FormatError(fmt::format("point {} is infinite or not a number", i / 3));
    }
  }

  void buildCells() {
    const auto types = m_types.decode<std::int64_t>(m_order);
    for (const auto& list : m_lists) {
      const std::string_view keyword = list.first;
      const RawCells& cells = list.second;
      if (keyword == "CELLS" && types.size() != cells.count)
        throw FormatError(fmt::format("there are {} cells but {} cell types", cells.count, types.size()));
      const auto add = [&](std::size_t c, std::span<const std::int64_t> nodes) {
        if (keyword == "CELLS") m_cells.add(types[c], nodes);
        if (keyword == "POLYGONS") m_cells.addPolygon(nodes);
        if (keyword == "TRIANGLE_STRIPS") m_cells.addStrip(nodes);
        if (keyword == "LINES") m_cells.addLine(nodes);
      };
      if (cells.hasOffsets)
        splitByOffsets(cells, add);
      else
        splitByCounts(cells, add);
    }
    m_cells.tellSkipped();
  }

  template <class Add>
  void splitByCounts(const RawCells& cells, const Add& add) const {
    const auto nodes = cells.nodes.decode<std::int64_t>(m_order);
    std::size_t at = 0;
    for (std::size_t c = 0; c < cells.count; ++c) {
      if (at >= nodes.size() || nodes[at] < 0 || static_cast<std::size_t>(nodes[at]) > nodes.size() - at - 1)
        throw FormatError(fmt::format("cell {} reaches beyond the list of nodes", c));
      const auto size = static_cast<std::size_t>(nodes[at]);
      add(c, std::span(nodes).subspan(at + 1, size));
      at += size + 1;
    }
  }

  template <class Add>
  void splitByOffsets(const RawCells& cells, const Add& add) const {
    const auto nodes = cells.nodes.decode<std::int64_t>(m_order);
    const auto offsets = cells.offsets.decode<std::int64_t>(m_order);
    for (std::size_t c = 0; c < cells.count; ++c) {
      if (offsets[c] < 0 || offsets[c + 1] < offsets[c] || static_cast<std::size_t>(offsets[c + 1]) > nodes.size())
        throw FormatError(fmt::format("cell {} reaches beyond the list of nodes", c));
      add(c, std::span(nodes).subspan(static_cast<std::size_t>(offsets[c]),
                                      static_cast<std::size_t>(offsets[c + 1] - offsets[c])));
    }
  }

  void keepArray(bool perPoint, VtkArray array, const RawArray& raw) {
    array.values = raw.decode<double>(m_order);
    if (perPoint && array.name == "normals" && array.values.size() == 3 * m_mesh.positions.size()) {
      for (std::size_t i = 0; i < array.values.size(); i += 3)
        m_mesh.normals.emplace_back(array.values[i], array.values[i + 1], array.values[i + 2]);
      return;
    }
    (perPoint ? m_mesh.pointData : m_mesh.cellData).push_back(std::move(array));
  }

  MeshText m_in;
  std::endian m_order;
  bool m_binary = false;
  VtkMesh m_mesh;
  VtkCells m_cells;
  RawArray m_points, m_types;
  std::vector<std::pair<std::string_view, RawCells>> m_lists;
  using Arrays = std::vector<std::pair<VtkArray, RawArray>>;
  Arrays m_pointArrays, m_cellArrays;
  Arrays* m_attributes = nullptr;
  std::size_t m_tuples = 0;
};

}  // namespace

VtkMesh readVtkLegacy(std::string_view bytes, const VtkOptions& options) { return LegacyReader(bytes, options).read(); }

VtkMesh readVtk(std::string_view bytes, const VtkOptions& options) {
  MeshText in(bytes.substr(0, 4096));
  const std::string_view first = in.peekWord();
  if (first.starts_with('<')) return readVtkXml(bytes, options);
  if (!bytes.starts_with("# vtk DataFile Version"))
    throw FormatError(
        1, fmt::format("\"{}\" is not the start of a VTK file, which is \"# vtk DataFile Version\" or <VTKFile>",
                       excerpt(in.restOfLine())));
  return readVtkLegacy(bytes, options);
}

}  // namespace sofa::helper::mesh
