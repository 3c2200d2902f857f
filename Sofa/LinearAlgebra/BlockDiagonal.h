// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"
#include "Sofa/Type/Mat.h"

namespace sofa::linearalgebra {

/// Pattern of a matrix of `count` 3x3 blocks on the diagonal.
inline void setBlockDiagonalPattern(BlockMatrix& matrix, int count) {
  std::vector<int> start(static_cast<std::size_t>(count) + 1), columns(static_cast<std::size_t>(count));
  for (int i = 0; i <= count; ++i) start[i] = i;
  for (int i = 0; i < count; ++i) columns[i] = i;
  matrix.setPattern(3, std::move(start), std::move(columns), count);
}

/// y = D x, or D^T x, for a matrix of 3x3 blocks on the diagonal. x and y may be the same.
inline void multiplyBlockDiagonal(const BlockMatrix& d, std::span<const double> x, std::span<double> y,
                                  bool transposed) {
  helper::parallelChunks(static_cast<std::size_t>(d.blockRows()), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const type::Mat<3> block(d.block(i));
      const type::Vec<3> v(x.data() + 3 * i);
      type::ViewOf<type::Vec<3>>(y.data() + 3 * i) = transposed ? block.transpose() * v : block * v;
    }
  });
}

}  // namespace sofa::linearalgebra
