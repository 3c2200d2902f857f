// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Type/Vec.h"

namespace sofa::geometry {

/// A lattice of points p0 + i dx + j dy + k dz with orthogonal steps, and the cells between them.
struct RegularGrid {
  /// A cell and where a point lies in it: fractions in [0,1] inside, beyond that outside.
  struct Location {
    std::array<int, 3> cell;
    type::Vec3 fractions;
  };

  std::array<int, 3> n{2, 2, 2};  ///< points per axis
  type::Vec3 origin = type::Vec3::Zero();
  std::array<type::Vec3, 3> step{type::Vec3::UnitX(), type::Vec3::UnitY(), type::Vec3::UnitZ()};

  bool hasCells() const { return n[0] >= 2 && n[1] >= 2 && n[2] >= 2; }
  /// Every product is rounded before it is added: the last point of 20 from -12 to 12 is at 12, within a box that ends
  /// there, where a fused multiply and add gives the number below 12.
  type::Vec3 point(int i, int j, int k) const;
  type::Index pointIndex(int i, int j, int k) const { return static_cast<type::Index>(i + n[0] * (j + n[1] * k)); }
  /// The cell's corners in the order of a hexahedron (docs/manual/topology.md, "Elements and their parts").
  type::Hexahedron cellPoints(const std::array<int, 3>& cell) const;
  /// The cell that holds p, else the nearest one. Needs cells; coordinates that are not numbers end in cell 0.
  Location locate(const type::Vec3& p) const;
};

}  // namespace sofa::geometry
