// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/SparseJacobian.h"

namespace sofa::component::mapping {

/// The Jacobian of points at the ends of arms r fixed to bodies, as a SparseJacobian of blocks w (1, -[r]x): each body
/// gives a point its part w of v + omega x r. It keeps w and w r, a quarter of the blocks.
class ArmJacobian {
 public:
  using VecBody = type::Rigid3Types::VecDeriv;
  using VecPoint = type::Vec3Types::VecDeriv;

  void clear() { m_entries.clear(), m_rows = m_columns = 0; }
  void add(std::size_t row, std::size_t column, const type::Vec3& arm, double weight = 1) {
    m_entries.push_back({static_cast<type::Index>(row), static_cast<type::Index>(column), weight, weight * arm});
    m_rows = std::max(m_rows, row + 1);
    m_columns = std::max(m_columns, column + 1);
  }
  /// Points that a vector must have at least.
  std::size_t rows() const { return m_rows; }
  std::size_t columns() const { return m_columns; }

  /// points += J bodies.
  void addProduct(VecPoint& points, const VecBody& bodies) const {
    if (points.size() < m_rows || bodies.size() < m_columns) return;
    for (const Entry& e : m_entries) {
      const auto& v = bodies[e.column];
      const type::Vec3 turning = v.tail<3>();
      points[e.row] += e.weight * v.head<3>() + turning.cross(e.arm);
    }
  }
  /// bodies += J^T points.
  void addTransposedProduct(VecBody& bodies, const VecPoint& points) const {
    if (points.size() < m_rows || bodies.size() < m_columns) return;
    for (const Entry& e : m_entries) {
      const type::Vec3& f = points[e.row];
      bodies[e.column].head<3>() += e.weight * f;
      bodies[e.column].tail<3>() += e.arm.cross(f);
    }
  }
  void addTo(const core::MatrixView& matrix) const {
    for (const Entry& e : m_entries) {
      auto block = armBlock(e.arm);
      block.leftCols<3>() *= e.weight;
      matrix(3 * static_cast<int>(e.row), 6 * static_cast<int>(e.column)) += block;
    }
  }
  void archive(core::Archive& archive) {
    archivePairs(archive, m_entries, m_rows, m_columns);
    for (Entry& e : m_entries) {
      archive.io(e.weight);
      for (double& value : e.arm) archive.io(value);
    }
  }

 private:
  struct Entry {
    type::Index row, column;
    double weight;
    type::Vec3 arm;  ///< w r
  };
  std::vector<Entry> m_entries;
  std::size_t m_rows = 0, m_columns = 0;
};

}  // namespace sofa::component::mapping
