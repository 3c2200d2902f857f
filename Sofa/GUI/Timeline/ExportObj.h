// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::gui {

/// Writes the visual models of a node and below that are switched on, as they are now, as one OBJ file and, beside it,
/// their materials as MTL: one group per model with positions, normals and texture coordinates,
/// numbered on from model to model. In the simulation's thread. What went wrong, or nothing; a file that cannot be
/// written is left as it was.
QString exportSurfaces(core::Node& node, const QString& file);

}  // namespace sofa::gui
