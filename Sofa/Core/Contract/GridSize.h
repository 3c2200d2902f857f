// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>

#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::core {

/// What a mesh whose elements are those of a lattice offers, wherever its points are.
class GridSize {
 public:
  virtual ~GridSize() = default;
  /// Points along each axis.
  virtual std::array<int, 3> gridSize() const = 0;
};

/// None if the mesh is no grid.
inline std::optional<std::array<int, 3>> gridSize(const BaseMeshTopology& mesh) {
  const auto* grid = dynamic_cast<const GridSize*>(&mesh);
  return grid ? std::optional(grid->gridSize()) : std::nullopt;
}

}  // namespace sofa::core
