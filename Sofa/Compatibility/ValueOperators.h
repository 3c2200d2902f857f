// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>
#include <type_traits>

/// Arithmetic on fixed-size matrices whose result is a value, as code written for SOFA expects: there
///     const auto f = (b - a).normalized() * k;
/// is a vector and `a * b` of two vectors is their scalar product. Eigen's own operators give expressions that refer to
/// their operands, of which `f` would outlive the temporary. These fit two matrices exactly and are preferred then;
/// they lie in Eigen's namespace because that is where operators of its types are looked up.
namespace Eigen {

template <class S, int R, int C, int O>
requires(R > 0 && C > 0) inline Matrix<S, R, C, O> operator+(const Matrix<S, R, C, O>& a, const Matrix<S, R, C, O>& b) {
  Matrix<S, R, C, O> result = a;
  result += b;
  return result;
}

template <class S, int R, int C, int O>
requires(R > 0 && C > 0) inline Matrix<S, R, C, O> operator-(const Matrix<S, R, C, O>& a, const Matrix<S, R, C, O>& b) {
  Matrix<S, R, C, O> result = a;
  result -= b;
  return result;
}

template <class S, int R, int C, int O>
requires(R > 0 && C > 0) inline Matrix<S, R, C, O> operator-(const Matrix<S, R, C, O>& a) {
  Matrix<S, R, C, O> result = a;
  result *= S(-1);
  return result;
}

template <class S, int R, int C, int O, class T>
requires(R > 0 && C > 0 && std::is_floating_point_v<S> && std::is_arithmetic_v<T>) inline Matrix<S, R, C, O> operator*(
    const Matrix<S, R, C, O>& a, const T& factor) {
  Matrix<S, R, C, O> result = a;
  result *= static_cast<S>(factor);
  return result;
}
template <class S, int R, int C, int O, class T>
requires(R > 0 && C > 0 && std::is_floating_point_v<S> && std::is_arithmetic_v<T>) inline Matrix<S, R, C, O> operator*(
    const T& factor, const Matrix<S, R, C, O>& a) {
  return a * factor;
}
template <class S, int R, int C, int O, class T>
requires(R > 0 && C > 0 && std::is_floating_point_v<S> && std::is_arithmetic_v<T>) inline Matrix<S, R, C, O> operator/(
    const Matrix<S, R, C, O>& a, const T& divisor) {
  Matrix<S, R, C, O> result = a;
  result /= static_cast<S>(divisor);
  return result;
}

/// The scalar product of two columns of the same length above one, else the product of two matrices.
template <class S, int R, int C, int O, int R2, int C2, int O2>
requires(R > 0 && C > 0 && R2 > 0 && C2 > 0 && (R > 1 || C > 1 || C2 > 1) &&
         (C == R2 || (C == 1 && C2 == 1 && R == R2))) inline auto
operator*(const Matrix<S, R, C, O>& a, const Matrix<S, R2, C2, O2>& b) {
  if constexpr (C == 1 && C2 == 1 && R == R2)
    return a.dot(b);
  else
    return Matrix<S, R, C2>(a.lazyProduct(b));
}

template <class A, class B>
auto dot(const MatrixBase<A>& a, const MatrixBase<B>& b) {
  return a.dot(b);
}
template <class A, class B>
Matrix<typename A::Scalar, 3, 1> cross(const MatrixBase<A>& a, const MatrixBase<B>& b) {
  return a.template head<3>().cross(b.template head<3>());
}
/// The matrix a b^T.
template <class A, class B>
Matrix<typename A::Scalar, A::RowsAtCompileTime, B::RowsAtCompileTime> dyad(const MatrixBase<A>& a,
                                                                            const MatrixBase<B>& b) {
  return a.lazyProduct(b.transpose());
}
template <class A>
auto norm(const MatrixBase<A>& a) {
  return a.norm();
}
template <class A>
auto norm2(const MatrixBase<A>& a) {
  return a.squaredNorm();
}

/// The linear and the angular part of the derivative of a body.
template <class D>
decltype(auto) getVCenter(D&& d) requires requires {
  d.getVCenter();
}
{ return d.getVCenter(); }
template <class D>
decltype(auto) getVOrientation(D&& d) requires requires {
  d.getVOrientation();
}
{ return d.getVOrientation(); }

}  // namespace Eigen
