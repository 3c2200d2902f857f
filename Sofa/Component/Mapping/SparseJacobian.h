// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::component::mapping {

/// Pairs of points follow from the scene, unless a mesh of it was changed. Counts rows and columns.
template <class Entry>
void archivePairs(core::Archive& archive, std::vector<Entry>& entries, std::size_t& rows, std::size_t& columns) {
  if (!archive.sizesDiffer()) return;
  std::vector<std::array<type::Index, 2>> pairs;
  for (const Entry& e : entries) pairs.push_back({e.row, e.column});
  archive.io(pairs);
  if (!archive.isLoading() || !archive.isGood()) return;
  entries.resize(pairs.size());
  rows = columns = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    entries[i].row = pairs[i][0], entries[i].column = pairs[i][1];
    rows = std::max(rows, pairs[i][0] + std::size_t{1});
    columns = std::max(columns, pairs[i][1] + std::size_t{1});
  }
}

/// The Jacobian of a mapping as a list of blocks, one for each pair of an output and an input point that have to do
/// with each other. Blocks of the same pair add up.
template <class In, class Out>
class SparseJacobian {
 public:
  using Block = type::Mat<Out::derivSize, In::derivSize>;

  void clear() { m_entries.clear(), m_rows = m_columns = 0; }
  bool empty() const { return m_entries.empty(); }
  void reserve(std::size_t entries) { m_entries.reserve(entries); }
  void add(std::size_t row, std::size_t column, const Block& block) {
    m_entries.push_back({static_cast<type::Index>(row), static_cast<type::Index>(column), block});
    m_rows = std::max(m_rows, row + 1);
    m_columns = std::max(m_columns, column + 1);
  }
  /// Points that a vector must have at least.
  std::size_t rows() const { return m_rows; }
  std::size_t columns() const { return m_columns; }

  /// out += J in.
  void addProduct(typename Out::VecDeriv& out, const typename In::VecDeriv& in) const {
    if (out.size() < m_rows || in.size() < m_columns) return;
    for (const Entry& e : m_entries) out[e.row].noalias() += e.block * in[e.column];
  }
  /// in += J^T out.
  void addTransposedProduct(typename In::VecDeriv& in, const typename Out::VecDeriv& out) const {
    if (out.size() < m_rows || in.size() < m_columns) return;
    for (const Entry& e : m_entries) in[e.column].noalias() += e.block.transpose() * out[e.row];
  }
  /// Multiplies what comes from each component of an input point.
  void scaleColumns(const type::Vec<In::derivSize>& factors) {
    for (Entry& e : m_entries) e.block = (e.block * factors.asDiagonal()).eval();
  }
  void addTo(const core::MatrixView& matrix) const {
    for (const Entry& e : m_entries)
      matrix(Out::derivSize * static_cast<int>(e.row), In::derivSize * static_cast<int>(e.column)) += e.block;
  }
  void archive(core::Archive& archive) {
    archivePairs(archive, m_entries, m_rows, m_columns);
    for (Entry& e : m_entries)
      for (double& value : e.block.reshaped()) archive.io(value);
  }

 private:
  struct Entry {
    type::Index row, column;
    Block block;
  };
  std::vector<Entry> m_entries;
  std::size_t m_rows = 0, m_columns = 0;
};

/// Velocity of the end of an arm r fixed to a body: v + w x r.
inline type::Mat<3, 6> armBlock(const type::Vec3& r) {
  type::Mat<3, 6> block;
  block << 1, 0, 0, 0, r.z(), -r.y(), 0, 1, 0, -r.z(), 0, r.x(), 0, 0, 1, r.y(), -r.x(), 0;
  return block;
}

}  // namespace sofa::component::mapping
