#include "Sofa/FiniteElement/ShellTriangle.h"

#include <Eigen/LU>
#include <algorithm>

namespace sofa::fem {
namespace {

using type::Mat2;
using type::Mat3;
using type::Vec2;
using Mat93 = type::Mat<9, 3>;
using Mat39 = type::Mat<3, 9>;

/// Side k runs from corner k to the next one.
Vec2 side(const PlaneTriangle& x, int k) { return x[(k + 1) % 3] - x[k % 3]; }

double twiceArea(const PlaneTriangle& x) {
  const Vec2 a = side(x, 0), b = side(x, 2);
  return a[1] * b[0] - a[0] * b[1];
}

/// Forces on the corners per unit of a constant stress (xx, yy, xy) and of thickness: those of the triangle of constant
/// strain, and moments by which the turns of corners bend the sides as cubic curves, scaled by alpha.
Mat93 constantStressForces(const PlaneTriangle& x) {
  constexpr double alpha = 1.5;
  Mat93 forces;
  for (int corner = 0; corner < 3; ++corner) {
    const Vec2 next = side(x, corner), before = side(x, corner + 2), far = side(x, corner + 1);
    forces.row(3 * corner) << -far[1] / 2, 0, far[0] / 2;
    forces.row(3 * corner + 1) << 0, far[0] / 2, -far[1] / 2;
    forces.row(3 * corner + 2) << -far[1] * (before[1] - next[1]) * alpha / 12,
        far[0] * (next[0] - before[0]) * alpha / 12, (next[0] * next[1] - before[0] * before[1]) * alpha / 6;
  }
  return forces;
}

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
    const Vec2 far = side(x, corner + 1) / (2 * twiceArea(x));
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
            numbers[k][turn] * twiceArea(x) / (3 * side(x, k + corner).squaredNorm());
  return strains;
}

/// Derivatives by a and b of the quadratic shape functions: corners, then the middles of the sides 1, 2, 0.
std::array<Vec2, 6> quadraticSlopes(double a, double b) {
  const double c = 1 - a - b;
  return {Vec2(1 - 4 * c, 1 - 4 * c), Vec2(4 * a - 1, 0),        Vec2(0, 4 * b - 1),
          Vec2(4 * b, 4 * a),         Vec2(-4 * b, 4 * (c - b)), Vec2(4 * (c - a), -4 * a)};
}

/// What a side gives to the turn of its middle (Batoz, Bathe and Ho's a to e).
struct SideNumbers {
  double a, b, c, d, e;
  explicit SideNumbers(const Vec2& s) {
    const double square = s.squaredNorm();
    a = s[0] / square;
    b = 0.75 * s[0] * s[1] / square;
    c = (0.25 * s[0] * s[0] - 0.5 * s[1] * s[1]) / square;
    d = s[1] / square;
    e = (0.25 * s[1] * s[1] - 0.5 * s[0] * s[0]) / square;
  }
};

}  // namespace

Mat3 planeStress(double young, double poisson) {
  Mat3 law;
  law << 1, poisson, 0, poisson, 1, 0, 0, 0, (1 - poisson) / 2;
  return law * (young / (1 - poisson * poisson));
}

Mat9 membraneStiffness(const PlaneTriangle& x, const ShellMaterial& material) {
  const double area = twiceArea(x) / 2, nu = material.poisson;
  const Mat3 law = planeStress(material.young, nu) * material.thickness;
  const Mat93 forces = constantStressForces(x);
  // With this factor the energy of bending in the plane is right; it must not vanish.
  const double higher = material.drilling * 0.75 * std::max(0.5 * (1 - 4 * nu * nu), 0.01);
  const Mat3 toStrain = strainFromSides(x);
  const auto atCorners = sideStrains(x);
  Mat3 ofTurns = Mat3::Zero();
  for (int k = 0; k < 3; ++k) {
    const Mat3 strain = toStrain * (atCorners[k] + atCorners[(k + 1) % 3]) / 2;  // in the middle of a side
    ofTurns += higher * area * strain.transpose() * law * strain;
  }
  const Mat39 turns = ownTurns(x);
  return forces * law * forces.transpose() / area + turns.transpose() * ofTurns * turns;
}

Mat39 membraneStrain(const PlaneTriangle& x) { return constantStressForces(x).transpose() / (twiceArea(x) / 2); }

Mat39 plateCurvature(const PlaneTriangle& x, double a, double b) {
  Mat2 toWorld;
  toWorld << side(x, 0).transpose(), -side(x, 2).transpose();
  const Mat2 inverse = toWorld.inverse();
  std::array<Vec2, 6> n = quadraticSlopes(a, b);
  for (Vec2& slope : n) slope = Vec2(inverse * slope);
  // Sides opposite to the corners, to which the middles 3, 4, 5 belong.
  const std::array<SideNumbers, 3> sides{SideNumbers(side(x, 1)), SideNumbers(side(x, 2)), SideNumbers(side(x, 0))};
  Mat39 curvature;
  for (int corner = 0; corner < 3; ++corner) {
    const int p = (corner + 2) % 3, q = (corner + 1) % 3;  // the sides that leave and reach the corner
    const auto &sp = sides[p], &sq = sides[q];
    const Vec2 &np = n[3 + p], &nq = n[3 + q];
    // Slopes of the turns beta_x = -w,x and beta_y = -w,y by the three displacements of the corner.
    const std::array<Vec2, 3> x_by{1.5 * (sp.a * np - sq.a * nq), sq.b * nq + sp.b * np,
                                   n[corner] - sq.c * nq - sp.c * np};
    const std::array<Vec2, 3> y_by{1.5 * (sp.d * np - sq.d * nq), -n[corner] + sq.e * nq + sp.e * np, Vec2(-x_by[1])};
    for (int i = 0; i < 3; ++i) curvature.col(3 * corner + i) << x_by[i][0], y_by[i][1], x_by[i][1] + y_by[i][0];
  }
  return curvature;
}

Mat9 plateStiffness(const PlaneTriangle& x, const ShellMaterial& material) {
  const double t = material.thickness;
  const Mat3 law = planeStress(material.young, material.poisson) * (t * t * t / 12);
  Mat9 stiffness = Mat9::Zero();
  // Curvatures are linear: the middles of the sides integrate their squares exactly.
  for (const auto& [a, b] : {std::pair(0.5, 0.0), std::pair(0.5, 0.5), std::pair(0.0, 0.5)}) {
    const Mat39 curvature = plateCurvature(x, a, b);
    stiffness += (twiceArea(x) / 6) * curvature.transpose() * law * curvature;
  }
  return stiffness;
}

}  // namespace sofa::fem
