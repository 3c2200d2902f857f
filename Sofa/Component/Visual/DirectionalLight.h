// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/Light.h"

namespace sofa::component::visual {

/// Light from infinitely far away.
class DirectionalLight : public Light {
 public:
  core::Data<type::Vec3> d_direction{this, "direction", type::Vec3(0, 0, -1), "towards the light"};
};

}  // namespace sofa::component::visual
