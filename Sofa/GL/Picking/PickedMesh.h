// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/GL/Picking/PointPicker.h"

namespace sofa::gl {

/// The mesh whose points a picked body has; null, with an error at the body's state, if they are those of none.
core::BaseMeshTopology* pickedMesh(simulation::Node& root, const PickedPoint& picked);

}  // namespace sofa::gl
