// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/StlFile.h"

#include <bit>
#include <cstring>

#include "Sofa/Helper/Mesh/ByteOrder.h"
#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {
namespace {

using type::Index;
using type::Vec3;

/// Gives equal points the same number.
class PointMerger {
 public:
  PointMerger(std::vector<Vec3>& points, std::size_t most)
      : m_points(points), m_table(std::bit_ceil(2 * most + 2), type::invalidIndex) {}
  Index add(const Vec3& p) {
    for (std::size_t at = hash(p);; ++at) {
      Index& slot = m_table[at & (m_table.size() - 1)];
      if (slot == type::invalidIndex) {
        slot = static_cast<Index>(m_points.size());
        m_points.push_back(p);
        return slot;
      }
      if (m_points[slot] == p) return slot;
    }
  }

 private:
  static std::size_t hash(const Vec3& p) {
    std::uint64_t h = 0;
    for (int i = 0; i < 3; ++i) h = (h ^ std::bit_cast<std::uint64_t>(p[i] + 0.0)) * 0x9E3779B97F4A7C15u;  // -0 like 0
    return h >> 32;
  }
  std::vector<Vec3>& m_points;
  std::vector<Index> m_table;
};

MeshData readAscii(std::string_view text, const StlOptions& options) {
  constexpr std::size_t leastPerVertex = 13;  // "vertex 0 0 0\n"
  MeshData mesh;
  PointMerger points(mesh.positions, text.size() / leastPerVertex + 1);
  FaceSink sink(mesh, options.flip);
  MeshText in(text);
  in.restOfLine();  // solid and its name
  std::vector<Index> corners;
  for (std::string_view word = in.word(); !word.empty() && word != "endsolid"; word = in.word()) {
    if (word == "end" && (in.peekWord() == "solid" || in.atEnd())) break;
    if (word == "vertex") {
      corners.push_back(points.add(in.point("a coordinate of a vertex")));
    } else if (word == "facet") {
      if (in.word() != "normal") in.fail("\"facet\" is not followed by \"normal\"");
      mesh.normals.push_back(in.point("a component of a normal"));
    } else if (word == "endfacet") {
      if (corners.size() != 3) in.fail(fmt::format("a facet has {} vertices instead of 3", corners.size()));
      sink.triangle(corners[0], corners[1], corners[2]);
      corners.clear();
    } else if (word != "outer" && word != "loop" && word != "endloop") {
      in.fail(fmt::format(
          "\"{}\" is no word of an ASCII STL file (for a binary one that starts with \"solid\" set forceBinary)",
          excerpt(word)));
    }
  }
  if (!corners.empty()) in.fail("the file ends within a facet");
  return mesh;
}

constexpr std::size_t facetSize = 50;

std::size_t announcedFacets(std::string_view bytes, std::size_t headerSize) {
  return load<std::uint32_t>(bytes.data() + headerSize, std::endian::little);
}

/// Whether the file has just the size of a binary one with the facets that it would announce. The header of some of
/// those begins with "solid", as every text does; a text would have to be of 25 GB for that.
bool hasBinarySize(std::string_view bytes, std::size_t headerSize) {
  const std::size_t start = headerSize + sizeof(std::uint32_t);
  return bytes.size() > start && bytes.size() - start == facetSize * announcedFacets(bytes, headerSize);
}

MeshData readBinary(std::string_view bytes, const StlOptions& options) {
  const std::size_t start = options.headerSize + sizeof(std::uint32_t);
  if (bytes.size() < start)
    throw FormatError(fmt::format("it has {} bytes, less than the {} of a binary STL header", bytes.size(), start));
  const std::size_t count = announcedFacets(bytes, options.headerSize);
  if (bytes.size() - start != count * facetSize)
    throw FormatError(fmt::format("it announces {} facets and should have {} bytes, but has {}", count,
                                  start + count * facetSize, bytes.size()));
  const auto vector = [](const char* at) {
    Vec3 v;
    for (int i = 0; i < 3; ++i) v[i] = static_cast<double>(load<float>(at + i * 4, std::endian::little));
    return v;
  };
  MeshData mesh;
  PointMerger points(mesh.positions, 3 * count);
  const auto corner = [&](const char* facet, std::size_t n) {
    const Vec3 v = vector(facet + 12 * (n + 1));
    if (!v.allFinite()) throw FormatError("it holds a coordinate that is infinite or not a number");
    return points.add(v);
  };
  FaceSink sink(mesh, options.flip);
  mesh.triangles.reserve(count);
  std::size_t degenerate = 0;
  for (std::size_t f = 0; f < count; ++f) {
    const char* facet = bytes.data() + start + f * facetSize;
    const Index a = corner(facet, 0), b = corner(facet, 1), c = corner(facet, 2);
    // A facet that is left out keeps its normal: the normals of the points start from this list. Some
    // writers compute that of a degenerate facet and get no number.
    const Vec3 normal = vector(facet);
    mesh.normals.push_back(normal.allFinite() ? normal : Vec3(Vec3::Zero()));
    if (a == b || b == c || c == a)
      ++degenerate;
    else
      sink.triangle(a, b, c);
  }
  if (degenerate > 0) mesh.warnings.push_back(fmt::format("{} facets with equal corners are left out", degenerate));
  return mesh;
}

}  // namespace

MeshData readStl(std::string_view bytes, const StlOptions& options) {
  const bool ascii = !options.forceBinary && MeshText(bytes.substr(0, 256)).peekWord() == "solid" &&
                     !hasBinarySize(bytes, options.headerSize);
  MeshData mesh = ascii ? readAscii(bytes, options) : readBinary(bytes, options);
  if (mesh.triangles.empty())
    throw FormatError(ascii ? "it holds no facet (for a binary one that starts with \"solid\" set forceBinary)"
                            : "it holds no facet");
  return mesh;
}

}  // namespace sofa::helper::mesh
