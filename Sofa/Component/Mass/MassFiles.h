// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "Sofa/Type/Rigid.h"

/// Files that masses are read from. They are searched in `folder`, then along the data path.
namespace sofa::component::mass {

/// Reads mass, volume and inertia per unit mass of a body from a .rigid file (docs/manual/mechanics.md, "Uniform
/// mass"); what the file does not say stays. False if it cannot be read. `definesMass` tells whether the file gives the
/// mass; `problems` gets a line for all that was not understood.
bool readRigidMassFile(const std::string& file, const std::filesystem::path& folder, type::RigidMass<3>& mass,
                       bool& definesMass, std::vector<std::string>& problems);

/// Reads the masses (kg) of the points of a mass-spring file, Xsp 3.0 or 4.0 (docs/manual/mechanics.md, "Mass-spring
/// files"). `problem` says what is wrong, if anything.
std::vector<double> readNodeMassFile(const std::string& file, const std::filesystem::path& folder,
                                     std::string& problem);

}  // namespace sofa::component::mass
