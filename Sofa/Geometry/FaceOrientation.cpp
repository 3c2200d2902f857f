// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/FaceOrientation.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace sofa::geometry {
namespace {

using type::Index;

/// A side of a face, kept with the smaller of its two points.
struct Side {
  Index larger;
  std::uint32_t face;
  bool upwards;  ///< from the smaller point to the larger one
};

/// Faces that are known to belong together, with the turn of each relative to its representative.
class Parts {
 public:
  explicit Parts(std::size_t faces) : m_parent(faces), m_turned(faces, false) {
    for (std::size_t i = 0; i < faces; ++i) m_parent[i] = static_cast<std::uint32_t>(i);
  }
  /// Representative of a face, and whether the face is turned against it.
  std::pair<std::uint32_t, bool> find(std::uint32_t face) {
    std::uint32_t root = face;
    bool turned = false;
    for (; m_parent[root] != root; root = m_parent[root]) turned ^= m_turned[root];
    // Shorten the way for the next time.
    for (bool rest = turned; m_parent[face] != root && face != root;) {
      const std::uint32_t next = m_parent[face];
      const bool step = m_turned[face];
      m_parent[face] = root;
      m_turned[face] = rest;
      rest ^= step;
      face = next;
    }
    return {root, turned};
  }
  void join(std::uint32_t a, std::uint32_t b, bool differ) {
    const auto [rootA, turnedA] = find(a);
    const auto [rootB, turnedB] = find(b);
    if (rootA == rootB) return;
    m_parent[rootB] = rootA;
    m_turned[rootB] = (turnedA != turnedB) != differ;
  }

 private:
  std::vector<std::uint32_t> m_parent;
  std::vector<bool> m_turned;
};

/// Sides of faces, gathered by their smaller point.
class Sides {
 public:
  Sides(std::span<const Index> pointOf, std::size_t pointCount) : m_pointOf(pointOf), m_starts(pointCount + 1) {}

  template <class Faces>
  void count(const Faces& faces) {
    forEach(faces, 0, [&](Index smaller, const Side&) { ++m_starts[smaller + 1]; });
  }
  void allocate() {
    for (std::size_t i = 1; i < m_starts.size(); ++i) m_starts[i] += m_starts[i - 1];
    m_sides.resize(m_starts.back());
    m_next.assign(m_starts.begin(), m_starts.end() - 1);
  }
  template <class Faces>
  void add(const Faces& faces, std::size_t firstFace) {
    forEach(faces, firstFace, [&](Index smaller, const Side& side) { m_sides[m_next[smaller]++] = side; });
  }
  /// f(side, side) for the two sides of each edge that has two. The share of edges that have more.
  template <class F>
  double forPairs(F f) {
    std::size_t edges = 0, crossings = 0;
    for (std::size_t p = 0; p + 1 < m_starts.size(); ++p) {
      const auto end = m_sides.begin() + static_cast<std::ptrdiff_t>(m_starts[p + 1]);
      auto first = m_sides.begin() + static_cast<std::ptrdiff_t>(m_starts[p]);
      std::sort(first, end,
                [](const Side& a, const Side& b) { return std::tie(a.larger, a.face) < std::tie(b.larger, b.face); });
      while (first != end) {
        const auto last = std::find_if(first, end, [&](const Side& s) { return s.larger != first->larger; });
        if (last - first == 2 && first->face != (first + 1)->face) f(*first, *(first + 1));
        ++edges;
        crossings += last - first > 2;
        first = last;
      }
    }
    return edges == 0 ? 0 : static_cast<double>(crossings) / static_cast<double>(edges);
  }

 private:
  template <class Faces, class F>
  void forEach(const Faces& faces, std::size_t firstFace, F f) const {
    for (std::size_t i = 0; i < faces.size(); ++i) {
      const auto& face = faces[i];
      const auto point = [&](std::size_t c) { return m_pointOf.empty() ? face[c] : m_pointOf[face[c]]; };
      const auto known = [&](Index v) { return m_pointOf.empty() || v < m_pointOf.size(); };
      if (!std::all_of(face.begin(), face.end(), known)) continue;
      for (std::size_t c = 0; c < face.size(); ++c) {
        const Index a = point(c), b = point((c + 1) % face.size());
        if (a == b || std::max(a, b) + 1 >= m_starts.size()) continue;
        f(std::min(a, b), Side{std::max(a, b), static_cast<std::uint32_t>(firstFace + i), a < b});
      }
    }
  }

  std::span<const Index> m_pointOf;
  std::vector<std::size_t> m_starts, m_next;
  std::vector<Side> m_sides;
};

Sides sidesOf(std::span<const type::Triangle> triangles, std::span<const type::Quad> quads,
              std::span<const Index> pointOf, std::size_t pointCount) {
  Sides sides(pointOf, pointCount);
  sides.count(triangles);
  sides.count(quads);
  sides.allocate();
  sides.add(triangles, 0);
  sides.add(quads, triangles.size());
  return sides;
}

}  // namespace

FaceTurns consistentTurns(std::span<const type::Triangle> triangles, std::span<const type::Quad> quads,
                          std::span<const Index> pointOf, std::size_t pointCount) {
  Sides sides = sidesOf(triangles, quads, pointOf, pointCount);
  const std::size_t faces = triangles.size() + quads.size();
  Parts parts(faces);
  bool consistent = true;
  sides.forPairs([&](const Side& a, const Side& b) {
    consistent = consistent && a.upwards != b.upwards;
    parts.join(a.face, b.face, a.upwards == b.upwards);
  });
  FaceTurns turns;
  if (consistent) return turns;
  // Of each part, the smaller half is turned.
  std::vector<std::uint32_t> size(faces), turned(faces);
  for (std::uint32_t f = 0; f < faces; ++f) {
    const auto [root, isTurned] = parts.find(f);
    ++size[root];
    turned[root] += isTurned;
  }
  const auto turn = [&](std::uint32_t f) {
    const auto [root, isTurned] = parts.find(f);
    return isTurned != (2 * turned[root] > size[root]);
  };
  for (std::uint32_t f = 0; f < faces; ++f) (f < triangles.size() ? turns.triangles : turns.quads).push_back(turn(f));
  return turns;
}

double crossingShare(std::span<const type::Triangle> triangles, std::span<const type::Quad> quads,
                     std::span<const Index> pointOf, std::size_t pointCount) {
  return sidesOf(triangles, quads, pointOf, pointCount).forPairs([](const Side&, const Side&) {});
}

}  // namespace sofa::geometry
