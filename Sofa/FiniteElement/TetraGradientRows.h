#pragma once
#include "Sofa/FiniteElement/Simd.h"

namespace sofa::fem {

/// The gradients of linear tetrahedra element by element, four rows (x, y, z, lambda / mu) for the nodes of each, scaled so
/// that the stiffness between nodes a and b is  ratio g_a g_b^T + g_b g_a^T + g_a.g_b I.
struct TetraGradientRows {
  static constexpr std::size_t perElement = 4 * rowStride;
  const double* rows;
  double ratio;
  bool uniform;  ///< one ratio for all

  /// df/dx, that is minus the stiffness, between two nodes: the sum over the elements they share. A term names element(),
  /// a() and b().
  template <class Terms>
  SOFA_INLINE PackedBlock stiffnessSum(const Terms& terms) const {
    Row s[3] = {}, weighted[3] = {};
    for (const auto& term : terms) {
      const double* element = rows + perElement * term.element();
      const Row a = *reinterpret_cast<const Row*>(element + rowStride * term.a());
      const double* b = element + rowStride * term.b();
      for (int c = 0; c < 3; ++c) s[c] += a * b[c];
      if (uniform) continue;
      const Row ratioA = a * b[3];
      for (int c = 0; c < 3; ++c) weighted[c] += ratioA * b[c];
    }
    const PackedBlock sum = PackedBlock::fromColumns(s[0], s[1], s[2]);
    const PackedBlock volumetric =
        uniform ? sum * ratio : PackedBlock::fromColumns(weighted[0], weighted[1], weighted[2]);
    return (volumetric + sum.transposed()).plusDiagonal(sum.trace()) * -1;
  }
};

}  // namespace sofa::fem
