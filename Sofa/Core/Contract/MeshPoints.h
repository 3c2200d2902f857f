// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Geometry/ElementLocator.h"

namespace sofa::core {

/// A point that a mesh carries: the sum of weighted nodes and an offset.
struct MeshPoint {
  std::size_t index = 0;  ///< its number among those of a state that the mesh drives
  geometry::ElementWeights on;
  type::Vec3 offset = type::Vec3::Zero();
};

/// What a topological mapping that makes new points offers to mappings of states.
class MeshPoints {
 public:
  virtual ~MeshPoints() = default;
  /// All points, on the elements of that mesh. Of several with the same index the last one counts.
  virtual std::vector<MeshPoint> meshPoints(const BaseMeshTopology& mesh) const = 0;
};

}  // namespace sofa::core
