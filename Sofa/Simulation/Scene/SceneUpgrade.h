// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::simulation {

/// A scene's text with the names that classes have today.
struct UpgradedScene {
  std::string text;
  std::vector<std::string> renamed;  ///< "line 3: Mesh is MeshTopology"
  std::vector<std::string> left;     ///< names that no other stands for, with what to do
};
/// What includes name now: the href of a scene, and that of the file which was written instead.
using UpgradedIncludes = std::map<std::string, std::string, std::less<>>;
UpgradedScene upgradedXml(std::string_view text, const UpgradedIncludes& includes = {});
/// Of a scene in Python: the names in addObject() and createObject() that stand there as text.
UpgradedScene upgradedPython(std::string_view text);

/// Writes the scene beside itself, as NAME.upgraded.scn, and tells what was renamed. So with the files that it
/// includes, where a scene in that place may write (Sofa/Helper/WriteAccess.h); others, and what a scene in Python
/// imports, are told. False after an error.
bool upgradeSceneFile(const std::filesystem::path& file);

}  // namespace sofa::simulation
