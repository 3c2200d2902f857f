// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>
#include <utility>

#include "Sofa/Type/AuthorMembers.h"
#include "Sofa/Type/MatView.h"

namespace Eigen {
template <class Derived>
struct EigenBase;
}

namespace sofa::type {

/// Matrix of fixed size, its entries column by column and nothing else; zero when default-constructed.
template <int R, int C, class T>
class Mat : public Writable<Mat<R, C, T>, R, C, T> {
  using Base = Writable<Mat, R, C, T>;

 public:
  // Members that sources written for SOFA expect besides (Sofa/Compatibility/Author.h).
#ifdef SOFA_AUTHOR_MATRIX
#include SOFA_AUTHOR_MATRIX
#endif

  constexpr Mat() : m_entries{} {}
  constexpr Mat(const Mat&) = default;
  constexpr Mat& operator=(const Mat&) = default;
  template <class Other>
  requires(!std::is_same_v<Other, Mat>) constexpr Mat(const Dense<Other, R, C, T>& o) {
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) at(i, j) = o(i, j);
  }
  /// A row as a column, and the other way round.
  template <class Other>
  requires((R == 1) != (C == 1)) constexpr Mat(const Dense<Other, C, R, T>& o) {
    for (int i = 0; i < R * C; ++i) m_entries[i] = o.linear(i);
  }
  /// A matrix or expression of the Eigen library of this size (Sofa/Type/EigenView.h).
  template <class Other>
  Mat(const Eigen::EigenBase<Other>& o);

  /// The entries of a vector.
  template <class... Numbers>
  requires(sizeof...(Numbers) == R * C && R * C > 1 && (R == 1 || C == 1) &&
           (std::is_convertible_v<Numbers, T> && ...)) constexpr Mat(const Numbers&... numbers)
      : m_entries{static_cast<T>(numbers)...} {}
  template <class Number>
  requires(R* C == 1 && std::is_convertible_v<Number, T>) constexpr explicit Mat(const Number& number)
      : m_entries{static_cast<T>(number)} {}
  /// The entries row by row: Mat2{{a, b}, {c, d}}.
  constexpr Mat(std::initializer_list<std::initializer_list<T>> rows) requires(R > 1 && C > 1) : m_entries{} {
    assert(rows.size() == R);
    int i = 0;
    for (const auto& row : rows) {
      assert(row.size() == C);
      int j = 0;
      for (const T& entry : row) at(i, j++) = entry;
      ++i;
    }
  }
  /// R C numbers in memory, column by column.
  template <class Pointer>
  requires(std::is_convertible_v<Pointer, const T*>) constexpr explicit Mat(const Pointer& first) {
    for (int i = 0; i < R * C; ++i) m_entries[i] = first[i];
  }
  /// Without values, to be filled in.
  static constexpr Mat raw() { return Mat(Raw{}); }

  static constexpr Mat Zero() { return Mat(); }
  static constexpr Mat Constant(const T& value) {
    Mat m = raw();
    m.setConstant(value);
    return m;
  }
  static constexpr Mat Ones() { return Constant(T(1)); }
  static constexpr Mat Identity() {
    Mat m;
    m.setIdentity();
    return m;
  }
  static constexpr Mat Unit(std::ptrdiff_t i) requires Base::isVector {
    Mat m;
    m[i] = T(1);
    return m;
  }
  static constexpr Mat UnitX() { return Unit(0); }
  static constexpr Mat UnitY() { return Unit(1); }
  static constexpr Mat UnitZ() { return Unit(2); }
  static constexpr Mat UnitW() { return Unit(3); }

  constexpr T& at(std::ptrdiff_t i, std::ptrdiff_t j) {
    assert(0 <= i && i < R && 0 <= j && j < C);
    return m_entries[i + R * j];
  }
  constexpr const T& at(std::ptrdiff_t i, std::ptrdiff_t j) const {
    assert(0 <= i && i < R && 0 <= j && j < C);
    return m_entries[i + R * j];
  }

  constexpr T* data() { return m_entries; }
  constexpr const T* data() const { return m_entries; }
  constexpr T* begin() { return m_entries; }
  constexpr const T* begin() const { return m_entries; }
  constexpr T* end() { return m_entries + R * C; }
  constexpr const T* end() const { return m_entries + R * C; }

  /// All of it, or a part, as a place to be written to. Parts of what cannot be written, or is about to go, are values.
  constexpr MatView<R, C, T> view() & { return MatView<R, C, T>(m_entries); }
  using Base::block;
  using Base::bottomLeftCorner;
  using Base::bottomRightCorner;
  using Base::bottomRows;
  using Base::col;
  using Base::diagonal;
  using Base::head;
  using Base::leftCols;
  using Base::middleCols;
  using Base::middleRows;
  using Base::reshaped;
  using Base::rightCols;
  using Base::row;
  using Base::segment;
  using Base::tail;
  using Base::topLeftCorner;
  using Base::topRightCorner;
  using Base::topRows;
  template <int N>
      constexpr auto head() & requires Base::isVector {
    return view().template head<N>();
  }
  template <int N>
      constexpr auto tail() & requires Base::isVector {
    return view().template tail<N>();
  }
  template <int N>
      constexpr auto segment(std::ptrdiff_t first) & requires Base::isVector {
    return view().template segment<N>(first);
  }
  template <int Rows, int Cols>
  constexpr auto block(std::ptrdiff_t row, std::ptrdiff_t column) & {
    return view().template block<Rows, Cols>(row, column);
  }
  constexpr auto row(std::ptrdiff_t i) & { return view().row(i); }
  constexpr auto col(std::ptrdiff_t j) & { return view().col(j); }
  template <int Rows, int Cols>
  constexpr auto topLeftCorner() & {
    return view().template topLeftCorner<Rows, Cols>();
  }
  template <int Rows, int Cols>
  constexpr auto topRightCorner() & {
    return view().template topRightCorner<Rows, Cols>();
  }
  template <int Rows, int Cols>
  constexpr auto bottomLeftCorner() & {
    return view().template bottomLeftCorner<Rows, Cols>();
  }
  template <int Rows, int Cols>
  constexpr auto bottomRightCorner() & {
    return view().template bottomRightCorner<Rows, Cols>();
  }
  template <int N>
  constexpr auto topRows() & {
    return view().template topRows<N>();
  }
  template <int N>
  constexpr auto middleRows(std::ptrdiff_t first) & {
    return view().template middleRows<N>(first);
  }
  template <int N>
  constexpr auto bottomRows() & {
    return view().template bottomRows<N>();
  }
  template <int N>
  constexpr auto leftCols() & {
    return view().template leftCols<N>();
  }
  template <int N>
  constexpr auto middleCols(std::ptrdiff_t first) & {
    return view().template middleCols<N>(first);
  }
  template <int N>
  constexpr auto rightCols() & {
    return view().template rightCols<N>();
  }
  constexpr auto diagonal() & { return view().diagonal(); }
  constexpr auto reshaped() & { return view().reshaped(); }

 private:
  struct Raw {};
  constexpr explicit Mat(Raw) {}

  T m_entries[R * C > 0 ? R* C : 1];
};

template <class A, class B, int R, int C, class T>
constexpr Mat<R, C, T> operator+(const Dense<A, R, C, T>& a, const Dense<B, R, C, T>& b) {
  Mat<R, C, T> r(a.self());
  for (int j = 0; j < C; ++j)
    for (int i = 0; i < R; ++i) r.at(i, j) += b(i, j);
  return r;
}
template <class A, class B, int R, int C, class T>
constexpr Mat<R, C, T> operator-(const Dense<A, R, C, T>& a, const Dense<B, R, C, T>& b) {
  Mat<R, C, T> r(a.self());
  for (int j = 0; j < C; ++j)
    for (int i = 0; i < R; ++i) r.at(i, j) -= b(i, j);
  return r;
}
template <class A, int R, int C, class T>
constexpr Mat<R, C, T> operator-(const Dense<A, R, C, T>& a) {
  Mat<R, C, T> r = Mat<R, C, T>::raw();
  for (int j = 0; j < C; ++j)
    for (int i = 0; i < R; ++i) r.at(i, j) = -a(i, j);
  return r;
}
template <class A, int R, int C, class T>
constexpr Mat<R, C, T> operator*(const Dense<A, R, C, T>& a, const std::type_identity_t<T>& factor) {
  Mat<R, C, T> r(a.self());
  return r *= factor;
}
template <class A, int R, int C, class T>
constexpr Mat<R, C, T> operator*(const std::type_identity_t<T>& factor, const Dense<A, R, C, T>& a) {
  Mat<R, C, T> r(a.self());
  return r *= factor;
}
template <class A, int R, int C, class T>
constexpr Mat<R, C, T> operator/(const Dense<A, R, C, T>& a, const std::type_identity_t<T>& divisor) {
  Mat<R, C, T> r(a.self());
  return r /= divisor;
}
template <class A, class B, int R, int K, int C, class T>
constexpr Mat<R, C, T> operator*(const Dense<A, R, K, T>& a, const Dense<B, K, C, T>& b) {
  return a.times(b);
}
template <class A, class B, int R, int C, class T>
constexpr bool operator==(const Dense<A, R, C, T>& a, const Dense<B, R, C, T>& b) {
  for (int j = 0; j < C; ++j)
    for (int i = 0; i < R; ++i)
      if (!(a(i, j) == b(i, j))) return false;
  return true;
}

/// The entries, a line for each row.
template <class Stream, class A, int R, int C, class T>
requires requires(Stream& out, const T& entry) { out << entry << ' '; }
Stream& operator<<(Stream& out, const Dense<A, R, C, T>& m) {
  for (int i = 0; i < R; ++i) {
    if (i > 0) out << '\n';
    for (int j = 0; j < C; ++j) {
      if (j > 0) out << ' ';
      out << m(i, j);
    }
  }
  return out;
}

}  // namespace sofa::type

#include "Sofa/Type/CommaInput.h"
#include "Sofa/Type/Diagonal.h"
#include "Sofa/Type/Elementwise.h"
#include "Sofa/Type/Inverse.h"
