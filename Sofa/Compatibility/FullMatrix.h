// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <ostream>
#include <vector>

#include "Sofa/Compatibility/FullVector.h"

namespace sofa::linearalgebra {

/// All entries, row by row.
template <class T>
class FullMatrix : public BaseMatrix {
 public:
  using Real = T;
  using Index = BaseMatrix::Index;

  FullMatrix() = default;
  FullMatrix(Index rows, Index columns) { resize(rows, columns); }

  using BaseMatrix::add;
  using BaseMatrix::clear;
  Index rowSize() const override { return m_rows; }
  Index colSize() const override { return m_columns; }
  void resize(Index rows, Index columns) override {
    m_rows = rows;
    m_columns = columns;
    m_values.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), T(0));
  }
  void clear() override { std::fill(m_values.begin(), m_values.end(), T(0)); }
  SReal element(Index row, Index column) const override { return static_cast<SReal>((*this)[row][column]); }
  void set(Index row, Index column, double value) override { (*this)[row][column] = static_cast<T>(value); }
  void add(Index row, Index column, double value) override { (*this)[row][column] += static_cast<T>(value); }

  T* operator[](Index row) { return m_values.data() + place(row); }
  const T* operator[](Index row) const { return m_values.data() + place(row); }
  T* ptr() { return m_values.data(); }
  const T* ptr() const { return m_values.data(); }

  FullVector<T> operator*(const FullVector<T>& v) const {
    FullVector<T> result(m_rows);
    for (Index i = 0; i < m_rows; ++i)
      for (Index j = 0; j < m_columns; ++j) result[i] += (*this)[i][j] * v[j];
    return result;
  }

  friend std::ostream& operator<<(std::ostream& out, const FullMatrix& m) {
    for (Index i = 0; i < m.m_rows; ++i) {
      for (Index j = 0; j < m.m_columns; ++j) out << (j ? " " : "[ ") << m[i][j];
      out << " ]\n";
    }
    return out;
  }

 private:
  std::size_t place(Index row) const { return static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns); }

  Index m_rows = 0, m_columns = 0;
  std::vector<T> m_values;
};

}  // namespace sofa::linearalgebra
