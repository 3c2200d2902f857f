// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/NonzeroPlaces.h"

namespace sofa::linearalgebra {
namespace {

/// Goes through the entries of a matrix that are not zero, along each row.
class Nonzeros {
 public:
  explicit Nonzeros(const BlockMatrix& matrix) : m_matrix(matrix) {
    if (matrix.blockRows() > 0) seek();
  }
  bool atEnd() const { return m_row >= m_matrix.rows(); }
  void next() {
    ++m_entry;
    seek();
  }
  int row() const { return m_row; }
  int column() const {
    return m_matrix.columnIndices()[std::size_t(block())] * m_matrix.blockSize() + m_entry % m_matrix.blockSize();
  }
  /// Where the matrix stores it.
  std::size_t position() const {
    const int b = m_matrix.blockSize();
    return std::size_t(block()) * std::size_t(b * b) + std::size_t(m_entry % b * b + m_row % b);
  }

 private:
  int blockRow() const { return m_row / m_matrix.blockSize(); }
  int block() const { return m_matrix.rowStart()[std::size_t(blockRow())] + m_entry / m_matrix.blockSize(); }
  bool rowEnds() const { return block() >= m_matrix.rowStart()[std::size_t(blockRow()) + 1]; }
  /// Stops at m_entry of m_row or at the first one behind that is not zero.
  void seek() {
    for (; !atEnd(); ++m_row, m_entry = 0)
      for (; !rowEnds(); ++m_entry)
        if (m_matrix.values()[position()] != 0) return;
  }

  const BlockMatrix& m_matrix;
  int m_row = 0, m_entry = 0;  // the number of an entry in what is stored of a row
};

}  // namespace

bool placeNonzeros(const BlockMatrix& first, const BlockMatrix& from, BlockMatrix& to) {
  to.setZero();
  Nonzeros place(first), entry(from);
  bool same = true;
  for (; !place.atEnd() && !entry.atEnd(); place.next(), entry.next()) {
    same &= place.row() == entry.row() && place.column() == entry.column();
    to.values()[place.position()] = from.values()[entry.position()];
  }
  return same && place.atEnd() && entry.atEnd();
}

}  // namespace sofa::linearalgebra
