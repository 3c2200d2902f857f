// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::geometry {

/// Fills a closed surface with tetrahedra of a body-centred cubic lattice: two grids of cubes, each with its points at
/// the centres of the other's (docs/manual/topology.md, "Filling a surface"). After F. Labelle and J. R. Shewchuk,
/// "Isosurface stuffing: fast tetrahedral meshes with good dihedral angles" (2007).
struct LatticeStuffing {
  type::BoundingBox box;        ///< what the lattice covers; one grid has a point at its centre
  double cellSize = 1;          ///< edge of the cubes
  bool snap = false;            ///< points near the surface move onto it
  bool split = false;           ///< tetrahedra that cross the surface are cut there; otherwise they stay whole
  double alphaLong = 0.24999;   ///< how near, as a part of the edges within a grid
  double alphaShort = 0.42978;  ///< and of those between the grids

  struct Mesh {
    std::vector<type::Vec3> points;
    std::vector<type::Tetrahedron> tetrahedra;
    std::size_t uncut = 0;  ///< tetrahedra left out because no cut of them agrees with their neighbours
  };

  /// Number of points of the lattice, on which time and memory depend. Not finite, or huge, for bad input.
  double latticePoints() const;
  /// The triangles face outwards; all their corners are among the points.
  Mesh fill(std::span<const type::Vec3> points, std::span<const type::Triangle> triangles) const;
};

}  // namespace sofa::geometry
