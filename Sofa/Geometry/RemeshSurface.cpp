// SPDX-License-Identifier: Apache-2.0
// The surface around points, and what must not be lost of a mesh.
#include <cmath>
#include <map>
#include <numbers>

#include "Sofa/Geometry/ClosestPoints.h"
#include "Sofa/Geometry/RemeshPatch.h"

namespace sofa::geometry::detail {
namespace {

constexpr Index ghost = type::invalidIndex - 1;  // beyond the border

/// Free faces of the cells around a point; of triangles free edges.
template <class Cell>
std::vector<FacetOf<Cell>> freeFacets(const RemeshPatch<Cell>& patch, Index point) {
  constexpr std::size_t corners = RemeshPatch<Cell>::corners;
  std::map<FacetOf<Cell>, std::pair<int, FacetOf<Cell>>> count;
  for (const Index c : patch.around(point)) {
    const Cell& cell = patch.nodes(c);
    for (std::size_t k = 0; k < corners; ++k) {
      if (cell[k] == point) continue;
      FacetOf<Cell> facet;
      if constexpr (corners == 4)
        facet = subElement<FacetOf<Cell>>(cell, tetrahedronTriangles[k]);
      else
        facet = subElement<FacetOf<Cell>>(cell, triangleEdges[k]);
      FacetOf<Cell> key = facet;
      std::ranges::sort(key);
      auto& [n, first] = count[key];
      if (n++ == 0) first = facet;
    }
  }
  std::vector<FacetOf<Cell>> free;
  for (const auto& [key, found] : count)
    if (found.first == 1) free.push_back(found.second);
  return free;
}

Vec3 normalOf(const Triangle& t, const std::vector<Vec3>& x) { return (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]); }
/// Whether the edge runs from a to b in the triangle.
bool runsAlong(const Triangle& t, Index a, Index b) {
  for (std::size_t i = 0; i < 3; ++i)
    if (t[i] == a) return t[(i + 1) % 3] == b;
  return false;
}

bool isSharp(const Triangle& s, const Triangle& t, Index a, Index b, const std::vector<Vec3>& x, double angle) {
  const Vec3 m = normalOf(s, x);
  const Vec3 n = runsAlong(s, a, b) == runsAlong(t, a, b) ? Vec3(-normalOf(t, x)) : normalOf(t, x);
  return !(m.dot(n) >= std::cos(angle * std::numbers::pi / 180) * m.norm() * n.norm());
}

/// Corners of what is around a point, without it, and the ghost where there is a border; each sorted.
using Simplex = std::array<Index, 3>;
template <class Cell>
std::vector<std::vector<Index>> linkOf(const RemeshPatch<Cell>& patch, Index point) {
  std::vector<std::vector<Index>> link;
  const auto add = [&](const auto& nodes, bool isFree) {
    std::vector<Index> others;
    for (const Index i : nodes)
      if (i != point) others.push_back(i);
    if (isFree) others.push_back(ghost);
    link.push_back(std::move(others));
  };
  for (const Index c : patch.around(point)) add(patch.nodes(c), false);
  for (const auto& facet : freeFacets(patch, point)) add(facet, true);
  return link;
}

/// Adds all parts of a simplex.
void addSubsets(std::vector<Simplex>& all, const std::vector<Index>& nodes) {
  for (unsigned set = 1; set < 1u << nodes.size(); ++set) {
    Simplex part;
    part.fill(type::invalidIndex);
    std::size_t n = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (set >> i & 1u) part[n++] = nodes[i];
    std::ranges::sort(part);
    all.push_back(part);
  }
}

void sortOnce(std::vector<Simplex>& all) {
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

template <class Cell>
SurfaceAround surfaceAround(const RemeshPatch<Cell>& patch, Index point) {
  SurfaceAround surface;
  if constexpr (RemeshPatch<Cell>::isVolume)
    for (const auto& face : freeFacets(patch, point)) surface.faces.emplace_back(face[0], face[1], face[2]);
  else
    for (const Index c : patch.around(point)) surface.faces.push_back(patch.nodes(c));
  std::map<Index, std::vector<std::size_t>> along;
  for (std::size_t f = 0; f < surface.faces.size(); ++f)
    for (const Index i : surface.faces[f])
      if (i != point) along[i].push_back(f);
  for (const auto& [i, faces] : along) {
    surface.neighbours.push_back(i);
    surface.isManifold = surface.isManifold && faces.size() <= 2;
    if (faces.size() != 2 || isSharp(surface.faces[faces[0]], surface.faces[faces[1]], point, i, patch.rest(),
                                     patch.settings().featureAngle))
      surface.creases.push_back(i);
  }
  return surface;
}

bool coverSame(const std::vector<Triangle>& before, const std::vector<Triangle>& after, const std::vector<Vec3>& x,
               double tolerance) {
  const auto isNear = [&](const Vec3& q) {
    return std::ranges::any_of(after, [&](const Triangle& t) {
      const Vec3 &a = x[t[0]], &b = x[t[1]], &c = x[t[2]];
      return (closestOnTriangle(q, a, b, c).at(a, b, c) - q).norm() <= tolerance;
    });
  };
  for (const Triangle& t : before) {
    const Vec3 middle = (x[t[0]] + x[t[1]] + x[t[2]]) / 3;
    if (!isNear(middle) || !std::ranges::all_of(t, [&](Index i) { return isNear(x[i]); })) return false;
  }
  return true;
}

template <class Cell>
bool keepsTopology(const RemeshPatch<Cell>& patch, Index a, Index b) {
  std::vector<Simplex> ofA, ofB, ofBoth;
  for (auto& others : linkOf(patch, a)) {
    const bool both = std::erase(others, b) > 0;
    if (both) addSubsets(ofBoth, others);
    addSubsets(ofA, others);
  }
  for (auto& others : linkOf(patch, b)) {
    std::erase(others, a);
    addSubsets(ofB, others);
  }
  sortOnce(ofA), sortOnce(ofB), sortOnce(ofBoth);
  std::vector<Simplex> common;
  std::ranges::set_intersection(ofA, ofB, std::back_inserter(common));
  return std::ranges::includes(ofBoth, common);
}

template SurfaceAround surfaceAround(const RemeshPatch<Triangle>&, Index);
template SurfaceAround surfaceAround(const RemeshPatch<Tetrahedron>&, Index);
template bool keepsTopology(const RemeshPatch<Triangle>&, Index, Index);
template bool keepsTopology(const RemeshPatch<Tetrahedron>&, Index, Index);

}  // namespace sofa::geometry::detail
