#pragma once
#include <QString>

#include "Sofa/Core/Context.h"

namespace sofa::gui {

/// Writes the visual models of a node and below, as they are now, as one OBJ file with a group and a material each
/// (sheet 09 §2.10). What went wrong, or nothing; the file is complete or not there. In the simulation's thread.
QString exportSurfaces(core::Context& node, const QString& file);

}  // namespace sofa::gui
