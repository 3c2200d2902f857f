// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "Sofa/Type/EigenView.h"

namespace sofa::type {

/// Replaces a symmetric matrix of fixed size by the closest one, in the Frobenius norm, without negative eigenvalues:
/// they become 0 (Teran, Sifakis, Irving and Fedkiw, Robust Quasistatic Finite Elements and Flesh Simulation, 2005).
/// One that has none beyond rounding stays as it is to the last bit.
template <int N>
void makePositive(Mat<N>& matrix) {
  using Matrix = Eigen::Matrix<double, N, N>;
  // Singular in any case: a motion of the whole element costs nothing.
  const double shift = 1e-10 * matrix.cwiseAbs().maxCoeff();
  if (!(shift > 0)) return;
  if (Eigen::LLT<Matrix>(eigen(matrix) + shift * Matrix::Identity()).info() == Eigen::Success) return;
  const Eigen::SelfAdjointEigenSolver<Matrix> modes(eigen(matrix));
  eigen(matrix) =
      modes.eigenvectors() * modes.eigenvalues().cwiseMax(0.0).asDiagonal() * modes.eigenvectors().transpose();
}

}  // namespace sofa::type
