// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::component::mapping {

/// Points of a file: the vertices of an .obj, the centres of an .sph, the masses of an .xs3. False with what is wrong
/// if the file cannot be read or has another ending.
bool readPointFile(const std::filesystem::path& file, std::vector<type::Vec3>& points, std::string& problem);

}  // namespace sofa::component::mapping
