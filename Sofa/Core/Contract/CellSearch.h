// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Type/Vec.h"

namespace sofa::core {

/// What a mesh of hexahedra offers that knows by itself which of them holds a point, by its own places.
class CellSearch {
 public:
  struct Found {
    type::Index hexahedron = 0;
    type::Vec3 fractions = type::Vec3::Zero();  ///< in [0,1] inside, beyond that outside
  };

  virtual ~CellSearch() = default;
  /// The hexahedron that holds p, else one near it; none if the mesh has none.
  virtual std::optional<Found> findCell(const type::Vec3& p) const = 0;
};

}  // namespace sofa::core
