// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Type/Vec.h"

namespace sofa::core {

/// What a mesh of hexahedra offers of which each was put together from cells of half the size, and so on.
class FinerCells {
 public:
  virtual ~FinerCells() = default;
  /// How often.
  virtual int finerLevels() const = 0;
  /// What counts as full of the 8^finerLevels smallest parts of a hexahedron, 0 where there is none: by octants, the
  /// coarsest of them first, in which local x, y and z above the middle are 1, 2 and 4.
  virtual std::span<const float> finestParts(type::Index hexahedron) const = 0;
};

}  // namespace sofa::core
