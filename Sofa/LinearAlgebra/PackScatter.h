#pragma once
#include <cstdint>

#include "Sofa/Helper/PackedBlock.h"

/// Adds the 3x3 blocks of a pack of symmetric element matrices to the values of a sparse matrix.
namespace sofa::linearalgebra {

using helper::Pack;
using helper::PackedBlock;
using helper::simdWidth;

/// Position of a block that the matrix does not hold.
inline constexpr std::uint32_t nowhere = ~std::uint32_t{0};

/// Asks for a 3x3 block that is to be added to soon; it may lie across two cache lines.
SOFA_INLINE void prefetchBlock(const double* values, std::uint32_t position) {
  if (position == nowhere) return;
  __builtin_prefetch(values + position, 1);
  __builtin_prefetch(values + position + 8, 1);
}

/// Adds k[column * 3 + row] of every lane to the block at positions[lane] and, unless it is on the diagonal, its
/// transpose to the one at positions[simdWidth + lane]; k is lost.
SOFA_INLINE void scatterPair(double* values, const std::uint32_t* positions, bool onDiagonal, Pack (&k)[9]) {
  for (int first = 0; first + simdWidth <= 8; first += simdWidth)
    helper::transpose(*reinterpret_cast<Pack(*)[simdWidth]>(&k[first]));
  for (int lane = 0; lane < simdWidth; ++lane) {
#if defined(__AVX512F__)
    const PackedBlock block{k[lane], k[8][lane]};
#else
    const PackedBlock block{k[lane], k[simdWidth + lane], k[8][lane]};
#endif
    if (positions[lane] != nowhere) block.addTo(values + positions[lane]);
    if (!onDiagonal && positions[simdWidth + lane] != nowhere)
      block.transposed().addTo(values + positions[simdWidth + lane]);
  }
}

}  // namespace sofa::linearalgebra
