// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Core/Contract/VecId.h"

namespace sofa::core {

/// A state that counts how often its vectors were handed out for writing: as long as a count is the same, what was
/// made from the vector still holds. Nothing for vectors that it does not count; states without this count none.
class VectorChanges {
 public:
  virtual ~VectorChanges() = default;
  virtual std::optional<int> changes(VecCoordId id) const = 0;
  virtual std::optional<int> changes(VecDerivId id) const = 0;
};

}  // namespace sofa::core
