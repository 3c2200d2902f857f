// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

/// Groups of block rows that are strongly coupled, the coarse unknowns of smoothed aggregation.
struct Aggregates {
  int count = 0;
  std::vector<int>
      of;  ///< aggregate of each block row; -1 for rows that no other is coupled to, which smoothing solves
};

/// Aggregates of neighbours, after Vanek, Mandel and Brezina (1996): block ij counts as strong when its Frobenius norm
/// is above threshold times the geometric mean of those of blocks ii and jj.
Aggregates aggregate(const BlockMatrix& a, double threshold);

/// Modes that smoothing hardly changes: block rows x block size rows, one column for each mode.
/// Translations and rotations of points, for matrices of 3x3 blocks; six columns.
DenseMatrix rigidModes(std::span<const std::array<double, 3>> points);
/// Constants of each component.
DenseMatrix constantModes(int blockRows, int blockSize);

/// The prolongator that is the modes, orthonormal in each aggregate, and what they are on the coarse level.
struct TentativeProlongator {
  BlockMatrix matrix;       ///< modes / block size block columns for each aggregate
  DenseMatrix coarseModes;  ///< count x modes rows
  std::vector<int> unused;  ///< coarse unknowns whose mode an aggregate is too small for; their columns are 0
};
TentativeProlongator tentativeProlongator(const Aggregates& aggregates, const DenseMatrix& modes, int blockSize);

}  // namespace sofa::linearalgebra
