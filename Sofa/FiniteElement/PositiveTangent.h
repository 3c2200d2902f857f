// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Eigenvalues>

#include "Sofa/FiniteElement/Simd.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::fem {

/// The closest matrix without negative eigenvalues, in the Frobenius norm; lanes that have none stay as they are to the
/// last bit. `a` is the upper triangle of a 9x9 matrix.
inline void makePositive(Pack (&a)[triangleSize(9)]) {
  for (int lane = 0; lane < simdWidth; ++lane) {
    type::Mat<9, 9> full;
    for (int i = 0, entry = 0; i < 9; ++i)
      for (int j = i; j < 9; ++j, ++entry) full(i, j) = full(j, i) = a[entry][lane];
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 9, 9>> modes(eigen(full));
    if (!(modes.eigenvalues()[0] < -1e-12 * modes.eigenvalues()[8])) continue;
    full = modes.eigenvectors() * modes.eigenvalues().cwiseMax(0.0).asDiagonal() * modes.eigenvectors().transpose();
    for (int i = 0, entry = 0; i < 9; ++i)
      for (int j = i; j < 9; ++j, ++entry) a[entry][lane] = full(i, j);
  }
}

}  // namespace sofa::fem
