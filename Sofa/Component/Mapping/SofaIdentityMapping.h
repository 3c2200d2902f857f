#pragma once
#include "Sofa/Component/Mapping/IdentityMapping.h"

namespace sofa::component::mapping::linear {
using mapping::IdentityMapping;
}
