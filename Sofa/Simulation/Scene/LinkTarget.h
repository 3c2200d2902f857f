// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Link.h"

namespace sofa::simulation {

/// Sets a target as Link and MultiLink do, of a link of any type.
inline void setTarget(core::BaseLink& link, std::size_t i, core::Base* target) {
  struct Access : core::BaseLink {
    using core::BaseLink::setTarget;
  };
  (link.*(&Access::setTarget))(i, target);
}

}  // namespace sofa::simulation
