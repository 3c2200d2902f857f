// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/Contact/ContactCandidates.h"
#include "Sofa/Geometry/Contact/SquaredDistance.h"

namespace sofa::geometry {

/// Two features with the distance between them, and the area for which the pair stands.
struct ContactPair {
  enum class Kind : unsigned char { pointPoint, pointEdge, pointFace, edgeEdge };
  std::array<Index, 4> points;  ///< the point first, or two edges; only as many as the kind has
  Kind kind;
  unsigned char closest = 0;  ///< CornerBits of two edges
  double area;                ///< m^2; below 0 where it takes back what others count too often
  double threshold = 0;       ///< of parallelMollifier(), of two edges (m^4)

  int pointCount() const { return kind == Kind::pointPoint ? 2 : kind == Kind::pointEdge ? 3 : 4; }
  /// A point of each side.
  Index first() const { return points[0]; }
  Index second() const { return points[kind == Kind::edgeEdge ? 2 : 1]; }
};

/// The pairs closer than `distance` whose energies, added up by their areas, make the energy of the contact:
///
/// A point p stands for its area and meets the surface as a whole, whose energy at p is that of its closest point. With
/// one term for each triangle, points near an edge would count twice. So elements count by turns (inclusion and
/// exclusion): a triangle once, an edge with m triangles 1 - m times, a point as often as makes the sum around it 1.
/// Where the surface is flat or p is outside of a convex edge, one term is left; in a valley, where both sides are
/// near, two, less that of the edge. The sum is as smooth as the barrier is. Elements that p belongs to do not count.
/// (Li, Kaufman and Jiang, Convergent Incremental Potential Contact, 2023, section 5.) The areas of both sides count
/// one half each, so that the pressure at a given gap does not depend on meshes that are as fine as the contact.
///
/// Two edges that cross stand for the square of the distance, at most for their areas: enough to keep them apart, and
/// of no weight where many of them lie on each other. Those without length at rest are left to the points.
///
/// At distances that are zero pairs are there too.
class ContactPairs {
 public:
  void find(const ContactSurface& surface, const ContactCandidates& candidates, std::span<const type::Vec3> x,
            double distance);
  const std::vector<ContactPair>& list() const { return m_pairs; }
  void clear() { m_pairs.clear(); }

 private:
  /// A point and a feature of one to three points, ascending, with invalidIndex for what is not there.
  struct Term {
    std::array<Index, 4> points;
    int count;  ///< how often it counts
  };
  using Terms = std::vector<Term>;
  class PointTerms;
  void mergeTerms(const ContactSurface& surface);

  std::vector<Terms> m_chunkTerms;
  std::vector<std::vector<ContactPair>> m_chunkPairs;
  Terms m_terms;
  std::vector<ContactPair> m_pairs;
};

/// The squared distance of a pair (m^2).
double squaredDistance(const ContactPair& pair, std::span<const type::Vec3> x);
/// Of the candidates: the least one, infinite if there are none (m^2).
double leastSquaredDistance(const ContactSurface& surface, const ContactCandidates& candidates,
                            std::span<const type::Vec3> x);

/// area stiffness D b((d / D)^2), with D the distance at which it begins (m), stiffness in Pa and the mollifier of
/// edges (J). With derivatives by the points of the pair; those after its last one are zero.
double barrierEnergy(const ContactPair& pair, std::span<const type::Vec3> x, double distance, double stiffness);
PointFunction<4> barrierDerivatives(const ContactPair& pair, std::span<const type::Vec3> x, double distance,
                                    double stiffness);

}  // namespace sofa::geometry
