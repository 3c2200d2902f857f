// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/IsoSurface.h"

#include <array>
#include <bit>
#include <cmath>

namespace sofa::geometry {
namespace {

using type::Index;

constexpr Index none = type::invalidIndex;

/// Corners of the six faces of a cell, anticlockwise seen from outside; bit 0, 1 and 2 of a corner are its x, y and z.
constexpr std::array<std::array<unsigned, 4>, 6> faces{
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

/// An edge of a cell between corners that differ in one bit: that axis, and the lower corner.
constexpr unsigned edgeOf(unsigned a, unsigned b) {
  return static_cast<unsigned>(std::countr_zero(a ^ b)) * 8 + std::min(a, b);
}

/// For each edge that the surface crosses the next one around the polygon it belongs to. In each face the surface runs
/// from where a row of corners inside begins to where it ends; what ends in one face begins in its neighbour.
std::array<unsigned, 24> nextEdges(unsigned inside) {
  constexpr unsigned no = 24;
  std::array<unsigned, 24> next;
  next.fill(no);
  const auto isIn = [&](unsigned corner) { return (inside >> corner & 1) != 0; };
  for (const auto& face : faces)
    for (unsigned k = 0; k < 4; ++k) {
      const unsigned before = face[k], first = face[(k + 1) % 4];
      if (isIn(before) || !isIn(first)) continue;
      unsigned end = k + 1;
      while (isIn(face[(end + 1) % 4])) ++end;
      next[edgeOf(before, first)] = edgeOf(face[end % 4], face[(end + 1) % 4]);
    }
  return next;
}

/// Makes the polygons of the cells of a field.
class Marcher {
 public:
  Marcher(const ScalarField& field, double level)
      : m_field(field), m_level(level), m_pointOfEdge(3 * field.values.size(), none) {
    for (unsigned inside = 0; inside < 256; ++inside) m_next[inside] = nextEdges(inside);
  }

  TriangleMesh march() {
    const auto [nx, ny, nz] = m_field.size;
    for (std::size_t k = 0; k + 1 < nz; ++k)
      for (std::size_t j = 0; j + 1 < ny; ++j)
        for (std::size_t i = 0; i + 1 < nx; ++i) addCell(m_field.index(i, j, k));
    return std::move(m_mesh);
  }

 private:
  std::size_t node(std::size_t cell, unsigned corner) const {
    return cell + (corner & 1) + m_field.size[0] * ((corner >> 1 & 1) + m_field.size[1] * (corner >> 2 & 1));
  }

  void addCell(std::size_t cell) {
    unsigned inside = 0;
    for (unsigned corner = 0; corner < 8; ++corner)
      if (m_field.values[node(cell, corner)] > m_level) inside |= 1u << corner;
    if (inside == 0 || inside == 255) return;
    auto next = m_next[inside];
    for (unsigned start = 0; start < next.size(); ++start) {
      if (next[start] >= next.size()) continue;
      m_polygon.clear();
      for (unsigned edge = start; next[edge] < next.size();) {
        m_polygon.push_back(point(cell, edge));
        edge = std::exchange(next[edge], static_cast<unsigned>(next.size()));
      }
      for (std::size_t p = 2; p < m_polygon.size(); ++p)
        m_mesh.triangles.push_back({m_polygon[0], m_polygon[p - 1], m_polygon[p]});
    }
  }

  Index point(std::size_t cell, unsigned edge) {
    const unsigned axis = edge / 8, corner = edge % 8;
    const std::size_t a = node(cell, corner), b = node(cell, corner | 1u << axis);
    Index& number = m_pointOfEdge[3 * a + axis];
    if (number != none) return number;
    number = static_cast<Index>(m_mesh.points.size());
    const double t = (m_level - m_field.values[a]) / (m_field.values[b] - m_field.values[a]);
    type::Vec3 place(static_cast<double>(a % m_field.size[0]),
                     static_cast<double>(a / m_field.size[0] % m_field.size[1]),
                     static_cast<double>(a / m_field.size[0] / m_field.size[1]));
    place[axis] += t;
    m_mesh.points.push_back(m_field.origin + m_field.spacing * place);
    return number;
  }

  const ScalarField& m_field;
  double m_level;
  std::vector<Index> m_pointOfEdge;  ///< by node and axis
  std::array<std::array<unsigned, 24>, 256> m_next;
  std::vector<Index> m_polygon;
  TriangleMesh m_mesh;
};

}  // namespace

TriangleMesh isoSurface(const ScalarField& field, double level) { return Marcher(field, level).march(); }

}  // namespace sofa::geometry
