// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace sofa::core {

/// What a force field or mass on one state implements whose product with its part of an assembled system (its
/// accumulateDForce, or accumulateMDx) may cost less than one with the matrix, and equals that to rounding. A class
/// derived from such a one that changes either of them says so here (docs/manual/solvers.md, "Assembled systems").
class LightProduct {
 public:
  virtual ~LightProduct() = default;
  /// 0 while the product costs more than one with the matrix, or differs from it; else a number that changes whenever
  /// the tangent of a force field may have. Masses stay what they are between a build and the solves with it.
  virtual std::size_t lightProduct() const = 0;
};

}  // namespace sofa::core
