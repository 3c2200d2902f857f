// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <vector>

#include "Sofa/Component/MechanicalLoad/DefiniteTangent.h"

namespace sofa::component::mechanicalload {

/// Derivatives by the corners of the forces P (b - a) x (c - a) / 6 that a pressure P puts on each corner of triangles:
/// with e_a = c - b, e_b = a - c, e_c = b - a, each of the three corners gets P / 6 times the sum of e_n x du_n over
/// the corners n.
class PressureTangents {
 public:
  using Corners = std::array<type::Vec3, 3>;

  void clear() {
    m_edges.clear();
    m_definite.clear();
  }
  std::size_t size() const { return m_edges.size(); }
  /// definite: without what would make it indefinite (makeDefinite); for all triangles or for none.
  void add(double pressure, const Corners& x, bool definite) {
    type::Mat<3>& edges = m_edges.emplace_back();
    edges << x[2] - x[1], x[0] - x[2], x[1] - x[0];
    edges *= pressure / 6;
    if (definite) {
      type::Mat<9> tangent = exact(edges);
      makeDefinite(tangent);
      m_definite.push_back(tangent);
    }
  }
  /// Changes of the forces on the corners of a triangle where these move by u.
  Corners product(std::size_t triangle, const Corners& u) const {
    if (m_definite.empty()) {
      const type::Mat<3>& e = m_edges[triangle];
      const type::Vec3 change = e.col(0).cross(u[0]) + e.col(1).cross(u[1]) + e.col(2).cross(u[2]);
      return {change, change, change};
    }
    type::Vec<9> moved;
    moved << u[0], u[1], u[2];
    const type::Vec<9> change = m_definite[triangle] * moved;
    return {change.segment<3>(0), change.segment<3>(3), change.segment<3>(6)};
  }
  type::Mat<9> matrix(std::size_t triangle) const {
    return m_definite.empty() ? exact(m_edges[triangle]) : m_definite[triangle];
  }

  /// The derivative by all corners, of edges times P / 6.
  static type::Mat<9> exact(const type::Mat<3>& edges) {
    type::Mat<9> tangent;
    for (int column = 0; column < 3; ++column) {
      const type::Vec3 e = edges.col(column);
      type::Mat<3> block;
      block << 0, -e[2], e[1], e[2], 0, -e[0], -e[1], e[0], 0;
      for (int row = 0; row < 3; ++row) tangent.block<3, 3>(3 * row, 3 * column) = block;
    }
    return tangent;
  }

 private:
  std::vector<type::Mat<3>> m_edges;     ///< columns e_a, e_b, e_c, times P / 6
  std::vector<type::Mat<9>> m_definite;  ///< empty: tangents are exact
};

}  // namespace sofa::component::mechanicalload
