// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <type_traits>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

template <int B>
using Block = Eigen::Matrix<double, B, B>;
template <int B>
using BlockVector = Eigen::Matrix<double, B, 1>;
template <int B>
using ConstBlockMap = Eigen::Map<const Block<B>>;
template <int B>
using BlockMap = Eigen::Map<Block<B>>;
template <int B>
using ConstVectorMap = Eigen::Map<const BlockVector<B>>;
template <int B>
using VectorMap = Eigen::Map<BlockVector<B>>;

/// Calls use(std::integral_constant<int, blockSize>), so that the compiler knows the size of blocks.
template <class Use>
decltype(auto) withBlockSize(int blockSize, const Use& use) {
  switch (blockSize) {
    case 1:
      return use(std::integral_constant<int, 1>{});
    case 2:
      return use(std::integral_constant<int, 2>{});
    case 3:
      return use(std::integral_constant<int, 3>{});
    case 6:
      return use(std::integral_constant<int, 6>{});
    default:
      throw std::logic_error("BlockMatrix: block size must be 1, 2, 3 or 6");
  }
}

}  // namespace sofa::linearalgebra
