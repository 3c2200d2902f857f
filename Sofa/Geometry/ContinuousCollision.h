// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Type/Vec.h"

/// When points, edges and faces that move straight during a step first touch, found by inclusion: boxes of times and
/// places that cannot hold an impact are left out, the others are halved (Wang, Ferguson, Schneider, Jiang, Attene,
/// Panozzo, A Large-Scale Benchmark and an Inclusion-Based Algorithm for Continuous Collision Detection, ACM
/// Transactions on Graphics 40, 2021). No impact is missed, whatever the rounding; one may be reported for what passes
/// within the tolerance. Elements without extent (two points at one place) are no special case.
namespace sofa::geometry {

using type::Vec3;

/// A point that moves from `begin`, at the time 0, to `end`, at the time 1 (m).
struct MovingPoint {
  Vec3 begin, end;
  Vec3 at(double t) const { return begin + t * (end - begin); }
};

struct ImpactSearch {
  double separation = 0;    ///< elements touch from this distance on, along every axis (m)
  double tolerance = 1e-6;  ///< how much farther apart than that elements may be that are said to touch (m)
  int maxBoxes = 100000;    ///< looked at before the search ends with the earliest time that cannot be ruled out
};

struct Impact {
  double time = 0;         ///< not later than the first touch, in [0, 1]
  bool isPrecise = false;  ///< within the tolerance; else the search ended before
};

/// None if the elements do not touch.
std::optional<Impact> pointFaceImpact(const MovingPoint& p, const MovingPoint& a, const MovingPoint& b,
                                      const MovingPoint& c, const ImpactSearch& search);
/// Of the edges from a to b and from c to d.
std::optional<Impact> edgeEdgeImpact(const MovingPoint& a, const MovingPoint& b, const MovingPoint& c,
                                     const MovingPoint& d, const ImpactSearch& search);
std::optional<Impact> pointEdgeImpact(const MovingPoint& p, const MovingPoint& a, const MovingPoint& b,
                                      const ImpactSearch& search);
std::optional<Impact> pointPointImpact(const MovingPoint& p, const MovingPoint& q, const ImpactSearch& search);

}  // namespace sofa::geometry
