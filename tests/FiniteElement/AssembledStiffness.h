// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

namespace sofa::test {

/// The matrix to which a kernel's addStiffness contributes, `dimension` reals per point; assembled twice, so that both
/// recording and replay are seen.
template <class Kernel>
linearalgebra::BlockMatrix assembledStiffness(const Kernel& kernel, std::size_t points, int dimension) {
  const int size = static_cast<int>(points) * dimension;
  linearalgebra::AssembledMatrix matrix;
  matrix.reset(dimension, size, size);
  auto& target = matrix.add(0, 0, size, size);
  const auto pass = [&] {
    matrix.begin();
    kernel.addStiffness(target);
    return matrix.complete();
  };
  while (!pass()) {
  }
  pass();
  return matrix.matrix();
}

/// matrix v, for a vector of points.
template <class Points>
Points product(const linearalgebra::BlockMatrix& matrix, const Points& v) {
  Points result = v;
  const auto flat = [&](auto* data) { return std::span(data, static_cast<std::size_t>(matrix.rows())); };
  matrix.multiply(flat(v.data()->data()), flat(result.data()->data()));
  return result;
}

}  // namespace sofa::test
