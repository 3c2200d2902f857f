#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "Sofa/FiniteElement/SpringKernel.h"

namespace sofa::component::solidmechanics {

/// Springs of a mass-spring text file, format Xsp 3.0 or 4.0 (docs/manual/mechanics.md, "Mass-spring files"). A rest
/// length of -1 in the file stands for the distance of the file's points, by which stiffness and damping are then
/// divided. Masses and other settings of the file are not used. Nothing, with the line and the reason in `problem`, if
/// the file is malformed.
std::optional<std::vector<fem::LinearSpring>> readXspFile(const std::filesystem::path& file, std::string& problem);

}  // namespace sofa::component::solidmechanics
