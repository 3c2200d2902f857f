// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Of the contacts with the same identity the deepest one counts, of equally deep ones the first.
class DeepestContacts {
 public:
  /// The places in `outputs` of those that count, ascending; valid until the next call.
  std::span<const type::Index> select(const std::vector<core::DetectionOutput>& outputs);
  /// All places of the last call by identity, the one that counts first.
  std::span<const type::Index> byIdentity() const { return m_byIdentity; }

 private:
  std::vector<type::Index> m_byIdentity, m_selected;
};

}  // namespace sofa::component::collision
