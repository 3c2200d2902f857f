// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::mechanicalload {

/// Gravity of its node and of those below, in place of the one inherited.
class Gravity : public core::ContextObject {
 public:
  core::Data<type::Vec3> d_gravity{this, "gravity", type::Vec3(0, 0, 0), "gravity in world space (m/s^2)"};

  void init() override { apply(); }
  void apply() override;
};

}  // namespace sofa::component::mechanicalload
