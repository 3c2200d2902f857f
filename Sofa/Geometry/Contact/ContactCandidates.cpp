// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Contact/ContactCandidates.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sofa::geometry {
namespace {

template <class Element>
bool holds(const Element& element, Index point) {
  return std::ranges::find(element, point) != element.end();
}

/// Around the ways of some points, larger by half the distance and by what rounding may take.
template <class Points>
BoundingBox boxOf(const Points& points, std::span<const type::Vec3> begin, std::span<const type::Vec3> end,
                  double distance) {
  BoundingBox box;
  for (const Index p : points) {
    box.include(begin[p]);
    box.include(end[p]);
  }
  const double largest = std::max(box.min.cwiseAbs().maxCoeff(), box.max.cwiseAbs().maxCoeff());
  const type::Vec3 skin = type::Vec3::Constant(distance / 2 + 4 * std::numeric_limits<double>::epsilon() * largest);
  return {box.min - skin, box.max + skin};
}

/// On which side of the plane of a, b, c the point d lies; 0 where rounding could decide it.
int sideOf(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c, const type::Vec3& d) {
  constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();
  const type::Vec3 u = a - d, v = b - d, w = c - d;
  const double volume = u.cross(v).dot(w), largest = u.norm() * v.norm() * w.norm();
  return std::abs(volume) <= rounding * largest ? 0 : volume > 0 ? 1 : -1;
}

/// Whether a segment goes from one side of a triangle to the other, beyond rounding.
bool goesThrough(const type::Vec3& p, const type::Vec3& q, const type::Vec3& a, const type::Vec3& b,
                 const type::Vec3& c) {
  if (sideOf(a, b, c, p) * sideOf(a, b, c, q) >= 0) return false;
  const int side = sideOf(p, q, a, b);
  return side != 0 && sideOf(p, q, b, c) == side && sideOf(p, q, c, a) == side;
}

}  // namespace

void CandidateSearch::Elements::build() {
  constexpr int smallLeaves = 2;  // levels that are not halved
  const int depth = std::max(0, static_cast<int>(std::bit_width(boxes.size())) - smallLeaves);
  hierarchy.build(boxes, depth);
}

void CandidateSearch::findBodyBoxes(const ContactSurface& surface, const Ways& ways) {
  m_bodyBoxes.assign(surface.bodyCount(), {});
  for (const Index p : surface.points())
    m_bodyBoxes[surface.bodyOf(p)].include(boxOf(std::array{p}, ways.begin, ways.end, ways.distance));
}

/// Whether a box of a body meets that of a body that it may touch.
bool CandidateSearch::isNearOther(const ContactSurface& surface, Index body, const BoundingBox& box) const {
  constexpr std::size_t many = 64;  // bodies, of which the hierarchies know sooner
  if (m_bodyBoxes.size() > many) return true;
  for (std::size_t other = 0; other < m_bodyBoxes.size(); ++other)
    if (surface.mayTouch(body, other) && overlap(box, m_bodyBoxes[other], 0)) return true;
  return false;
}

template <class Points>
void CandidateSearch::add(const ContactSurface& surface, const Ways& ways, Index number, const Points& points,
                          Elements& elements) const {
  const BoundingBox box = boxOf(points, ways.begin, ways.end, ways.distance);
  if (!isNearOther(surface, surface.bodyOf(points[0]), box)) return;
  elements.numbers.push_back(number);
  elements.boxes.push_back(box);
}

void CandidateSearch::collect(const ContactSurface& surface, const Ways& ways) {
  for (Elements* elements : {&m_points, &m_edges, &m_triangles, &m_loneEdges, &m_lonePoints}) {
    elements->numbers.clear();
    elements->boxes.clear();
  }
  findBodyBoxes(surface, ways);
  for (const Index p : surface.points()) add(surface, ways, p, std::array{p}, m_points);
  for (Index e = 0; e < surface.edges().size(); ++e) add(surface, ways, e, surface.edges()[e], m_edges);
  for (Index t = 0; t < surface.triangles().size(); ++t) add(surface, ways, t, surface.triangles()[t], m_triangles);
  for (const Index e : surface.loneEdges()) add(surface, ways, e, surface.edges()[e], m_loneEdges);
  for (const Index p : surface.lonePoints()) add(surface, ways, p, std::array{p}, m_lonePoints);
  for (Elements* elements : {&m_points, &m_edges, &m_triangles, &m_loneEdges, &m_lonePoints}) elements->build();
}

template <class Accepts>
void CandidateSearch::search(Elements& a, Elements& b, ContactCandidates::Pairs& pairs, const Accepts& accepts) {
  pairs.clear();
  m_found.clear();
  if (a.numbers.empty() || b.numbers.empty()) return;
  m_search.run(a.hierarchy, b.hierarchy, 0, m_found);
  for (const auto& [i, j] : m_found)
    if (accepts(a.numbers[i], b.numbers[j])) pairs.push_back({a.numbers[i], b.numbers[j]});
}

void CandidateSearch::find(const ContactSurface& surface, std::span<const type::Vec3> begin,
                           std::span<const type::Vec3> end, double distance, ContactCandidates& candidates) {
  collect(surface, {begin, end, distance});
  const auto& edges = surface.edges();
  const auto& triangles = surface.triangles();
  search(m_points, m_triangles, candidates.pointTriangle,
         [&](Index p, Index t) { return surface.pointsMayTouch(p, triangles[t][0]) && !holds(triangles[t], p); });
  search(m_edges, m_edges, candidates.edgeEdge, [&](Index i, Index j) {
    return i < j && surface.pointsMayTouch(edges[i][0], edges[j][0]) && !holds(edges[j], edges[i][0]) &&
           !holds(edges[j], edges[i][1]);
  });
  search(m_points, m_loneEdges, candidates.pointEdge,
         [&](Index p, Index e) { return surface.pointsMayTouch(p, edges[e][0]) && !holds(edges[e], p); });
  search(m_points, m_lonePoints, candidates.pointPoint, [&](Index p, Index q) {
    const bool bothLone = surface.edgesAroundPoint(p).empty();
    return p != q && (!bothLone || p < q) && surface.pointsMayTouch(p, q);
  });
}

void CandidateSearch::findCrossing(const ContactSurface& surface, std::span<const type::Vec3> x,
                                   ContactCandidates::Pairs& pairs) {
  collect(surface, {x, x, 0});
  search(m_edges, m_triangles, pairs, [&](Index e, Index t) {
    const Edge& edge = surface.edges()[e];
    const Triangle& triangle = surface.triangles()[t];
    return surface.pointsMayTouch(edge[0], triangle[0]) && !holds(triangle, edge[0]) && !holds(triangle, edge[1]);
  });
}

std::optional<Intersection> findIntersection(const ContactSurface& surface, std::span<const type::Vec3> x,
                                             CandidateSearch& search) {
  ContactCandidates::Pairs pairs;
  search.findCrossing(surface, x, pairs);
  for (const auto& [e, t] : pairs) {
    const Edge& edge = surface.edges()[e];
    const Triangle& triangle = surface.triangles()[t];
    if (goesThrough(x[edge[0]], x[edge[1]], x[triangle[0]], x[triangle[1]], x[triangle[2]]))
      return Intersection{edge, triangle};
  }
  return {};
}

}  // namespace sofa::geometry
