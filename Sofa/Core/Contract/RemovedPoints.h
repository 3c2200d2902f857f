// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace sofa::core {

/// What a state tells of the points that it lost with the last change in which points came or went.
template <class DataTypes>
class RemovedPoints {
 public:
  virtual ~RemovedPoints() = default;
  /// Where they were, in the order of ElementChange::removed().
  virtual const std::vector<typename DataTypes::Coord>& removedPositions() const = 0;
};

}  // namespace sofa::core
