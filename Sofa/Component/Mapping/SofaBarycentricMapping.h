// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/BarycentricMapping.h"

namespace sofa::component::mapping::linear {
using mapping::BarycentricMapping;
}
