// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/ElementBlocks.h"

namespace sofa::fem {

/// What triangles enclose, where they close a surface: its volume V, its area, and the derivatives of V by the points:
///
///   V = sum of a x b . c / 6,     G_i = dV/dx_i = sum over the triangles around i of (b - a) x (c - a) / 6
///
/// for the corners a, b, c of each. Where the surface is open, G is that sum all the same.
class EnclosedVolume {
 public:
  /// Triangles name points below pointCount.
  void set(std::span<const type::Triangle> triangles, std::size_t pointCount);
  std::size_t pointCount() const { return m_blocks.pointCount(); }

  // Of positions of all points:
  double volume(std::span<const Vec3> x) const;
  double area(std::span<const Vec3> x) const;
  /// g += factor G.
  void addGradient(std::span<const Vec3> x, double factor, std::span<Vec3> g) const;
  /// Fixes the positions, and a factor, for what follows.
  void linearise(std::span<const Vec3> x, double factor);

  /// d += more (factor dG/dx) dx.
  void addSecondProduct(std::span<const Vec3> dx, double more, std::span<Vec3> d) const;
  /// factor / 6 times the edges c - b, a - c, b - a of a triangle, as columns.
  type::Mat<3> edges(std::size_t triangle) const;

 private:
  using Nodes = SmallPartBlocks<type::Triangle>::Nodes;
  struct alignas(64) Edges {
    Pack v[3][3];
  };
  /// 1 in the lanes that hold a triangle, 0 in the padding.
  Pack present(std::size_t block) const;

  SmallPartBlocks<type::Triangle> m_blocks;
  helper::LargeVector<Edges> m_edges;  ///< by blocks
};

}  // namespace sofa::fem
