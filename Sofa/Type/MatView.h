// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Writable.h"

namespace sofa::type {

/// A part of a matrix, or numbers in memory seen as one: entry (i, j) stands RowStep i + ColumnStep j after the first.
/// Copies refer to the same numbers; assigning writes them. The numbers must outlive it. Its parts are views too.
template <int R, int C, class T, int RowStep = 1, int ColumnStep = R>
class MatView : public Writable<MatView<R, C, T, RowStep, ColumnStep>, R, C, T> {
  using Base = Writable<MatView, R, C, T>;
  template <int Rows, int Cols, int Down = RowStep, int Across = ColumnStep>
  using View = MatView<Rows, Cols, T, Down, Across>;
  /// A part of a vector, along it.
  template <int N>
  using Segment = View<(C == 1 ? N : 1), (C == 1 ? 1 : N)>;
  static constexpr int shorter = R < C ? R : C;

 public:
  using typename Base::Value;

  constexpr explicit MatView(T* first) : m_first(first) {}
  constexpr MatView(const MatView&) = default;
  constexpr MatView& operator=(const MatView& o) { return *this = Value(o); }
  constexpr MatView& operator=(const Value& o) {
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) at(i, j) = o.at(i, j);
    return *this;
  }

  constexpr T& at(std::ptrdiff_t i, std::ptrdiff_t j) const {
    assert(0 <= i && i < R && 0 <= j && j < C);
    return m_first[RowStep * i + ColumnStep * j];
  }
  constexpr T* data() const { return m_first; }
  constexpr T* begin() const requires(RowStep == 1 && (C == 1 || ColumnStep == R)) { return m_first; }
  constexpr T* end() const requires(RowStep == 1 && (C == 1 || ColumnStep == R)) { return m_first + R * C; }

  template <int N>
  constexpr Segment<N> head() const requires Base::isVector {
    return Segment<N>(&entry(0));
  }
  template <int N>
  constexpr Segment<N> tail() const requires Base::isVector {
    return Segment<N>(&entry(R * C - N));
  }
  template <int N>
  constexpr Segment<N> segment(std::ptrdiff_t first) const requires Base::isVector {
    assert(0 <= first && first + N <= R * C);
    return Segment<N>(&entry(first));
  }
  template <int Rows, int Cols>
  constexpr View<Rows, Cols> block(std::ptrdiff_t row, std::ptrdiff_t column) const {
    assert(0 <= row && row + Rows <= R && 0 <= column && column + Cols <= C);
    return View<Rows, Cols>(&at(row, column));
  }
  constexpr View<1, C> row(std::ptrdiff_t i) const { return View<1, C>(&at(i, 0)); }
  constexpr View<R, 1> col(std::ptrdiff_t j) const { return View<R, 1>(&at(0, j)); }
  template <int Rows, int Cols>
  constexpr View<Rows, Cols> topLeftCorner() const {
    return block<Rows, Cols>(0, 0);
  }
  template <int Rows, int Cols>
  constexpr View<Rows, Cols> topRightCorner() const {
    return block<Rows, Cols>(0, C - Cols);
  }
  template <int Rows, int Cols>
  constexpr View<Rows, Cols> bottomLeftCorner() const {
    return block<Rows, Cols>(R - Rows, 0);
  }
  template <int Rows, int Cols>
  constexpr View<Rows, Cols> bottomRightCorner() const {
    return block<Rows, Cols>(R - Rows, C - Cols);
  }
  template <int N>
  constexpr View<N, C> topRows() const {
    return block<N, C>(0, 0);
  }
  template <int N>
  constexpr View<N, C> middleRows(std::ptrdiff_t first) const {
    return block<N, C>(first, 0);
  }
  template <int N>
  constexpr View<N, C> bottomRows() const {
    return block<N, C>(R - N, 0);
  }
  template <int N>
  constexpr View<R, N> leftCols() const {
    return block<R, N>(0, 0);
  }
  template <int N>
  constexpr View<R, N> middleCols(std::ptrdiff_t first) const {
    return block<R, N>(0, first);
  }
  template <int N>
  constexpr View<R, N> rightCols() const {
    return block<R, N>(0, C - N);
  }
  constexpr auto diagonal() const { return View<shorter, 1, RowStep + ColumnStep, 1>(&at(0, 0)); }
  /// The columns one below the other, of a whole matrix.
  constexpr auto reshaped() const requires(RowStep == 1 && ColumnStep == R) {
    return View<R * C, 1, 1, R * C>(&at(0, 0));
  }

 private:
  /// Of a vector.
  constexpr T& entry(std::ptrdiff_t i) const { return m_first[(C == 1 ? RowStep : ColumnStep) * i]; }

  T* m_first;
};

/// Numbers in memory seen as an M: ViewOf<Vec3>(pointer) = v.
template <class M>
using ViewOf = MatView<M::RowsAtCompileTime, M::ColsAtCompileTime, typename M::Scalar>;

}  // namespace sofa::type
