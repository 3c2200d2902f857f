// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::beam {

/// Makes a container of edges a single line through so many points. False, with nothing done, if it is none.
bool fillWithLine(core::BaseMeshTopology& mesh, std::size_t points, std::vector<type::Vec3> positions = {});

}  // namespace sofa::component::beam
