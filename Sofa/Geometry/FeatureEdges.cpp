// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/FeatureEdges.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <tuple>

namespace sofa::geometry {
namespace {

using type::Index;
using type::Vec3;

/// Corners of faces that share a normal. Corners are numbered face by face, those of the triangles first.
class CornerGroups {
 public:
  explicit CornerGroups(std::size_t corners) : m_parent(corners) { std::iota(m_parent.begin(), m_parent.end(), 0); }
  std::size_t of(std::size_t corner) {
    while (m_parent[corner] != corner) corner = m_parent[corner] = m_parent[m_parent[corner]];
    return corner;
  }
  void join(std::size_t a, std::size_t b) { m_parent[of(a)] = of(b); }

 private:
  std::vector<std::size_t> m_parent;
};

/// A side of a face: the corners at its ends, the one of the lesser point first.
struct FaceSide {
  Index low, high;
  std::size_t lowCorner, highCorner;
  Vec3 normal;
  bool sameEdge(const FaceSide& o) const { return low == o.low && high == o.high; }
};

/// Faces at one edge that each of them is compared with: more than a sound mesh has.
constexpr std::size_t mostCompared = 8;

/// Nothing if it is no numbering of that many vertices.
std::span<const Index> usable(std::span<const Index> pointOf, std::size_t vertices) {
  const bool good =
      pointOf.size() == vertices && std::all_of(pointOf.begin(), pointOf.end(), [&](Index p) { return p < vertices; });
  return good ? pointOf : std::span<const Index>();
}

class Splitter {
 public:
  Splitter(std::span<const Vec3> points, std::span<const Index> pointOf, std::size_t corners)
      : m_points(points), m_pointOf(usable(pointOf, points.size())), m_groups(corners) {
    m_sides.reserve(corners);
    m_isUsed.resize(corners, false);
    m_vertexOf.resize(corners);
  }

  template <class Face>
  void add(const Face& face) {
    const std::size_t n = face.size(), first = m_corners;
    m_corners += n;
    if (!std::all_of(face.begin(), face.end(), [&](Index v) { return v < m_points.size(); })) return;
    for (std::size_t c = 0; c < n; ++c)
      if (point(face[c]) == point(face[(c + 1) % n])) return;  // of fewer corners: nobody's neighbour
    const Vec3 across =
        n == 3 ? Vec3(m_points[face[1]] - m_points[face[0]]).cross(m_points[face[2]] - m_points[face[0]])
               : Vec3(m_points[face[2]] - m_points[face[0]]).cross(m_points[face[n - 1]] - m_points[face[1]]);
    const double area = across.norm();
    const Vec3 normal = area > 0 && std::isfinite(area) ? Vec3(across / area) : Vec3(Vec3::Zero());
    for (std::size_t c = 0; c < n; ++c) {
      m_isUsed[first + c] = true;
      m_vertexOf[first + c] = face[c];
      std::size_t a = first + c, b = first + (c + 1) % n;
      Index from = point(face[c]), to = point(face[(c + 1) % n]);
      if (from > to) std::swap(from, to), std::swap(a, b);
      m_sides.push_back({from, to, a, b, normal});
    }
  }

  void joinSmooth(double angle) {
    const double least = std::cos(angle * std::numbers::pi / 180);
    std::sort(m_sides.begin(), m_sides.end(), [](const FaceSide& a, const FaceSide& b) {
      return std::tie(a.low, a.high, a.lowCorner) < std::tie(b.low, b.high, b.lowCorner);
    });
    for (std::size_t i = 0; i < m_sides.size(); ++i)
      for (std::size_t j = i + 1; j < std::min(m_sides.size(), i + 1 + mostCompared) && m_sides[j].sameEdge(m_sides[i]);
           ++j) {
        const FaceSide &a = m_sides[i], &b = m_sides[j];
        const bool flat = a.normal.isZero() || b.normal.isZero();
        if (!flat && a.normal.dot(b.normal) < least) continue;
        m_groups.join(a.lowCorner, b.lowCorner);
        m_groups.join(a.highCorner, b.highCorner);
      }
  }

  /// The first group at a vertex keeps it, the others get copies.
  void numberVertices(FeatureSplit& split) {
    std::vector<Index> numberOfGroup(m_corners, unnumbered);
    Index numbers = 0;
    std::vector<std::size_t> groupOf(m_points.size(), none), groupOfPoint(m_points.size(), none);
    std::map<std::pair<Index, std::size_t>, Index> copies;
    m_newVertex.resize(m_corners);
    split.normalOf.assign(m_points.size(), 0);
    const auto number = [&](std::size_t group) {
      if (numberOfGroup[group] == unnumbered) numberOfGroup[group] = numbers++;
      return numberOfGroup[group];
    };
    for (std::size_t corner = 0; corner < m_corners; ++corner) {
      if (!m_isUsed[corner]) continue;
      const Index v = m_vertexOf[corner];
      const std::size_t group = m_groups.of(corner);
      auto& known = groupOfPoint[point(v)];
      if (known == none) known = group;
      split.any = split.any || known != group;
      if (groupOf[v] == none) groupOf[v] = group, split.normalOf[v] = number(group);
      if (groupOf[v] == group) {
        m_newVertex[corner] = v;
        continue;
      }
      const auto [place, isNew] =
          copies.emplace(std::pair(v, group), static_cast<Index>(m_points.size() + split.copyOf.size()));
      if (isNew) split.copyOf.push_back(v), split.normalOf.push_back(number(group));
      m_newVertex[corner] = place->second;
    }
    for (std::size_t v = 0; v < m_points.size(); ++v)
      if (groupOf[v] == none) split.normalOf[v] = numbers++;  // of no face
  }

  template <class Face>
  void renumber(std::vector<Face>& faces, std::size_t& corner) const {
    for (Face& face : faces)
      for (auto& v : face) {
        if (m_isUsed[corner]) v = m_newVertex[corner];
        ++corner;
      }
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  static constexpr Index unnumbered = ~Index{0};
  Index point(Index vertex) const { return m_pointOf.empty() ? vertex : m_pointOf[vertex]; }

  std::span<const Vec3> m_points;
  std::span<const Index> m_pointOf;
  CornerGroups m_groups;
  std::size_t m_corners = 0;
  std::vector<bool> m_isUsed;
  std::vector<Index> m_vertexOf, m_newVertex;
  std::vector<FaceSide> m_sides;
};

}  // namespace

FeatureSplit splitAtFeatures(std::span<const Vec3> points, std::span<const type::Triangle> triangles,
                             std::span<const type::Quad> quads, std::span<const Index> pointOf, double angle) {
  FeatureSplit split;
  Splitter splitter(points, pointOf, 3 * triangles.size() + 4 * quads.size());
  for (const auto& t : triangles) splitter.add(t);
  for (const auto& q : quads) splitter.add(q);
  splitter.joinSmooth(angle);
  splitter.numberVertices(split);
  split.triangles.assign(triangles.begin(), triangles.end());
  split.quads.assign(quads.begin(), quads.end());
  std::size_t corner = 0;
  splitter.renumber(split.triangles, corner);
  splitter.renumber(split.quads, corner);
  return split;
}

}  // namespace sofa::geometry
