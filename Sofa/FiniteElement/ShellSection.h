// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Type/Vec.h"

/// What flat elements of thin shells share, whatever their shape: section, law, and the corners of a plate by
/// Kirchhoff's theory.
namespace sofa::fem {

/// Corners in the plane z = 0, counterclockwise.
template <int corners>
using PlanePolygon = std::array<type::Vec2, corners>;

/// Stiffness of a membrane or of a plate: three displacements per corner.
template <int corners>
using PlaneMatrix = type::Mat<3 * corners>;
/// Three strains or curvatures from those displacements.
template <int corners>
using PlaneStrain = type::Mat<3, 3 * corners>;

struct ShellMaterial {
  double young = 0;      ///< Pa
  double poisson = 0;    ///< above -1 and below 0.5
  double thickness = 0;  ///< m
  double drilling = 1;   ///< above 0: how much counts of what is beyond constant strains and mean turns
};

/// E / (1 - nu^2) [1 nu 0; nu 1 0; 0 0 (1 - nu) / 2]: stresses of plane stress from strains (xx, yy, 2 xy).
type::Mat3 planeStress(double young, double poisson);
/// Forces and moments per length from strains of the middle, and from curvatures.
inline type::Mat3 membraneLaw(const ShellMaterial& m) { return planeStress(m.young, m.poisson) * m.thickness; }
inline type::Mat3 plateLaw(const ShellMaterial& m) {
  return planeStress(m.young, m.poisson) * (m.thickness * m.thickness * m.thickness / 12);
}

/// Side k runs from corner k to the next one.
template <int corners>
type::Vec2 side(const PlanePolygon<corners>& x, int k) {
  return x[(k + 1) % corners] - x[k % corners];
}

template <int corners>
double area(const PlanePolygon<corners>& x) {
  const type::Vec2 a = x[2] - x[0], b = x[3 % corners] - x[1];  // of a quad the diagonals
  return (a[0] * b[1] - a[1] * b[0]) / 2;
}

/// Mean of the strain (xx, yy, 2 xy) of a membrane with turns at its corners, from (u, v, turn) per corner: that of the
/// border, whose sides are straight but for the cubic curves that the turns of their ends make of them, scaled by alpha
/// (P. G. Bergan, M. K. Nygard, Finite elements with increased freedom in choosing shape functions, 1984).
template <int corners>
PlaneStrain<corners> borderStrain(const PlanePolygon<corners>& x, double alpha) {
  PlaneStrain<corners> strain;
  for (int corner = 0; corner < corners; ++corner) {
    const type::Vec2 next = side<corners>(x, corner), before = side<corners>(x, corner + corners - 1),
                     both = (before + next) / 2;
    strain.col(3 * corner) << both[1], 0, -both[0];
    strain.col(3 * corner + 1) << 0, -both[0], both[1];
    strain.col(3 * corner + 2) << before[1] * before[1] - next[1] * next[1], before[0] * before[0] - next[0] * next[0],
        2 * (next[0] * next[1] - before[0] * before[1]);
    strain.col(3 * corner + 2) *= alpha / 12;
  }
  return strain / area<corners>(x);
}

/// Curvatures -w,xx -w,yy -2 w,xy of a plate that is Kirchhoff's at the corners and along the sides, from (w, turn
/// about x, turn about y) per corner. Its turns are quadratic: `corner` and `middle` are the slopes, by x and y, of the
/// shape functions of the corners and of the middles of the sides (J.-L. Batoz, K.-J. Bathe, L.-W. Ho, A study of
/// three-node triangular plate bending elements, 1980, with the numbers a to e of sides; J.-L. Batoz, M. Ben Tahar,
/// Evaluation of a new quadrilateral thin plate bending element, 1982).
template <int corners>
PlaneStrain<corners> kirchhoffCurvature(const PlanePolygon<corners>& x,
                                        const std::array<type::Vec2, corners>& cornerSlopes,
                                        const std::array<type::Vec2, corners>& middleSlopes) {
  struct Side {
    double a, b, c, d, e;
    explicit Side(const type::Vec2& s) {
      const double square = s.squaredNorm();
      a = s[0] / square;
      b = 0.75 * s[0] * s[1] / square;
      c = (0.25 * s[0] * s[0] - 0.5 * s[1] * s[1]) / square;
      d = s[1] / square;
      e = (0.25 * s[1] * s[1] - 0.5 * s[0] * s[0]) / square;
    }
  };
  PlaneStrain<corners> curvature;
  for (int corner = 0; corner < corners; ++corner) {
    const int before = (corner + corners - 1) % corners;  // the sides that leave and reach the corner
    const Side sp(side<corners>(x, corner)), sq(side<corners>(x, before));
    const type::Vec2 &n = cornerSlopes[corner], &np = middleSlopes[corner], &nq = middleSlopes[before];
    // Slopes of the turns beta_x = -w,x and beta_y = -w,y by the three displacements of the corner.
    const std::array<type::Vec2, 3> x_by{1.5 * (sp.a * np - sq.a * nq), sq.b * nq + sp.b * np,
                                         n - sq.c * nq - sp.c * np};
    const std::array<type::Vec2, 3> y_by{1.5 * (sp.d * np - sq.d * nq), -n + sq.e * nq + sp.e * np,
                                         type::Vec2(-x_by[1])};
    for (int i = 0; i < 3; ++i) curvature.col(3 * corner + i) << x_by[i][0], y_by[i][1], x_by[i][1] + y_by[i][0];
  }
  return curvature;
}

}  // namespace sofa::fem
