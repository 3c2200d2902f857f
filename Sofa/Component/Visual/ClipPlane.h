// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::visual {

/// Cuts off what lies on the side of a plane to which its normal points, in its node and below.
class ClipPlane : public core::Component {
 public:
  static constexpr int maxPlanes = 6;

  core::Data<bool> d_enable{this, "enable", true, "if false, nothing is cut"};
  core::Data<type::Vec3> d_position{this, "position", type::Vec3::Zero(), "a point of the plane (m)"};
  core::Data<type::Vec3> d_normal{this, "normal", type::Vec3(1, 0, 0), "points to the side that is cut off"};
  core::Data<int> d_id{this, "id", 0, "number of the plane; a plane below replaces that of the same number above"};
  core::Data<bool> d_active{this, "active", true, "if false, nothing is cut"};

  void init() override { reinit(); }
  void reinit() override;
};

}  // namespace sofa::component::visual
