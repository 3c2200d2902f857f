// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace sofa::type {

template <int Rows, int Cols = Rows, class T = double>
class Mat;
template <class Matrix>
class Elementwise;
template <int N, class T>
class Diagonal;

/// Column of N numbers.
template <int N, class T = double>
using Vec = Mat<N, 1, T>;

/// What can be asked of a matrix of fixed size R x C with entries T, be it a value (Mat) or a part of one (MatView).
/// Derived provides at(i, j). Results are values: no operation refers to its operands afterwards. Members have the
/// names of the Eigen library, which its users know by heart.
template <class Derived, int R, int C, class T>
class Dense {
  /// A part of a vector, along it.
  template <int N>
  using Segment = Mat<(C == 1 ? N : 1), (C == 1 ? 1 : N), T>;

 public:
  using Scalar = T;
  using value_type = T;
  using Value = Mat<R, C, T>;
  static constexpr int RowsAtCompileTime = R, ColsAtCompileTime = C, SizeAtCompileTime = R * C;
  static constexpr bool isVector = R == 1 || C == 1;

  static constexpr std::ptrdiff_t rows() { return R; }
  static constexpr std::ptrdiff_t cols() { return C; }
  static constexpr std::ptrdiff_t size() { return R * C; }

  constexpr const T& operator()(std::ptrdiff_t i, std::ptrdiff_t j) const { return self().at(i, j); }
  constexpr const T& operator()(std::ptrdiff_t i) const { return linear(i); }
  // Of vectors.
  constexpr const T& operator[](std::ptrdiff_t i) const requires isVector { return linear(i); }
  constexpr const T& x() const requires isVector { return linear(0); }
  constexpr const T& y() const requires isVector { return linear(1); }
  constexpr const T& z() const requires isVector { return linear(2); }
  constexpr const T& w() const requires isVector { return linear(3); }

  /// The matrix itself, as a value.
  constexpr Value eval() const { return Value(self()); }

  // Parts, as values. They are const: to assign to a part of what cannot be written would change nothing.
  template <int N>
  constexpr const Segment<N> head() const& requires isVector {
    return segment<N>(0);
  }
  template <int N>
  constexpr const Segment<N> tail() const& requires isVector {
    return segment<N>(R * C - N);
  }
  template <int N>
  constexpr const Segment<N> segment(std::ptrdiff_t first) const& requires isVector {
    assert(0 <= first && first + N <= R * C);
    Segment<N> part = Segment<N>::raw();
    for (int i = 0; i < N; ++i) part.data()[i] = linear(first + i);
    return part;
  }
  template <int Rows, int Cols>
  constexpr const Mat<Rows, Cols, T> block(std::ptrdiff_t row, std::ptrdiff_t column) const& {
    assert(0 <= row && row + Rows <= R && 0 <= column && column + Cols <= C);
    auto part = Mat<Rows, Cols, T>::raw();
    for (int j = 0; j < Cols; ++j)
      for (int i = 0; i < Rows; ++i) part.at(i, j) = self().at(row + i, column + j);
    return part;
  }
  constexpr const Mat<1, C, T> row(std::ptrdiff_t i) const& { return block<1, C>(i, 0); }
  constexpr const Mat<R, 1, T> col(std::ptrdiff_t j) const& { return block<R, 1>(0, j); }
  template <int Rows, int Cols>
  constexpr const auto topLeftCorner() const& {
    return block<Rows, Cols>(0, 0);
  }
  template <int Rows, int Cols>
  constexpr const auto topRightCorner() const& {
    return block<Rows, Cols>(0, C - Cols);
  }
  template <int Rows, int Cols>
  constexpr const auto bottomLeftCorner() const& {
    return block<Rows, Cols>(R - Rows, 0);
  }
  template <int Rows, int Cols>
  constexpr const auto bottomRightCorner() const& {
    return block<Rows, Cols>(R - Rows, C - Cols);
  }
  template <int N>
  constexpr const auto topRows() const& {
    return block<N, C>(0, 0);
  }
  template <int N>
  constexpr const auto middleRows(std::ptrdiff_t first) const& {
    return block<N, C>(first, 0);
  }
  template <int N>
  constexpr const auto bottomRows() const& {
    return block<N, C>(R - N, 0);
  }
  template <int N>
  constexpr const auto leftCols() const& {
    return block<R, N>(0, 0);
  }
  template <int N>
  constexpr const auto middleCols(std::ptrdiff_t first) const& {
    return block<R, N>(0, first);
  }
  template <int N>
  constexpr const auto rightCols() const& {
    return block<R, N>(0, C - N);
  }
  constexpr const Vec<std::min(R, C), T> diagonal() const& {
    auto d = Vec<std::min(R, C), T>::raw();
    for (int i = 0; i < std::min(R, C); ++i) d.data()[i] = self().at(i, i);
    return d;
  }
  constexpr const Mat<C, R, T> transpose() const {
    auto t = Mat<C, R, T>::raw();
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) t.at(j, i) = self().at(i, j);
    return t;
  }
  /// The columns one below the other.
  constexpr const Vec<R * C, T> reshaped() const& {
    auto all = Vec<R * C, T>::raw();
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) all.data()[i + R * j] = self().at(i, j);
    return all;
  }
  /// The same in reverse order, of a vector.
  constexpr Value reverse() const requires isVector {
    Value r = Value::raw();
    for (int i = 0; i < R * C; ++i) r.data()[i] = linear(R * C - 1 - i);
    return r;
  }
  template <class Other>
  constexpr Mat<R, C, Other> cast() const {
    auto r = Mat<R, C, Other>::raw();
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) r.at(i, j) = static_cast<Other>(self().at(i, j));
    return r;
  }
  /// Operators on it work entry by entry: v.array() * w.array() (Sofa/Type/Elementwise.h).
  constexpr const Elementwise<Value> array() const { return Elementwise<Value>(eval()); }
  /// The diagonal matrix of a vector.
  constexpr Diagonal<R * C, T> asDiagonal() const { return Diagonal<R * C, T>(reshaped()); }
  /// A point with 1 as its last coordinate, and back: divided by the last one, which goes.
  constexpr Vec<R + 1, T> homogeneous() const {
    auto h = Vec<R + 1, T>::raw();
    for (int i = 0; i < R; ++i) h.data()[i] = linear(i);
    h.data()[R] = T(1);
    return h;
  }
  constexpr Vec<R - 1, T> hnormalized() const { return head<R - 1>() / linear(R - 1); }

  // Entry by entry.
  template <class Other>
  constexpr Value cwiseProduct(const Dense<Other, R, C, T>& o) const {
    Value r(self());
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) r.at(i, j) *= o(i, j);
    return r;
  }
  template <class Other>
  constexpr Value cwiseQuotient(const Dense<Other, R, C, T>& o) const {
    Value r(self());
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) r.at(i, j) /= o(i, j);
    return r;
  }
  template <class Other>
  constexpr Value cwiseMin(const Dense<Other, R, C, T>& o) const {
    Value r(self());
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i)
        if (o(i, j) < r.at(i, j)) r.at(i, j) = o(i, j);
    return r;
  }
  template <class Other>
  constexpr Value cwiseMax(const Dense<Other, R, C, T>& o) const {
    Value r(self());
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i)
        if (r.at(i, j) < o(i, j)) r.at(i, j) = o(i, j);
    return r;
  }
  constexpr Value cwiseMin(const T& limit) const { return cwiseMin(Value::Constant(limit)); }
  constexpr Value cwiseMax(const T& limit) const { return cwiseMax(Value::Constant(limit)); }
  constexpr Value cwiseAbs() const {
    Value r(self());
    for (T& value : r) value = absolute(value);
    return r;
  }
  Value cwiseSqrt() const {
    using std::sqrt;
    Value r(self());
    for (T& value : r) value = sqrt(value);
    return r;
  }
  constexpr Value cwiseInverse() const {
    Value r(self());
    for (T& value : r) value = T(1) / value;
    return r;
  }

  // Numbers. Sums halve the range, as a + (b + c): shorter chains, and less rounding.
  constexpr T sum() const {
    return sumOf([this](int i) { return linear(i); });
  }
  constexpr T mean() const { return sum() / T(R * C); }
  constexpr T prod() const {
    T p = linear(0);
    for (int i = 1; i < R * C; ++i) p *= linear(i);
    return p;
  }
  constexpr T trace() const { return diagonal().sum(); }
  /// The scalar product of two vectors; rows and columns mix.
  template <class Other, int R2, int C2>
  requires(R* C == R2 * C2 && (R == 1 || C == 1) && (R2 == 1 || C2 == 1)) constexpr T
      dot(const Dense<Other, R2, C2, T>& o) const {
    return sumOf([&](int i) { return linear(i) * o.linear(i); });
  }
  constexpr T squaredNorm() const {
    return sumOf([this](int i) { return linear(i) * linear(i); });
  }
  T norm() const {
    using std::sqrt;
    return sqrt(squaredNorm());
  }
  /// The norm without overflow or underflow on the way.
  T stableNorm() const {
    if (hasNaN()) return std::numeric_limits<T>::quiet_NaN();
    const T scale = cwiseAbs().maxCoeff();
    return scale > 0 && std::isfinite(scale) ? scale * (self() / scale).norm() : scale;
  }
  /// Of length 1; a zero vector stays.
  Value normalized() const {
    using std::sqrt;
    const T square = squaredNorm();
    return square > T(0) ? Value(self() / sqrt(square)) : eval();
  }
  constexpr T minCoeff() const {
    T least = linear(0);
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) least = self().at(i, j) < least ? self().at(i, j) : least;
    return least;
  }
  constexpr T maxCoeff() const {
    T most = linear(0);
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) most = most < self().at(i, j) ? self().at(i, j) : most;
    return most;
  }
  /// Of a vector, and where it stands.
  template <class Place>
  constexpr T minCoeff(Place* place) const {
    *place = static_cast<Place>(smallest());
    return linear(*place);
  }
  template <class Place>
  constexpr T maxCoeff(Place* place) const {
    *place = static_cast<Place>(largest());
    return linear(*place);
  }
  /// The sums of the rows, one below the other, and those of the columns, one beside the other.
  constexpr Vec<R, T> rowSums() const {
    Vec<R, T> sums = col(0);
    for (int j = 1; j < C; ++j) sums += col(j);
    return sums;
  }
  constexpr Mat<1, C, T> columnSums() const {
    Mat<1, C, T> sums = row(0);
    for (int i = 1; i < R; ++i) sums += row(i);
    return sums;
  }

  // Questions.
  constexpr bool all() const {
    for (int i = 0; i < R * C; ++i)
      if (!linear(i)) return false;
    return true;
  }
  constexpr bool any() const {
    for (int i = 0; i < R * C; ++i)
      if (linear(i)) return true;
    return false;
  }
  constexpr std::ptrdiff_t count() const {
    std::ptrdiff_t n = 0;
    for (int i = 0; i < R * C; ++i) n += linear(i) ? 1 : 0;
    return n;
  }
  bool allFinite() const {
    for (int i = 0; i < R * C; ++i)
      if (!std::isfinite(linear(i))) return false;
    return true;
  }
  bool hasNaN() const {
    for (int i = 0; i < R * C; ++i)
      if (std::isnan(linear(i))) return true;
    return false;
  }
  /// No entry is larger than the limit.
  constexpr bool isZero(const T& limit = tolerance()) const {
    for (int i = 0; i < R * C; ++i)
      if (!(absolute(linear(i)) <= limit)) return false;
    return true;
  }
  bool isIdentity(const T& limit = tolerance()) const { return Value(self() - Value::Identity()).isZero(limit); }
  /// |a - b| <= limit min(|a|, |b|).
  template <class Other>
  bool isApprox(const Dense<Other, R, C, T>& o, const T& limit = tolerance()) const {
    return (self() - o.self()).squaredNorm() <= limit * limit * std::min(squaredNorm(), o.squaredNorm());
  }

  /// Vector product.
  template <class Other, int R2, int C2>
  requires(R* C == 3 && R2 * C2 == 3) constexpr Value cross(const Dense<Other, R2, C2, T>& o) const {
    return Value(linear(1) * o[2] - linear(2) * o[1], linear(2) * o[0] - linear(0) * o[2],
                 linear(0) * o[1] - linear(1) * o[0]);
  }
  /// A vector of length 1 square to this one, whatever the direction.
  Value unitOrthogonal() const requires(R* C == 3) {
    using std::abs;
    using std::sqrt;
    const T &x = linear(0), &y = linear(1), &z = linear(2);
    if (abs(x) > abs(z) * T(1e-12) || abs(y) > abs(z) * T(1e-12)) {
      const T length = sqrt(x * x + y * y);
      return Value(-y / length, x / length, T(0));
    }
    const T length = sqrt(y * y + z * z);
    return Value(T(0), -z / length, y / length);
  }
  /// By cofactors up to three rows, else by elimination (Sofa/Type/Inverse.h).
  T determinant() const requires(R == C);
  /// Infinite or not a number where the matrix is singular.
  Value inverse() const requires(R == C);

  /// The same, and whether the determinant is larger than `limit` in absolute value; `inverse` stays as it was if not.
  void computeInverseWithCheck(Value& inverse, bool& isInvertible, const T& limit) const requires(R == C) {
    const T d = determinant();
    isInvertible = absolute(d) > limit;
    if (isInvertible) inverse = this->inverse();
  }

  /// The product; what the operator * of two matrices gives.
  template <class Other, int K>
  constexpr Mat<R, K, T> times(const Dense<Other, C, K, T>& o) const {
    Mat<R, K, T> r = Mat<R, K, T>::raw();
    for (int j = 0; j < K; ++j) {
      T column[R];
      for (int i = 0; i < R; ++i) column[i] = self().at(i, 0) * o(0, j);
      for (int k = 1; k < C; ++k)
        for (int i = 0; i < R; ++i) column[i] += self().at(i, k) * o(k, j);
      for (int i = 0; i < R; ++i) r.at(i, j) = column[i];
    }
    return r;
  }

  constexpr const Derived& self() const { return static_cast<const Derived&>(*this); }
  constexpr const Derived& derived() const { return self(); }

  /// An entry by its place in the order of columns.
  constexpr const T& linear(std::ptrdiff_t i) const {
    if constexpr (C == 1)
      return self().at(i, 0);
    else if constexpr (R == 1)
      return self().at(0, i);
    else
      return self().at(i % R, i / R);
  }

 protected:
  static constexpr T tolerance() { return T(std::is_same_v<T, float> ? 1e-5 : 1e-12); }
  static constexpr T absolute(const T& value) {
    if constexpr (std::is_unsigned_v<T>)
      return value;
    else if constexpr (std::is_arithmetic_v<T>)
      return std::abs(value);
    else
      return value < T(0) ? -value : value;
  }

 private:
  /// term(0) + term(1) + ... in halves; of long ones first the two halves, term by term.
  template <class Term>
  static constexpr T sumOf(const Term& term) {
    constexpr int n = R * C;
    if constexpr (n <= 6) {
      return shortSum<n>(term);
    } else {
      T terms[n];
      for (int i = 0; i < n; ++i) terms[i] = term(i);
      return folded<n>(terms);
    }
  }
  template <int N, class Term>
  static constexpr T shortSum(const Term& term) {
    if constexpr (N == 0)
      return T(0);
    else if constexpr (N == 1)
      return term(0);
    else if constexpr (N == 2)
      return term(0) + term(1);
    else if constexpr (N == 3)
      return term(0) + (term(1) + term(2));
    else if constexpr (N == 4)
      return (term(0) + term(1)) + (term(2) + term(3));
    else if constexpr (N == 5)
      return (term(0) + term(1)) + (term(2) + (term(3) + term(4)));
    else
      return (term(0) + (term(1) + term(2))) + (term(3) + (term(4) + term(5)));
  }
  template <int N>
  static constexpr T folded(T* terms) {
    if constexpr (N <= 6) {
      return shortSum<N>([terms](int i) { return terms[i]; });
    } else {
      constexpr int half = (N + 1) / 2;
      for (int i = 0; i < N / 2; ++i) terms[i] += terms[half + i];
      return folded<half>(terms);
    }
  }
  constexpr int smallest() const {
    int place = 0;
    for (int i = 1; i < R * C; ++i)
      if (linear(i) < linear(place)) place = i;
    return place;
  }
  constexpr int largest() const {
    int place = 0;
    for (int i = 1; i < R * C; ++i)
      if (linear(place) < linear(i)) place = i;
    return place;
  }
};

}  // namespace sofa::type
