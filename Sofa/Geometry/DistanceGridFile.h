// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "Sofa/Geometry/DistanceGrid.h"

/// Distance grids from files and into them (docs/manual/collision.md, "Distance grids").
namespace sofa::geometry {

/// What a file leaves open.
struct DistanceGridOptions {
  DistanceGrid::Size size{64, 64, 64};
  type::BoundingBox box{};  ///< if it has an extent; else a tenth more than the surface on each side
  double scale = 1;         ///< of all lengths in the file
  double sampling = 0;      ///< distance of sample points (m); 0: the vertices of a surface
};

/// The name of a cube about the origin instead of that of a file: `scale` is half of its side.
constexpr std::string_view distanceCube = "#cube";
DistanceGrid makeDistanceCube(const DistanceGridOptions& options);

/// By the extension: raw, the distances as reals of the machine, of a grid given by the options; vtk, structured points
/// with one scalar each; any other, a mesh whose faces are a closed surface. Throws helper::mesh::FormatError.
DistanceGrid readDistanceGrid(std::string_view bytes, const std::filesystem::path& file,
                              const DistanceGridOptions& options);

/// The bytes of a file by its extension: raw, or vtk with structured points in binary. Throws
/// helper::mesh::FormatError for others.
std::string writeDistanceGrid(const DistanceGrid& grid, const std::filesystem::path& file);

}  // namespace sofa::geometry
