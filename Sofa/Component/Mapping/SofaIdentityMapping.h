// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/IdentityMapping.h"

namespace sofa::component::mapping::linear {
using mapping::IdentityMapping;
}
