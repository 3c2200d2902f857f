// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ShellQuad.h"
#include "Sofa/Type/EigenView.h"

#include <Eigen/Cholesky>

namespace sofa::fem {
namespace {

using type::Mat2;
using type::Mat3;
using type::Vec2;
using Slopes = std::array<Vec2, 4>;

constexpr double gauss = 0.57735026918962576;  // 1 / sqrt(3)
constexpr std::array<std::array<double, 2>, 4> corners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
/// The displacements of the corners, then u and v of the two incompatible modes.
constexpr int modes = 12, allDisplacements = 16;

/// Derivatives by a and b of the bilinear shape functions.
Slopes bilinearSlopes(double a, double b) {
  Slopes n;
  for (int k = 0; k < 4; ++k)
    n[k] = Vec2(corners[k][0] * (1 + corners[k][1] * b), corners[k][1] * (1 + corners[k][0] * a)) / 4;
  return n;
}

/// Derivatives by a and b of the quadratic shape functions of the middles of the sides.
Slopes middleSlopes(double a, double b) {
  return {Vec2(-a * (1 - b), -(1 - a * a) / 2), Vec2((1 - b * b) / 2, -b * (1 + a)),
          Vec2(-a * (1 + b), (1 - a * a) / 2), Vec2(-(1 - b * b) / 2, -b * (1 - a))};
}

/// Rows: derivatives of x and y by a, by b.
Mat2 jacobian(const PlaneQuad& x, double a, double b) {
  const Slopes n = bilinearSlopes(a, b);
  Mat2 j = Mat2::Zero();
  for (int k = 0; k < 4; ++k) j += n[k] * x[k].transpose();
  return j;
}

/// What the displacements do at a point of the membrane.
struct Membrane {
  type::Mat<3, allDisplacements> strain = type::Mat<3, allDisplacements>::Zero();
  type::Vec<allDisplacements> lag = type::Vec<allDisplacements>::Zero();  ///< turns of the corners less the material's
  double area = 0;                                                        ///< of the point

  Membrane(const PlaneQuad& x, double a, double b) {
    const Mat2 j = jacobian(x, a, b), inverse = j.inverse(), atMiddle = jacobian(x, 0, 0);
    area = j.determinant();
    const Slopes n = bilinearSlopes(a, b);
    for (int k = 0; k < 4; ++k) {
      add(3 * k, 3 * k + 1, inverse * n[k]);
      lag[3 * k + 2] = (1 + corners[k][0] * a) * (1 + corners[k][1] * b) / 4;
    }
    // With the slopes of the middle, by area, the modes 1 - a^2 and 1 - b^2 do no work in constant stresses.
    const Mat2 scaled = atMiddle.inverse() * (atMiddle.determinant() / area);
    add(modes, modes + 1, scaled * Vec2(-2 * a, 0));
    add(modes + 2, modes + 3, scaled * Vec2(0, -2 * b));
  }

  /// Displacements number u and v have a shape function of this slope.
  void add(int u, int v, const Vec2& slope) {
    strain.col(u) << slope[0], 0, slope[1];
    strain.col(v) << 0, slope[1], slope[0];
    lag[u] = slope[1] / 2;
    lag[v] = -slope[0] / 2;
  }
};

/// body(a, b) at the points of Gauss, whose weights are 1.
template <class Body>
void forEachPoint(const Body& body) {
  for (const auto& [a, b] : corners) body(gauss * a, gauss * b);
}

}  // namespace

std::optional<std::size_t> reflexCorner(const std::array<type::Vec3, 4>& x) {
  constexpr double rounding = 1e-12;  // of the square of twice the area, and of the squares of the diagonals
  const type::Vec3 first = x[2] - x[0], last = x[3] - x[1], normal = first.cross(last);
  if (!(normal.norm() > rounding * (first.squaredNorm() + last.squaredNorm()))) return 0;
  for (std::size_t a = 0; a < 4; ++a)
    if (!((x[(a + 1) % 4] - x[a]).cross(x[(a + 3) % 4] - x[a]).dot(normal) > rounding * normal.squaredNorm())) return a;
  return {};
}

PlaneMatrix<4> membraneStiffness(const PlaneQuad& x, const ShellMaterial& material) {
  const Mat3 law = membraneLaw(material);
  const double shear = law(2, 2), all = area<4>(x);
  type::Mat<allDisplacements> k = type::Mat<allDisplacements>::Zero();
  type::Vec<allDisplacements> meanLag = type::Vec<allDisplacements>::Zero();
  forEachPoint([&](double a, double b) {
    const Membrane at(x, a, b);
    k += at.area * at.strain.transpose() * law * at.strain;
    k += material.drilling * shear * at.area * at.lag * at.lag.transpose();
    meanLag += at.area / all * at.lag;
  });
  k += (1 - material.drilling) * shear * all * meanLag * meanLag.transpose();
  const Eigen::Matrix4d inner = eigen(k).bottomRightCorner<4, 4>();
  const type::Mat<4, modes> solved = inner.ldlt().solve(eigen(k).bottomLeftCorner<4, modes>());
  return k.topLeftCorner<modes, modes>() - k.topRightCorner<modes, 4>() * solved;
}

PlaneStrain<4> plateCurvature(const PlaneQuad& x, double a, double b) {
  const Mat2 inverse = jacobian(x, a, b).inverse();
  const Slopes middle = middleSlopes(a, b);
  Slopes corner = bilinearSlopes(a, b);
  for (int k = 0; k < 4; ++k) corner[k] = Vec2(inverse * (corner[k] - (middle[k] + middle[(k + 3) % 4]) / 2));
  Slopes sides;
  for (int k = 0; k < 4; ++k) sides[k] = Vec2(inverse * middle[k]);
  return kirchhoffCurvature<4>(x, corner, sides);
}

PlaneStrain<4> meanCurvature(const PlaneQuad& x) {
  PlaneStrain<4> sum = PlaneStrain<4>::Zero();
  forEachPoint(
      [&](double a, double b) { sum += jacobian(x, a, b).determinant() / area<4>(x) * plateCurvature(x, a, b); });
  return sum;
}

PlaneMatrix<4> plateStiffness(const PlaneQuad& x, const ShellMaterial& material) {
  const Mat3 law = plateLaw(material);
  PlaneMatrix<4> stiffness = PlaneMatrix<4>::Zero();
  forEachPoint([&](double a, double b) {
    const PlaneStrain<4> curvature = plateCurvature(x, a, b);
    stiffness += jacobian(x, a, b).determinant() * curvature.transpose() * law * curvature;
  });
  return stiffness;
}

}  // namespace sofa::fem
