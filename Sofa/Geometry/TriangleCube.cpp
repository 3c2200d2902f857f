// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/TriangleCube.h"

#include <algorithm>
#include <cmath>

namespace sofa::geometry {
namespace {

using Triangle3f = std::array<Vec3f, 3>;

/// All corners lie beyond a plane normal . x = limit, or all beyond the one on the other side of the cube.
bool liesBeyond(const Triangle3f& t, const Vec3f& normal, float limit) {
  const auto beyond = [&](float sign) {
    return std::ranges::all_of(t, [&](const Vec3f& p) { return sign * normal.dot(p) > limit; });
  };
  return beyond(1) || beyond(-1);
}

/// Planes through the cube's faces, edges and corners.
bool liesBeyondThePlanes(const Triangle3f& t) {
  for (int a = 0; a < 3; ++a) {
    const Vec3f next = Vec3f::Unit((a + 1) % 3);
    if (liesBeyond(t, Vec3f::Unit(a), 0.5f)) return true;
    if (liesBeyond(t, Vec3f::Unit(a) + next, 1) || liesBeyond(t, Vec3f::Unit(a) - next, 1)) return true;
  }
  for (const Vec3f& diagonal : {Vec3f(1, 1, 1), Vec3f(1, 1, -1), Vec3f(1, -1, 1), Vec3f(-1, 1, 1)})
    if (liesBeyond(t, diagonal, 1.5f)) return true;
  return false;
}

bool segmentMeetsCube(const Vec3f& p, const Vec3f& q) {
  float begin = 0, end = 1;
  for (int a = 0; a < 3; ++a) {
    const float along = q[a] - p[a];
    if (along == 0) {
      if (std::abs(p[a]) > 0.5f) return false;
      continue;
    }
    const float first = (-0.5f - p[a]) / along, second = (0.5f - p[a]) / along;
    begin = std::max(begin, std::min(first, second));
    end = std::min(end, std::max(first, second));
  }
  return begin <= end;
}

/// The diagonal of the cube that runs most along the triangle's normal meets the triangle inside of the cube. A
/// triangle whose edges stay outside can only cut the cube so (Voorhies, Triangle-Cube Intersection, Graphics Gems III,
/// 1992).
bool diagonalMeetsTriangle(const Triangle3f& t) {
  const Vec3f normal = (t[1] - t[0]).cross(t[2] - t[0]);
  const float sum = normal.cwiseAbs().sum();
  if (!(sum > 0)) return false;
  const float at = normal.dot(t[0]) / sum;
  if (!(std::abs(at) <= 0.5f)) return false;
  Vec3f p;
  for (int k = 0; k < 3; ++k) p[k] = normal[k] < 0 ? -at : at;
  for (int k = 0; k < 3; ++k)
    if ((t[(k + 1) % 3] - t[k]).cross(p - t[k]).dot(normal) < 0) return false;
  return true;
}

}  // namespace

bool touchesUnitCube(const Triangle3f& t) {
  if (std::ranges::any_of(t, [](const Vec3f& p) { return p.cwiseAbs().maxCoeff() <= 0.5f; })) return true;
  if (liesBeyondThePlanes(t)) return false;
  for (int k = 0; k < 3; ++k)
    if (segmentMeetsCube(t[k], t[(k + 1) % 3])) return true;
  return diagonalMeetsTriangle(t);
}

}  // namespace sofa::geometry
