// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/ElementBlocks.h"

namespace sofa::fem {

/// Four points that a constant matrix binds, such as those of two triangles with a common edge: with the sum
/// R of alpha_i x_i, the forces are f_i = -lambda alpha_i R.
struct Hinge {
  std::array<Index, 4> points;
  std::array<double, 4> alpha;
  double lambda;
};

/// Hinges, all of a component at once; sums come out the same to the last bit for any number of threads.
class HingeKernel {
 public:
  /// They name points below pointCount.
  void set(std::span<const Hinge> hinges, std::size_t pointCount);
  std::size_t pointCount() const { return m_blocks.pointCount(); }

  /// f += factor times the forces at x.
  void addForce(std::span<const Vec3> x, double factor, std::span<Vec3> f) const;
  /// Sum of lambda R^2 / 2.
  double energy(std::span<const Vec3> x) const;

 private:
  using Blocks = SmallPartBlocks<type::Quad>;
  struct alignas(64) Values {
    Pack alpha[4], lambda;  ///< of hinges in lanes; lambda is 0 in the padding
  };

  Blocks m_blocks;
  helper::LargeVector<Values> m_values;
};

}  // namespace sofa::fem
