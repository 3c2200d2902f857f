#pragma once
#include <string>
#include <vector>

namespace sofa::component::mass {

/// Reads the masses (kg) of the points of a mass-spring file, Xsp 3.0 or 4.0 (sheet 04 §1.1). The file is searched beside the
/// scene (`scene` is its path), then along the data path. `problem` says what is wrong, if anything.
std::vector<double> readNodeMassFile(const std::string& file, const std::string& scene, std::string& problem);

}  // namespace sofa::component::mass
