// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/ReferenceElement.h"
#include "Sofa/Type/QuadraticElements.h"

namespace sofa::fem {

/// Corners L (2 L - 1), middles 4 L_a L_b in the volume coordinates L.
template <>
struct ReferenceElement<type::Tetrahedron10> {
  static constexpr int nodeCount = 10, dimension = 3;
  static constexpr const char* name = "Tetrahedron10";
  static constexpr double node[10][3] = {{0, 0, 0},   {1, 0, 0},  {0, 1, 0},  {0, 0, 1},   {.5, 0, 0},
                                         {.5, .5, 0}, {0, .5, 0}, {0, 0, .5}, {.5, 0, .5}, {0, .5, .5}};
  static constexpr int edge[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  static type::Vec<10> shape(const type::Vec3& p) {
    const auto l = ReferenceElement<type::Tetrahedron>::shape(p);
    type::Vec<10> v;
    for (int n = 0; n < 4; ++n) v[n] = l[n] * (2 * l[n] - 1);
    for (int n = 0; n < 6; ++n) v[4 + n] = 4 * l[edge[n][0]] * l[edge[n][1]];
    return v;
  }
  static type::Mat<10, 3> gradient(const type::Vec3& p) {
    const auto l = ReferenceElement<type::Tetrahedron>::shape(p);
    const auto dl = ReferenceElement<type::Tetrahedron>::gradient(p);
    type::Mat<10, 3> g;
    for (int n = 0; n < 4; ++n) g.row(n) = (4 * l[n] - 1) * dl.row(n);
    for (int n = 0; n < 6; ++n) {
      const int a = edge[n][0], b = edge[n][1];
      g.row(4 + n) = 4 * (l[a] * dl.row(b) + l[b] * dl.row(a));
    }
    return g;
  }
  /// Fourteen points, exact for degree five (N. J. Walkington, Quadrature on simplices of arbitrary dimension, 2000).
  static std::array<QuadraturePoint<3>, 14> quadrature() {
    std::array<QuadraturePoint<3>, 14> points;
    const double a[2] = {0.31088591926330060980, 0.092735250310891226402},
                 w[2] = {0.11268792571801585080, 0.073493043116361949544};
    for (int k = 0; k < 2; ++k)
      for (int n = 0; n < 4; ++n) {
        points[4 * k + n] = {type::Vec3(a[k], a[k], a[k]), w[k] / 6};
        if (n < 3) points[4 * k + n].at[n] = 1 - 3 * a[k];
      }
    const double b = 0.045503704125649649492, wb = 0.042546020777081466438;
    for (int n = 0; n < 6; ++n) {
      type::Vec4 l(b, b, b, b);
      l[edge[n][0]] = l[edge[n][1]] = 0.5 - b;
      points[8 + n] = {type::Vec3(l[1], l[2], l[3]), wb / 6};
    }
    return points;
  }
};

}  // namespace sofa::fem
