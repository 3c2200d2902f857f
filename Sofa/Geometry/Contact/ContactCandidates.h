// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>

#include "Sofa/Geometry/BoxHierarchy.h"
#include "Sofa/Geometry/Contact/ContactSurface.h"

namespace sofa::geometry {

/// Pairs of elements of a ContactSurface that may be close: (point, triangle), (edge, edge), the lower number first,
/// (point, lone edge), and (point, lone point), the lower first if both are lone. Each pair is there once. Whatever
/// else comes close does so with one of these.
struct ContactCandidates {
  using Pairs = std::vector<std::array<Index, 2>>;
  Pairs pointTriangle, edgeEdge, pointEdge, pointPoint;

  std::size_t size() const { return pointTriangle.size() + edgeEdge.size() + pointEdge.size() + pointPoint.size(); }
};

/// Finds candidates by hierarchies of boxes: n log n for n elements of which each has a few near it. Their order
/// depends on the positions alone, not on the number of threads.
class CandidateSearch {
 public:
  /// All pairs of elements that may touch and come closer than `distance` anywhere on the straight ways of the points
  /// from `begin` to `end` (m), and some that do not.
  void find(const ContactSurface& surface, std::span<const type::Vec3> begin, std::span<const type::Vec3> end,
            double distance, ContactCandidates& candidates);
  /// At rest.
  void find(const ContactSurface& surface, std::span<const type::Vec3> x, double distance,
            ContactCandidates& candidates) {
    find(surface, x, x, distance, candidates);
  }
  /// Edges and triangles whose boxes overlap: (edge, triangle).
  void findCrossing(const ContactSurface& surface, std::span<const type::Vec3> x, ContactCandidates::Pairs& pairs);

 private:
  /// Elements of one kind with their boxes.
  struct Elements {
    std::vector<Index> numbers;
    std::vector<BoundingBox> boxes;
    BoxHierarchy hierarchy;
    void build();
  };
  /// The ways of the points, and the boxes of the bodies.
  struct Ways {
    std::span<const type::Vec3> begin, end;
    double distance;
  };
  void findBodyBoxes(const ContactSurface& surface, const Ways& ways);
  bool isNearOther(const ContactSurface& surface, Index body, const BoundingBox& box) const;
  template <class Points>
  void add(const ContactSurface& surface, const Ways& ways, Index number, const Points& points,
           Elements& elements) const;
  void collect(const ContactSurface& surface, const Ways& ways);
  /// accepts(i, j) of the numbers of elements.
  template <class Accepts>
  void search(Elements& a, Elements& b, ContactCandidates::Pairs& pairs, const Accepts& accepts);

  Elements m_points, m_edges, m_triangles, m_loneEdges, m_lonePoints;
  std::vector<BoundingBox> m_bodyBoxes;
  OverlapSearch m_search;
  OverlapSearch::Pairs m_found;
};

/// A pair of elements that goes through each other: an edge and a triangle, or elements that touch.
struct Intersection {
  Edge edge;          ///< or twice the same point
  Triangle triangle;  ///< or an edge or a point, which ends in the same points
};
/// The first of the edges that go through a triangle at x, if any. An edge in the plane of a triangle is none.
std::optional<Intersection> findIntersection(const ContactSurface& surface, std::span<const type::Vec3> x,
                                             CandidateSearch& search);

}  // namespace sofa::geometry
