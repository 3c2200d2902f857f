// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>

#include "Sofa/LinearAlgebra/BlockSize.h"
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::linearalgebra {

/// How the inversion of one small block went: the row of a pivot that is zero or not finite, or -1.
struct InverseResult {
  int row = -1;
  bool finite = true;
  bool ok() const { return row < 0; }
};

/// Inverse by Gauss-Jordan elimination with partial pivoting. Where off-diagonal entries are below 1e-10 of the largest
/// on the diagonal, the block counts as diagonal.
template <int B>
InverseResult invertBlock(const Block<B>& block, Block<B>& inverse) {
  const double largest = block.diagonal().cwiseAbs().maxCoeff();
  double beside = 0;
  for (int j = 0; j < B; ++j)
    for (int i = 0; i < B; ++i)
      if (i != j) beside = std::max(beside, std::abs(block(i, j)));
  if (beside <= 1e-10 * largest) {
    inverse.setZero();
    for (int i = 0; i < B; ++i) {
      if (block(i, i) == 0 || !std::isfinite(block(i, i))) return {i, std::isfinite(block(i, i))};
      inverse(i, i) = 1 / block(i, i);
    }
    return {};
  }
  Block<B> left = block;
  inverse.setIdentity();
  for (int k = 0; k < B; ++k) {
    int pivot = k;
    for (int i = k + 1; i < B; ++i)
      if (std::abs(left(i, k)) > std::abs(left(pivot, k))) pivot = i;
    const double p = left(pivot, k);
    if (p == 0 || !std::isfinite(p)) return {k, std::isfinite(p)};
    if (pivot != k) {
      left.row(k).swap(left.row(pivot));
      inverse.row(k).swap(inverse.row(pivot));
    }
    left.row(k) /= p;
    inverse.row(k) /= p;
    for (int i = 0; i < B; ++i) {
      if (i == k) continue;
      const double s = left(i, k);
      left.row(i) -= s * left.row(k);
      inverse.row(i) -= s * inverse.row(k);
    }
  }
  if (!inverse.allFinite()) return {0, false};
  return {};
}

/// What a factorisation says when the block whose first row is `row` has no inverse.
inline FactorResult failedBlock(const InverseResult& result, int row) {
  return {result.finite ? FactorResult::Status::zeroPivot : FactorResult::Status::notFinite, row + result.row, 0};
}

}  // namespace sofa::linearalgebra
