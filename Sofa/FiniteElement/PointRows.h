// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>

#include "Sofa/FiniteElement/Simd.h"
#include "Sofa/Type/Vec.h"

/// Values of points read from where they lie, a row of up to three components at a time, without copying them to padded
/// rows first.
namespace sofa::fem {

/// Of rigid bodies the centre.
template <class Value>
SOFA_INLINE auto* linearPart(Value& value) {
  if constexpr (requires { value.center; })
    return value.center.data();
  else
    return value.data();
}

/// How many components the row from `first` on has.
constexpr int rowLength(int dimension, int first) { return std::min(3, dimension - first); }

/// Up to three components as a row, zero beyond them; or, if Beyond, whatever lies in the fourth place.
template <int Count, bool Beyond = false>
SOFA_INLINE Row loadRow(const double* v) {
  typedef double RowAnywhere __attribute__((vector_size(32), aligned(8), may_alias));
  if constexpr (Beyond) return *reinterpret_cast<const RowAnywhere*>(v);
  return Row{v[0], Count > 1 ? v[Count > 1 ? 1 : 0] : 0, Count > 2 ? v[Count > 2 ? 2 : 0] : 0, 0};
}

/// The components from First on of simdWidth points. If Beyond, none of the points is the last one.
template <bool Beyond, int First = 0, int Dimension, class Vector, class Points>
SOFA_INLINE void gatherPoints(const Vector& values, const Points& points, Pack (&out)[Dimension]) {
  constexpr int length = rowLength(Dimension, First);
  Row rows[simdWidth];
  for (int l = 0; l < simdWidth; ++l)
    rows[l] = loadRow < length, Beyond && length == 3 > (linearPart(values[points[l]]) + First);
  Pack components[3];
  rowsToLanes(rows, components);
  for (int c = 0; c < length; ++c) out[First + c] = components[c];
  if constexpr (First + 3 < Dimension) gatherPoints<Beyond, First + 3>(values, points, out);
}

/// Adds factor times the components from First on to the first `count` of simdWidth points.
template <int First = 0, int Dimension, class Vector, class Points>
SOFA_INLINE void addToPoints(const Pack (&in)[Dimension], double factor, const Points& points, int count,
                             Vector& values) {
  constexpr int length = rowLength(Dimension, First);
  Row rows[simdWidth];
  lanesToRows(in[First], length > 1 ? in[First + (length > 1 ? 1 : 0)] : Pack{},
              length > 2 ? in[First + (length > 2 ? 2 : 0)] : Pack{}, Pack{}, rows);
  for (int l = 0; l < count; ++l) {
    double* value = linearPart(values[points[l]]) + First;
    for (int c = 0; c < length; ++c) value[c] += factor * rows[l][c];
  }
  if constexpr (First + 3 < Dimension) addToPoints<First + 3>(in, factor, points, count, values);
}

}  // namespace sofa::fem
