// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ShellTriangle.h"

#include <algorithm>

namespace sofa::fem {
namespace {

using type::Mat2;
using type::Mat3;
using type::Vec2;
using Mat39 = PlaneStrain<3>;

Vec2 side(const PlaneTriangle& x, int k) { return fem::side<3>(x, k); }

/// Strains (xx, yy, 2 xy) from those along the three sides.
Mat3 strainFromSides(const PlaneTriangle& x) {
  Mat3 along;
  for (int k = 0; k < 3; ++k) {
    const Vec2 t = side(x, k).normalized();
    along.row(k) << t[0] * t[0], t[1] * t[1], t[0] * t[1];
  }
  return along.inverse();
}

/// The turns of the corners beyond the mean turn of the triangle.
Mat39 ownTurns(const PlaneTriangle& x) {
  Mat39 turns;
  for (int corner = 0; corner < 3; ++corner) {
    const Vec2 far = side(x, corner + 1) / (4 * area<3>(x));
    for (int row = 0; row < 3; ++row) turns.row(row).segment<3>(3 * corner) << far[0], far[1], row == corner ? 1 : 0;
  }
  return turns;
}

/// Strains along the sides at the three corners from the turns of ownTurns, by the numbers of the triangle OPT. Going
/// from a corner to the next one shifts both the sides and the turns.
std::array<Mat3, 3> sideStrains(const PlaneTriangle& x) {
  constexpr double numbers[3][3] = {{1, 2, 1}, {0, 1, -1}, {-1, -1, -2}};
  std::array<Mat3, 3> strains;
  for (int corner = 0; corner < 3; ++corner)
    for (int k = 0; k < 3; ++k)
      for (int turn = 0; turn < 3; ++turn)
        strains[corner]((k + corner) % 3, (turn + corner) % 3) =
            numbers[k][turn] * 2 * area<3>(x) / (3 * side(x, k + corner).squaredNorm());
  return strains;
}

/// Derivatives by a and b of the quadratic shape functions: of corners, then of the middles of sides.
std::array<std::array<Vec2, 3>, 2> quadraticSlopes(double a, double b) {
  const double c = 1 - a - b;
  return {{{Vec2(1 - 4 * c, 1 - 4 * c), Vec2(4 * a - 1, 0), Vec2(0, 4 * b - 1)},
           {Vec2(4 * (c - a), -4 * a), Vec2(4 * b, 4 * a), Vec2(-4 * b, 4 * (c - b))}}};
}

}  // namespace

PlaneMatrix<3> membraneStiffness(const PlaneTriangle& x, const ShellMaterial& material) {
  const double nu = material.poisson;
  const Mat3 law = membraneLaw(material) * area<3>(x);
  const Mat39 mean = meanStrain(x);
  // With this factor the energy of bending in the plane is right; it must not vanish.
  const double higher = material.drilling * 0.75 * std::max(0.5 * (1 - 4 * nu * nu), 0.01);
  const Mat3 toStrain = strainFromSides(x);
  const auto atCorners = sideStrains(x);
  Mat3 ofTurns = Mat3::Zero();
  for (int k = 0; k < 3; ++k) {
    const Mat3 strain = toStrain * (atCorners[k] + atCorners[(k + 1) % 3]) / 2;  // in the middle of a side
    ofTurns += higher * strain.transpose() * law * strain;
  }
  const Mat39 turns = ownTurns(x);
  return mean.transpose() * law * mean + turns.transpose() * ofTurns * turns;
}

Mat39 plateCurvature(const PlaneTriangle& x, double a, double b) {
  Mat2 toWorld;
  toWorld << side(x, 0).transpose(), -side(x, 2).transpose();
  const Mat2 inverse = toWorld.inverse();
  auto [corners, middles] = quadraticSlopes(a, b);
  for (auto* slopes : {&corners, &middles})
    for (Vec2& slope : *slopes) slope = Vec2(inverse * slope);
  return kirchhoffCurvature<3>(x, corners, middles);
}

PlaneMatrix<3> plateStiffness(const PlaneTriangle& x, const ShellMaterial& material) {
  const Mat3 law = plateLaw(material) * (area<3>(x) / 3);
  PlaneMatrix<3> stiffness = PlaneMatrix<3>::Zero();
  // Curvatures are linear: the middles of the sides integrate their squares exactly.
  for (const auto& [a, b] : {std::pair(0.5, 0.0), std::pair(0.5, 0.5), std::pair(0.0, 0.5)}) {
    const Mat39 curvature = plateCurvature(x, a, b);
    stiffness += curvature.transpose() * law * curvature;
  }
  return stiffness;
}

}  // namespace sofa::fem
