// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cassert>

#include "Sofa/Type/Mat.h"

namespace sofa::type {

/// Fills a matrix from its first row on, as in (Mat2() << 1, 2, 3, 4).finished(): with numbers, or with parts as high
/// as the first of their line.
template <class Matrix>
class CommaInput {
  using T = typename Matrix::Scalar;

 public:
  template <class First>
  constexpr CommaInput(Matrix& matrix, const First& first) : m_matrix(matrix) {
    put(first);
  }
  template <class Next>
  constexpr CommaInput& operator,(const Next& next) {
    put(next);
    return *this;
  }
  constexpr Matrix& finished() { return m_matrix; }

 private:
  constexpr void put(const T& number) {
    startLine(1);
    assert(m_row < Matrix::rows() && m_column < Matrix::cols());
    m_matrix.at(m_row, m_column++) = number;
  }
  template <class Part, int R, int C>
  constexpr void put(const Dense<Part, R, C, T>& part) {
    startLine(R);
    assert(m_row + R <= Matrix::rows() && m_column + C <= Matrix::cols());
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) m_matrix.at(m_row + i, m_column + j) = part(i, j);
    m_column += C;
  }
  constexpr void startLine(int height) {
    if (m_column == Matrix::cols()) {
      m_row += m_height;
      m_column = 0;
    }
    if (m_column == 0) m_height = height;
  }

  Matrix& m_matrix;
  int m_row = 0, m_column = 0, m_height = 0;
};

}  // namespace sofa::type
