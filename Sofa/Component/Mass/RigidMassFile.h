#pragma once
#include <string>
#include <vector>

#include "Sofa/Type/Rigid.h"

namespace sofa::component::mass {

/// Reads mass, volume and inertia per unit mass of a body from a .rigid file (sheet 03 §2.1); what the file does not say stays.
/// The file is searched beside the scene (`scene` is its path), then along the data path. False if it cannot be read.
/// `definesMass` tells whether the file gives the mass; `problems` gets a line for all that was not understood.
bool readRigidMassFile(const std::string& file, const std::string& scene, type::RigidMass<3>& mass, bool& definesMass,
                       std::vector<std::string>& problems);

}  // namespace sofa::component::mass
