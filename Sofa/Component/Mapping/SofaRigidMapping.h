// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/RigidMapping.h"

namespace sofa::component::mapping::nonlinear {
using mapping::RigidMapping;
}
