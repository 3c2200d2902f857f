// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/SmallMatrix.h"
#include "Sofa/Helper/PackedBlock.h"

/// Element loops work on packs, one element per lane; here are the gather and scatter of the nodes' values.
namespace sofa::fem {

using helper::absolute;
using helper::anyLane;
using helper::broadcast;
using helper::Mask;
using helper::maximum;
using helper::Pack;
using helper::PackedBlock;
using helper::Row;
using helper::simdWidth;
using helper::squareRoot;
using helper::sumLanes;

/// Elementary functions lane by lane.
template <>
struct NumberFunctions<Pack> {
  static Pack squareRoot(const Pack& x) { return helper::squareRoot(x); }
  static Pack absolute(const Pack& x) { return helper::absolute(x); }
  static Pack logarithm(const Pack& x) {
    return lanes([&](int i) { return std::log(x[i]); });
  }
  static Pack exponential(const Pack& x) {
    return lanes([&](int i) { return std::exp(x[i]); });
  }
  static Pack power(const Pack& x, double p) {
    return lanes([&](int i) { return std::pow(x[i], p); });
  }
  static Pack power(const Pack& x, const Pack& p) {
    return lanes([&](int i) { return std::pow(x[i], p[i]); });
  }

 private:
  template <class Function>
  static Pack lanes(const Function& function) {
    Pack r;
    for (int i = 0; i < simdWidth; ++i) r[i] = function(i);
    return r;
  }
};

/// Rows of a transposed 3-vector field: node coordinates padded to four doubles so that a node is one aligned load.
inline constexpr std::size_t rowStride = 4;

/// Asks for the values of a later block: blocks are read once per sweep, faster than the processor foresees.
inline constexpr std::size_t prefetchDistance = 8;
template <class Block>
SOFA_INLINE void prefetch(const Block* block) {
  const char* bytes = reinterpret_cast<const char*>(block + prefetchDistance);
  for (std::size_t i = 0; i < sizeof(Block); i += 64) __builtin_prefetch(bytes + i);
}

/// The same of long arrays of which little is computed: further ahead, into the second-level cache.
template <class Block>
SOFA_INLINE void prefetchFar(const Block* block) {
  const char* bytes = reinterpret_cast<const char*>(block + 3 * prefetchDistance);
  for (std::size_t i = 0; i < sizeof(Block); i += 64) __builtin_prefetch(bytes + i, 0, 2);
}

/// A row by where it starts among the doubles: rowStride times its number.
SOFA_INLINE const Row& row(const double* rows, std::size_t start) {
  return *reinterpret_cast<const Row*>(rows + start);
}
SOFA_INLINE Row& row(double* rows, std::size_t start) { return *reinterpret_cast<Row*>(rows + start); }

#if defined(__AVX512F__)
/// Two rows side by side, one in each half of a pack.
SOFA_INLINE Pack join(const Row& low, const Row& high) {
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}

/// out[c] = component c (0..2) of the rows, one row per lane.
SOFA_INLINE void rowsToLanes(const Row (&r)[simdWidth], Pack (&out)[3]) {
  const Pack a = join(r[0], r[2]), b = join(r[1], r[3]), c = join(r[4], r[6]), d = join(r[5], r[7]);
  const Pack xz0 = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  const Pack xz1 = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
  const Pack yw0 = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  const Pack yw1 = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
  out[0] = __builtin_shufflevector(xz0, xz1, 0, 1, 4, 5, 8, 9, 12, 13);
  out[1] = __builtin_shufflevector(yw0, yw1, 0, 1, 4, 5, 8, 9, 12, 13);
  out[2] = __builtin_shufflevector(xz0, xz1, 2, 3, 6, 7, 10, 11, 14, 15);
}

/// out[i] = the four components of lane i.
SOFA_INLINE void lanesToRows(const Pack& x, const Pack& y, const Pack& z, const Pack& w, Row (&out)[simdWidth]) {
  const Pack xyEven = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
  const Pack xyOdd = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
  const Pack zwEven = __builtin_shufflevector(z, w, 0, 8, 2, 10, 4, 12, 6, 14);
  const Pack zwOdd = __builtin_shufflevector(z, w, 1, 9, 3, 11, 5, 13, 7, 15);
  const Pack r02 = __builtin_shufflevector(xyEven, zwEven, 0, 1, 8, 9, 2, 3, 10, 11);
  const Pack r13 = __builtin_shufflevector(xyOdd, zwOdd, 0, 1, 8, 9, 2, 3, 10, 11);
  const Pack r46 = __builtin_shufflevector(xyEven, zwEven, 4, 5, 12, 13, 6, 7, 14, 15);
  const Pack r57 = __builtin_shufflevector(xyOdd, zwOdd, 4, 5, 12, 13, 6, 7, 14, 15);
  out[0] = __builtin_shufflevector(r02, r02, 0, 1, 2, 3);
  out[1] = __builtin_shufflevector(r13, r13, 0, 1, 2, 3);
  out[2] = __builtin_shufflevector(r02, r02, 4, 5, 6, 7);
  out[3] = __builtin_shufflevector(r13, r13, 4, 5, 6, 7);
  out[4] = __builtin_shufflevector(r46, r46, 0, 1, 2, 3);
  out[5] = __builtin_shufflevector(r57, r57, 0, 1, 2, 3);
  out[6] = __builtin_shufflevector(r46, r46, 4, 5, 6, 7);
  out[7] = __builtin_shufflevector(r57, r57, 4, 5, 6, 7);
}
#else
SOFA_INLINE void rowsToLanes(const Row (&r)[simdWidth], Pack (&out)[3]) {
  const Row xz0 = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6),
            xz1 = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6);
  const Row yw0 = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7),
            yw1 = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
  out[0] = __builtin_shufflevector(xz0, xz1, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(yw0, yw1, 0, 1, 4, 5);
  out[2] = __builtin_shufflevector(xz0, xz1, 2, 3, 6, 7);
}

SOFA_INLINE void lanesToRows(const Pack& x, const Pack& y, const Pack& z, const Pack& w, Row (&out)[simdWidth]) {
  const Row xy0 = __builtin_shufflevector(x, y, 0, 4, 2, 6), xy1 = __builtin_shufflevector(x, y, 1, 5, 3, 7);
  const Row zw0 = __builtin_shufflevector(z, w, 0, 4, 2, 6), zw1 = __builtin_shufflevector(z, w, 1, 5, 3, 7);
  out[0] = __builtin_shufflevector(xy0, zw0, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(xy1, zw1, 0, 1, 4, 5);
  out[2] = __builtin_shufflevector(xy0, zw0, 2, 3, 6, 7);
  out[3] = __builtin_shufflevector(xy1, zw1, 2, 3, 6, 7);
}
#endif

/// out[c] = component c (0..2) of the rows that start at start[0..simdWidth).
template <class Start>
SOFA_INLINE void gatherRows(const double* rows, const Start* start, Pack (&out)[3]) {
  Row lanes[simdWidth];
  for (int i = 0; i < simdWidth; ++i) lanes[i] = row(rows, start[i]);
  rowsToLanes(lanes, out);
}

/// Adds to the row that starts at start[i] the components of lane i, lanes in order.
template <class Start>
SOFA_INLINE void scatterRows(double* rows, const Start* start, const Pack (&in)[3]) {
  Row lanes[simdWidth];
  lanesToRows(in[0], in[1], in[2], Pack{}, lanes);
  for (int i = 0; i < simdWidth; ++i) row(rows, start[i]) += lanes[i];
}

}  // namespace sofa::fem
