// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Helper/Simd.h"

namespace sofa::helper {

/// Four doubles, whatever the width of packs.
typedef double Row __attribute__((vector_size(32), may_alias));

/// A 3x3 matrix in registers, in the order of its nine doubles in memory, column by column.
struct PackedBlock {
#if defined(__AVX512F__)
  Pack head;  ///< the first eight
  double tail;

  /// The first three entries of each.
  SOFA_INLINE static PackedBlock fromColumns(const Row& a, const Row& b, const Row& c) {
    const Pack ab = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    const Pack cc = __builtin_shufflevector(c, c, 0, 1, 2, 3, 0, 1, 2, 3);
    return {__builtin_shufflevector(ab, cc, 0, 1, 2, 4, 5, 6, 8, 9), c[2]};
  }
  SOFA_INLINE PackedBlock transposed() const {
    return {__builtin_shufflevector(head, head, 0, 3, 6, 1, 4, 7, 2, 5), tail};
  }
  SOFA_INLINE PackedBlock operator+(const PackedBlock& other) const { return {head + other.head, tail + other.tail}; }
  SOFA_INLINE PackedBlock operator*(double f) const { return {head * f, tail * f}; }
  SOFA_INLINE double trace() const { return head[0] + head[4] + tail; }
  SOFA_INLINE PackedBlock plusDiagonal(double v) const { return {head + v * Pack{1, 0, 0, 0, 1, 0, 0, 0}, tail + v}; }
  SOFA_INLINE void addTo(double* values) const {
    store(values, load(values) + head);
    values[8] += tail;
  }
#else
  Pack low, high;  ///< the first and second four
  double tail;

  SOFA_INLINE static PackedBlock fromColumns(const Row& a, const Row& b, const Row& c) {
    return {__builtin_shufflevector(a, b, 0, 1, 2, 4), __builtin_shufflevector(b, c, 1, 2, 4, 5), c[2]};
  }
  SOFA_INLINE PackedBlock transposed() const {
    return {__builtin_shufflevector(low, high, 0, 3, 6, 1), __builtin_shufflevector(low, high, 4, 7, 2, 5), tail};
  }
  SOFA_INLINE PackedBlock operator+(const PackedBlock& other) const {
    return {low + other.low, high + other.high, tail + other.tail};
  }
  SOFA_INLINE PackedBlock operator*(double f) const { return {low * f, high * f, tail * f}; }
  SOFA_INLINE double trace() const { return low[0] + high[0] + tail; }
  SOFA_INLINE PackedBlock plusDiagonal(double v) const {
    const Pack diagonal = v * Pack{1, 0, 0, 0};
    return {low + diagonal, high + diagonal, tail + v};
  }
  SOFA_INLINE void addTo(double* values) const {
    store(values, load(values) + low);
    store(values + 4, load(values + 4) + high);
    values[8] += tail;
  }
#endif
};

}  // namespace sofa::helper
