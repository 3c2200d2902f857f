// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

/// How entries are joined into one value. The partition depends on their number alone, and blocks are joined in their
/// order on the host: results are the same in every run, on the host for any number of threads and on any GPU.
namespace sofa::cuda {

constexpr std::size_t lanes = 128;  ///< of a block: lane l takes the entries l, l + lanes, ... and they join as a tree
constexpr std::size_t blockLength = 32 * lanes;

inline std::size_t blockCount(std::size_t n) { return (n + blockLength - 1) / blockLength; }

}  // namespace sofa::cuda
