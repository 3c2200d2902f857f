// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::geometry {

/// Distances from a closed surface at the points of a lattice, negative inside, and what they say of the space between
/// (docs/manual/collision.md, "Distance grids"). Lengths in m.
class DistanceGrid {
 public:
  /// Points along each axis.
  using Size = std::array<int, 3>;

  /// With all distances 0. Needs two points along each axis and a box with an extent along each.
  DistanceGrid(const Size& size, const type::BoundingBox& box);
  /// Of a surface, its triangles counter-clockwise seen from outside. Near it distances are those along the axes; from
  /// there on they grow by a cell for each step. All numbers must be finite, triangles may name the given vertices
  /// only.
  static DistanceGrid ofSurface(const Size& size, const type::BoundingBox& box, std::span<const type::Vec3> vertices,
                                std::span<const type::Triangle> triangles);
  /// Of a cube about the origin, exact at each point.
  static DistanceGrid ofCube(const Size& size, const type::BoundingBox& box, double halfSide);

  const Size& size() const { return m_size; }
  const type::BoundingBox& box() const { return m_box; }
  const type::Vec3& cellWidth() const { return m_cellWidth; }
  type::Vec3 point(int i, int j, int k) const;
  std::size_t index(int i, int j, int k) const {
    return std::size_t(i) + std::size_t(m_size[0]) * (std::size_t(j) + std::size_t(m_size[1]) * std::size_t(k));
  }
  /// By point, x running fastest.
  std::span<const double> distances() const { return m_distances; }
  std::span<double> distances() { return m_distances; }

  /// Whether p is at least a tenth of a cell inside of the box: where interpolation may be asked for.
  bool covers(const type::Vec3& p) const;
  /// Trilinear; beyond the box the cells of its sides go on.
  double interpolate(const type::Vec3& p) const;
  /// Derivative of interpolate() per cell width along each axis, not per metre: it points where the distance grows
  /// fastest only if cells are cubes.
  type::Vec3 cellGradient(const type::Vec3& p) const;
  /// Derivative of interpolate() (no unit).
  type::Vec3 gradient(const type::Vec3& p) const { return cellGradient(p).cwiseQuotient(m_cellWidth); }
  /// Interpolated where the grid covers p. Elsewhere the distance from the box combined with that at its nearest point,
  /// as if at right angles: never negative.
  double distance(const type::Vec3& p) const;

  /// Every length `factor` times as long.
  void scale(double factor);

  /// Points of the surface that stand for it.
  const std::vector<type::Vec3>& samples() const { return m_samples; }
  void setSamples(std::vector<type::Vec3> samples);
  /// Points of the surface at least `spacing` apart: where the middle of a cell that it cuts comes to lie on it.
  void sampleSurface(double spacing);
  /// Box around the samples, or of the grid if there are none.
  const type::BoundingBox& sampleBox() const { return m_sampleBox; }

 private:
  struct Cell {
    std::size_t corner;
    type::Vec3 fractions;
  };
  Cell locate(const type::Vec3& p) const;
  /// The eight corners of a cell, x running fastest.
  std::array<double, 8> corners(std::size_t corner) const;

  Size m_size;
  type::BoundingBox m_box, m_sampleBox;
  type::Vec3 m_cellWidth;
  std::vector<double> m_distances;
  std::vector<type::Vec3> m_samples;
};

}  // namespace sofa::geometry
