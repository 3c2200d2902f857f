// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Helper/PackedBlock.h"
#include "Sofa/Type/Vec.h"

namespace sofa::linearalgebra {

/// start + sum over k of weights[k] times the first D reals of points[indices[k]]: a row of a sparse matrix of weights
/// times a vector of points, whose first members are D reals or more. The sum stays in registers, which the compiler
/// cannot see to by itself where the result may lie among the points; with AVX-512 those of even and odd k are added
/// apart, so that additions do not wait for each other.
template <int D, class Point>
SOFA_INLINE type::Vec<D> weightedSum(const type::Vec<D>& start, std::span<const type::Index> indices,
                                     const double* weights, const Point* points) {
  static_assert(sizeof(Point) % sizeof(double) == 0 && sizeof(Point) >= D * sizeof(double));
  constexpr std::size_t stride = sizeof(Point) / sizeof(double);
  const auto* reals = reinterpret_cast<const double*>(points);
  const std::size_t n = indices.size();
#if defined(__AVX512F__) && defined(__AVX512VL__)
  if constexpr (D == 3) {
    const auto add = [&](std::size_t k, helper::Row& sum) {
      // The fourth lane is masked: it may lie behind the points.
      const helper::Row point = _mm256_maskz_loadu_pd(0b111, reals + stride * indices[k]);
      sum += weights[k] * point;
    };
    helper::Row even{start[0], start[1], start[2], 0}, odd{};
    std::size_t k = 0;
    for (; k + 1 < n; k += 2) {
      add(k, even);
      add(k + 1, odd);
    }
    if (k < n) add(k, even);
    even += odd;
    return {even[0], even[1], even[2]};
  }
#endif
  double sum[D];
  for (int i = 0; i < D; ++i) sum[i] = start[i];
  for (std::size_t k = 0; k < n; ++k)
    for (int i = 0; i < D; ++i) sum[i] += weights[k] * reals[stride * indices[k] + static_cast<std::size_t>(i)];
  return type::Vec<D>(&sum[0]);
}

/// The same of positions, one after the other in the order of the indices, however wide the registers are: which of two
/// points that lie level is higher by a last bit decides the order of contacts.
template <class Point>
SOFA_INLINE type::Vec3 weightedSumInOrder(std::span<const type::Index> indices, const double* weights,
                                          const Point* points) {
  static_assert(sizeof(Point) % sizeof(double) == 0 && sizeof(Point) >= 3 * sizeof(double));
  constexpr std::size_t stride = sizeof(Point) / sizeof(double);
  const auto* reals = reinterpret_cast<const double*>(points);
  double sum[3]{};
  for (std::size_t k = 0; k < indices.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i) {
      double product = weights[k] * reals[stride * indices[k] + i];
      sum[i] += product;
    }
  return {sum[0], sum[1], sum[2]};
}

}  // namespace sofa::linearalgebra
