// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/ReferenceElement.h"
#include "Sofa/Type/QuadraticElements.h"

namespace sofa::fem {

/// Corners L (2 L - 1), middles 4 L_a L_b in the area coordinates L.
template <>
struct ReferenceElement<type::Triangle6> {
  static constexpr int nodeCount = 6, dimension = 2;
  static constexpr const char* name = "Triangle6";
  static constexpr double node[6][2] = {{0, 0}, {1, 0}, {0, 1}, {.5, 0}, {.5, .5}, {0, .5}};
  static constexpr int edge[3][2] = {{0, 1}, {1, 2}, {2, 0}};
  static type::Vec6 shape(const type::Vec2& p) {
    const type::Vec3 l(1 - p[0] - p[1], p[0], p[1]);
    type::Vec6 v;
    for (int n = 0; n < 3; ++n) {
      v[n] = l[n] * (2 * l[n] - 1);
      v[3 + n] = 4 * l[edge[n][0]] * l[edge[n][1]];
    }
    return v;
  }
  static type::Mat<6, 2> gradient(const type::Vec2& p) {
    const type::Vec3 l(1 - p[0] - p[1], p[0], p[1]);
    const auto dl = ReferenceElement<type::Triangle>::gradient(p);
    type::Mat<6, 2> g;
    for (int n = 0; n < 3; ++n) {
      const int a = edge[n][0], b = edge[n][1];
      g.row(n) = (4 * l[n] - 1) * dl.row(n);
      g.row(3 + n) = 4 * (l[a] * dl.row(b) + l[b] * dl.row(a));
    }
    return g;
  }
  /// Six points, exact for degree four (D. A. Dunavant, High degree efficient symmetrical Gaussian quadrature rules for
  /// the triangle, 1985).
  static std::array<QuadraturePoint<2>, 6> quadrature() {
    std::array<QuadraturePoint<2>, 6> points;
    const double a[2] = {0.44594849091596488632, 0.09157621350977074346},
                 w[2] = {0.22338158967801146570, 0.10995174365532186764};
    for (int k = 0; k < 2; ++k)
      for (int n = 0; n < 3; ++n) {
        points[3 * k + n] = {type::Vec2(a[k], a[k]), w[k] / 2};
        if (n < 2) points[3 * k + n].at[n] = 1 - 2 * a[k];
      }
    return points;
  }
};

}  // namespace sofa::fem
