// SPDX-License-Identifier: Apache-2.0
#include "GapMapping.h"

namespace sofaidioms {

using namespace sofa::defaulttype;
int GapMappingClass =
    sofa::core::RegisterObject("Distances of consecutive points").add<GapMapping<Vec3Types, Vec1Types>>();

}  // namespace sofaidioms
