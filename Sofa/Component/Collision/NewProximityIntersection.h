// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/ProximityIntersection.h"

namespace sofa::component::collision {

/// Every pair of features closer than the alarm distance is a contact, triangles with triangles too: a triangle brings
/// its corners, and with useLineLine its sides. What several triangles share counts once, for the triangle that owns it
/// (TriangleCollisionModel::owns()).
class NewProximityIntersection : public ProximityIntersection {
 public:
  core::Data<bool> d_useLineLine{this, "useLineLine", false,
                                 "whether sides of triangles meet lines and sides; read at initialisation"};

  void init() override;
  std::span<const std::string_view> methods() const override;
  bool sidesMeet() const { return m_lineLine; }

 private:
  bool m_lineLine = false;
};

}  // namespace sofa::component::collision
