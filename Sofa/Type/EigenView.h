// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>

#include "Sofa/Type/Mat.h"

/// Where the small matrices meet the Eigen library: decompositions, and matrices whose size is known at run time only.
namespace sofa::type {

/// The type of Eigen for a matrix of this size: rows by themselves have one layout only.
template <class T, int R, int C>
using EigenMatrix = Eigen::Matrix<T, R, C, (R == 1 && C > 1) ? Eigen::RowMajor : Eigen::ColMajor>;

/// The same numbers, as a matrix of Eigen.
template <int R, int C, class T>
auto eigen(Mat<R, C, T>& m) {
  return Eigen::Map<EigenMatrix<T, R, C>>(m.data());
}
template <int R, int C, class T>
auto eigen(const Mat<R, C, T>& m) {
  return Eigen::Map<const EigenMatrix<T, R, C>>(m.data());
}
/// A part, as a value of Eigen.
template <int R, int C, class T, int RowStep, int ColumnStep>
auto eigen(const MatView<R, C, T, RowStep, ColumnStep>& m) {
  return EigenMatrix<T, R, C>(eigen(Mat<R, C, T>(m)));
}

template <int R, int C, class T>
template <class Other>
Mat<R, C, T>::Mat(const Eigen::EigenBase<Other>& o) {
  eigen(*this) = o.derived();
}

}  // namespace sofa::type
