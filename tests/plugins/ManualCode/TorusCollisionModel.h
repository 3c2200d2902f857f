// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionModel.h"

/// A collision model of one's own, as docs/manual/collision-pairs.md assumes it: rings around the y axis.
class TorusCollisionModel : public sofa::core::CollisionModel {
 public:
  std::type_index kind() const override { return typeid(TorusCollisionModel); }
  std::size_t size() const override { return 1; }
  sofa::core::BaseState* state() const override { return nullptr; }
  void elementBoxes(std::span<sofa::type::BoundingBox> boxes) const override;

  sofa::type::Vec3 closestPoint(sofa::type::Index i, const sofa::type::Vec3& p) const;
};
