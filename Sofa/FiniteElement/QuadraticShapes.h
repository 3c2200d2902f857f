// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/ReferenceElement.h"

/// What the quadratic reference elements share: shape functions of the tensor family over tables of node coordinates in
/// {-1, 0, 1}, and Gauss's rules (O. C. Zienkiewicz, R. L. Taylor, J. Z. Zhu, The Finite Element Method, 2005,
/// chapters 4 and 5).
namespace sofa::fem {

/// Gauss's points in each of D directions of [-1, 1]^D, the first direction fastest.
template <int D, int PerDirection>
auto gaussRule() {
  static_assert(PerDirection == 2 || PerDirection == 3);
  const double two = 1 / std::sqrt(3.0), three = std::sqrt(0.6);
  const double at[2][3] = {{-two, two, 0}, {-three, 0, three}}, weight[2][3] = {{1, 1, 0}, {5. / 9, 8. / 9, 5. / 9}};
  constexpr int rule = PerDirection - 2;
  constexpr int count = D == 1   ? PerDirection
                        : D == 2 ? PerDirection * PerDirection
                                 : PerDirection * PerDirection * PerDirection;
  std::array<QuadraturePoint<D>, count> points;
  for (int q = 0; q < count; ++q) {
    points[q].weight = 1;
    for (int d = 0, rest = q; d < D; ++d, rest /= PerDirection) {
      points[q].at[d] = at[rule][rest % PerDirection];
      points[q].weight *= weight[rule][rest % PerDirection];
    }
  }
  return points;
}

/// Products of the quadratics through -1, 0, 1. node: N x D table.
template <int N, int D>
struct LagrangeShapes {
  static double factor(int s, double x) { return s == 0 ? 1 - x * x : x * (x + s) / 2; }
  static double slope(int s, double x) { return s == 0 ? -2 * x : x + s / 2.0; }
  static type::Vec<N> shape(const signed char (&node)[N][D], const type::Vec<D>& p) {
    type::Vec<N> v;
    for (int n = 0; n < N; ++n) {
      v[n] = 1;
      for (int d = 0; d < D; ++d) v[n] *= factor(node[n][d], p[d]);
    }
    return v;
  }
  static type::Mat<N, D> gradient(const signed char (&node)[N][D], const type::Vec<D>& p) {
    type::Mat<N, D> g;
    for (int n = 0; n < N; ++n)
      for (int j = 0; j < D; ++j) {
        g(n, j) = slope(node[n][j], p[j]);
        for (int d = 0; d < D; ++d)
          if (d != j) g(n, j) *= factor(node[n][d], p[d]);
      }
    return g;
  }
};

/// The serendipity family: corners prod (1 + s_i x_i) (sum s_i x_i - D + 1) / 2^D, middles of edges along k
/// (1 - x_k^2) prod_(i != k) (1 + s_i x_i) / 2^(D-1).
template <int N, int D>
struct SerendipityShapes {
  static double factor(int s, double x) { return s == 0 ? 1 - x * x : (1 + s * x) / 2; }
  static double slope(int s, double x) { return s == 0 ? -2 * x : s / 2.0; }
  static bool isCorner(const signed char (&s)[D]) {
    for (int d = 0; d < D; ++d)
      if (s[d] == 0) return false;
    return true;
  }
  static double cornerFactor(const signed char (&s)[D], const type::Vec<D>& p) {
    double sum = 1 - D;
    for (int d = 0; d < D; ++d) sum += s[d] * p[d];
    return sum;
  }
  static type::Vec<N> shape(const signed char (&node)[N][D], const type::Vec<D>& p) {
    type::Vec<N> v;
    for (int n = 0; n < N; ++n) {
      v[n] = isCorner(node[n]) ? cornerFactor(node[n], p) : 1;
      for (int d = 0; d < D; ++d) v[n] *= factor(node[n][d], p[d]);
    }
    return v;
  }
  static type::Mat<N, D> gradient(const signed char (&node)[N][D], const type::Vec<D>& p) {
    type::Mat<N, D> g;
    for (int n = 0; n < N; ++n) {
      double product = 1;
      for (int d = 0; d < D; ++d) product *= factor(node[n][d], p[d]);
      for (int j = 0; j < D; ++j) {
        double others = slope(node[n][j], p[j]);
        for (int d = 0; d < D; ++d)
          if (d != j) others *= factor(node[n][d], p[d]);
        g(n, j) = isCorner(node[n]) ? others * cornerFactor(node[n], p) + product * node[n][j] : others;
      }
    }
    return g;
  }
};

}  // namespace sofa::fem
