#pragma once
#include <string>

#include "Sofa/Simulation/Node.h"

namespace sofa::gui {

/// Writes all visual models that are switched on as one OBJ file and, beside it, their materials as MTL (sheet 09
/// §2.10): one group per model with positions, normals and texture coordinates, numbered on from model to model. In the
/// simulation's thread, after updateVisual(). False, with a reason, if a file cannot be written; what was there before
/// is left then.
bool writeObj(simulation::Node& root, const std::string& file, std::string& reason);

}  // namespace sofa::gui
