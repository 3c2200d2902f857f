// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Mat.h"

/// Operations on vectors and matrices that code written for SOFA expects besides those of the framework.
namespace sofa::type {

/// The scalar product of two columns.
template <class A, class B, int R, class T>
requires(R > 1) constexpr T operator*(const Dense<A, R, 1, T>& a, const Dense<B, R, 1, T>& b) { return a.dot(b); }

/// The same of a row and a column, such as m[i] * v.
template <class A, class B, int N, class T>
requires(N > 1) constexpr T operator*(const Dense<A, 1, N, T>& a, const Dense<B, N, 1, T>& b) { return a.dot(b); }

template <class A, int R, int C, class B, int R2, int C2, class T>
T dot(const Dense<A, R, C, T>& a, const Dense<B, R2, C2, T>& b) {
  return a.dot(b);
}
template <class A, int R, int C, class B, int R2, int C2, class T>
Vec<3, T> cross(const Dense<A, R, C, T>& a, const Dense<B, R2, C2, T>& b) {
  return a.cross(b);
}
/// The matrix a b^T.
template <class A, class B, int R, int C, class T>
Mat<R, C, T> dyad(const Dense<A, R, 1, T>& a, const Dense<B, C, 1, T>& b) {
  return a.times(b.transpose());
}
template <class A, int R, int C, class T>
T norm(const Dense<A, R, C, T>& a) {
  return a.norm();
}
template <class A, int R, int C, class T>
T norm2(const Dense<A, R, C, T>& a) {
  return a.squaredNorm();
}

/// The linear and the angular part of the derivative of a body.
template <class D>
decltype(auto) getVCenter(D&& d) requires requires {
  d.getVCenter();
}
{ return std::forward<D>(d).getVCenter(); }
template <class D>
decltype(auto) getVOrientation(D&& d) requires requires {
  d.getVOrientation();
}
{ return std::forward<D>(d).getVOrientation(); }

}  // namespace sofa::type
