// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::component::topology {

/// The mesh in the file that the attribute `filename` of a component names; none, with an error, if it cannot be read.
std::optional<helper::mesh::MeshData> readMeshFile(const core::Component& owner, const std::string& filename);

}  // namespace sofa::component::topology
