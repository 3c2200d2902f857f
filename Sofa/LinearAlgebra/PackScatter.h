#pragma once
#include <cstdint>

#include "Sofa/Helper/Simd.h"

/// Adds the 3x3 blocks of a pack of symmetric element matrices to the values of a sparse matrix.
namespace sofa::linearalgebra {

using helper::Pack;
using helper::simdWidth;

/// Position of a block that the matrix does not hold.
inline constexpr std::uint32_t nowhere = ~std::uint32_t{0};

#if defined(__AVX512F__)
/// The block of one lane by columns: eight entries in a register, and the ninth.
struct LaneBlock {
  Pack head;
  double tail;
  SOFA_INLINE LaneBlock transposed() const {
    return {__builtin_shufflevector(head, head, 0, 3, 6, 1, 4, 7, 2, 5), tail};
  }
  SOFA_INLINE void addTo(double* values) const {
    helper::store(values, helper::load(values) + head);
    values[8] += tail;
  }
};
SOFA_INLINE void transposeHead(Pack (&k)[9]) { helper::transpose(reinterpret_cast<Pack(&)[8]>(k)); }
SOFA_INLINE LaneBlock laneBlock(const Pack (&k)[9], int lane) { return {k[lane], k[8][lane]}; }
#else
struct LaneBlock {
  Pack low, high;
  double tail;
  SOFA_INLINE LaneBlock transposed() const {
    return {__builtin_shufflevector(low, high, 0, 3, 6, 1), __builtin_shufflevector(low, high, 4, 7, 2, 5), tail};
  }
  SOFA_INLINE void addTo(double* values) const {
    helper::store(values, helper::load(values) + low);
    helper::store(values + 4, helper::load(values + 4) + high);
    values[8] += tail;
  }
};
SOFA_INLINE void transposeHead(Pack (&k)[9]) {
  helper::transpose(reinterpret_cast<Pack(&)[4]>(k[0]));
  helper::transpose(reinterpret_cast<Pack(&)[4]>(k[4]));
}
SOFA_INLINE LaneBlock laneBlock(const Pack (&k)[9], int lane) { return {k[lane], k[4 + lane], k[8][lane]}; }
#endif

/// Adds k[column * 3 + row] of every lane to the block at positions[lane] and, unless it is on the diagonal, its
/// transpose to the one at positions[simdWidth + lane]; k is lost.
SOFA_INLINE void scatterPair(double* values, const std::uint32_t* positions, bool onDiagonal, Pack (&k)[9]) {
  transposeHead(k);
  for (int lane = 0; lane < simdWidth; ++lane) {
    const LaneBlock block = laneBlock(k, lane);
    if (positions[lane] != nowhere) block.addTo(values + positions[lane]);
    if (!onDiagonal && positions[simdWidth + lane] != nowhere)
      block.transposed().addTo(values + positions[simdWidth + lane]);
  }
}

}  // namespace sofa::linearalgebra
