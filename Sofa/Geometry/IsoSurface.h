// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::geometry {

/// Values at the nodes of a lattice: node (i, j, k) lies at origin + spacing (i, j, k) and has the number
/// i + nx (j + ny k).
struct ScalarField {
  type::Vec3 origin = type::Vec3::Zero();
  double spacing = 1;
  std::array<std::size_t, 3> size{};
  std::vector<double> values;

  std::size_t index(std::size_t i, std::size_t j, std::size_t k) const { return i + size[0] * (j + size[1] * k); }
};

/// A triangle mesh.
struct TriangleMesh {
  std::vector<type::Vec3> points;
  std::vector<type::Triangle> triangles;
};

/// The surface around where a field is larger than `level`, by marching cubes (W. E. Lorensen, H. E. Cline, 1987): a
/// point on each edge of the lattice between nodes on either side, linearly interpolated, and polygons within each
/// cell. Normals point to smaller values. Where a face of a cell has its corners inside across from each other, they
/// are kept apart, by both its cells: the surface has no holes but where it leaves the lattice.
TriangleMesh isoSurface(const ScalarField& field, double level);

}  // namespace sofa::geometry
