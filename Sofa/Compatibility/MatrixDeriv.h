// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <map>

namespace sofa::linearalgebra {

/// Sparse matrix whose rows hold one Deriv per point they touch: constraint Jacobians, and J itself when a mapping is
/// asked for it row by row. Rows and columns are kept in ascending order.
template <class Deriv>
class MatrixDeriv {
  using Columns = std::map<int, Deriv>;
  using Rows = std::map<int, Columns>;

  template <class Iterator>
  class ColumnIterator {
   public:
    explicit ColumnIterator(Iterator it) : m_it(it) {}
    int index() const { return m_it->first; }
    auto& val() const { return m_it->second; }
    ColumnIterator& operator++() {
      ++m_it;
      return *this;
    }
    ColumnIterator operator++(int) { return ColumnIterator(m_it++); }
    bool operator==(const ColumnIterator&) const = default;

   private:
    Iterator m_it;
  };

  template <class Iterator, class Column>
  class RowsIterator {
   public:
    explicit RowsIterator(Iterator it) : m_it(it) {}
    int index() const { return m_it->first; }
    Column begin() const { return Column(m_it->second.begin()); }
    Column end() const { return Column(m_it->second.end()); }
    auto& row() const { return m_it->second; }
    RowsIterator& operator++() {
      ++m_it;
      return *this;
    }
    RowsIterator operator++(int) { return RowsIterator(m_it++); }
    bool operator==(const RowsIterator&) const = default;

   private:
    Iterator m_it;
  };

  /// The row being written; it is there once something was added to it.
  class Line {
   public:
    Line(Rows& rows, int index) : m_rows(rows), m_index(index) {}
    int index() const { return m_index; }
    void addCol(int column, const Deriv& value) {
      auto& entry = m_rows[m_index].try_emplace(column, Deriv::Zero()).first->second;
      entry += value;
    }
    void setCol(int column, const Deriv& value) { m_rows[m_index][column] = value; }

   private:
    Rows& m_rows;
    int m_index;
  };

 public:
  using ColConstIterator = ColumnIterator<typename Columns::const_iterator>;
  using ColIterator = ColumnIterator<typename Columns::iterator>;
  using RowConstIterator = RowsIterator<typename Rows::const_iterator, ColConstIterator>;
  class RowIterator : public Line {
   public:
    using Line::Line;
  };
  using RowType = RowIterator;

  RowConstIterator begin() const { return RowConstIterator(m_rows.begin()); }
  RowConstIterator end() const { return RowConstIterator(m_rows.end()); }
  /// Row `index`, for writing.
  RowIterator writeLine(int index) { return RowIterator(m_rows, index); }
  /// A new row after the last one.
  RowIterator writeNewLine() { return RowIterator(m_rows, m_rows.empty() ? 0 : m_rows.rbegin()->first + 1); }
  std::size_t size() const { return m_rows.size(); }
  bool empty() const { return m_rows.empty(); }
  void clear() { m_rows.clear(); }
  /// Takes points out of every row: what projective constraints do to the Jacobian of others.
  void clearColumn(int column) {
    for (auto& [index, columns] : m_rows) columns.erase(column);
  }

 private:
  Rows m_rows;
};

}  // namespace sofa::linearalgebra
