// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/GridMesh.h"

#include <algorithm>

namespace sofa::geometry {
namespace {

std::size_t count(int n) { return static_cast<std::size_t>(std::max(n, 0)); }

/// Calls f with the index of the first point of every box of e[0] x e[1] x e[2] lattice steps, x running fastest.
template <class F>
void forEachBox(const GridSize& n, const GridSize& e, const F& f) {
  for (int z = 0; z + e[2] < n[2]; ++z)
    for (int y = 0; y + e[1] < n[1]; ++y)
      for (int x = 0; x + e[0] < n[0]; ++x)
        f(static_cast<Index>(x) +
          static_cast<Index>(n[0]) * (static_cast<Index>(y) + static_cast<Index>(n[1]) * static_cast<Index>(z)));
}

std::size_t boxCount(const GridSize& n, const GridSize& e) {
  return count(n[0] - e[0]) * count(n[1] - e[1]) * count(n[2] - e[2]);
}

}  // namespace

std::size_t gridPointCount(const GridSize& n) {
  std::size_t points = 1;
  for (const int axis : n) {
    points *= count(axis);  // cannot overflow: below the limit times 2^31
    if (points > maxPoints) return 0;
  }
  return points;
}

std::vector<Hexahedron> gridHexahedra(const GridSize& n) {
  const Index y = static_cast<Index>(n[0]), z = y * static_cast<Index>(n[1]);
  std::vector<Hexahedron> hexahedra;
  hexahedra.reserve(boxCount(n, {1, 1, 1}));
  forEachBox(n, {1, 1, 1}, [&](Index p) {
    hexahedra.push_back({p, p + 1, p + 1 + y, p + y, p + z, p + 1 + z, p + 1 + y + z, p + y + z});
  });
  return hexahedra;
}

std::vector<Quad> gridQuads(const GridSize& n) {
  const Index strides[] = {1, static_cast<Index>(n[0]), static_cast<Index>(n[0]) * static_cast<Index>(n[1])};
  constexpr std::array<std::array<int, 2>, 3> planes{{{0, 1}, {0, 2}, {1, 2}}};
  const auto extent = [](const std::array<int, 2>& plane) {
    GridSize e{0, 0, 0};
    e[plane[0]] = e[plane[1]] = 1;
    return e;
  };
  std::size_t total = 0;
  for (const auto& plane : planes) total += boxCount(n, extent(plane));
  std::vector<Quad> quads;
  quads.reserve(total);
  for (const auto& plane : planes) {
    const Index a = strides[plane[0]], b = strides[plane[1]];
    forEachBox(n, extent(plane), [&](Index p) { quads.push_back({p, p + a, p + a + b, p + b}); });
  }
  return quads;
}

std::vector<Edge> gridLines(const GridSize& n) {
  const Index strides[] = {1, static_cast<Index>(n[0]), static_cast<Index>(n[0]) * static_cast<Index>(n[1])};
  std::vector<Edge> lines;
  for (int axis = 0; axis < 3; ++axis) {
    GridSize e{0, 0, 0};
    e[axis] = 1;
    lines.reserve(lines.size() + boxCount(n, e));
    forEachBox(n, e, [&](Index p) { lines.push_back({p, p + strides[axis]}); });
  }
  return lines;
}

std::vector<Triangle> fanQuads(const std::vector<Quad>& quads) {
  std::vector<Triangle> triangles;
  triangles.reserve(2 * quads.size());
  for (const auto& q : quads) {
    triangles.push_back({q[0], q[1], q[2]});
    triangles.push_back({q[0], q[2], q[3]});
  }
  return triangles;
}

}  // namespace sofa::geometry
