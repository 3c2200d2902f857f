// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneWriter.h"

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/WriteAccess.h"
#include "Sofa/Simulation/Scene/ElementWriter.h"
#include "Sofa/Simulation/Scene/ScenePatch.h"
#include "Sofa/Simulation/Scene/SceneXml.h"

namespace sofa::simulation {
namespace fs = std::filesystem;

std::string sceneText(const Node& root, const fs::path& folder) {
  ElementWriter writer(root, folder, ElementWriter::Includes::AsTheyWere);
  writer.out = "<?xml version=\"1.0\"?>\n";
  writer.writeNode(root, "");
  return std::move(writer.out);
}

std::string savedSceneText(const Node& root, const fs::path& folder) {
  auto patched = patchedSceneText(root, folder);
  return patched && SceneXml(*patched).problem().empty() ? std::move(*patched) : sceneText(root, folder);
}

std::string objectText(const core::Base& object) {
  ElementWriter writer(object, {}, ElementWriter::Includes::Expanded);
  if (const auto* node = dynamic_cast<const core::Node*>(&object))
    writer.writeNode(*node, "");
  else
    writer.writeComponent(dynamic_cast<const core::Component&>(object), "");
  return std::move(writer.out);
}

std::map<const core::SceneInclude*, std::string> includedTexts(const Node& node) {
  const ElementWriter all(node, {}, ElementWriter::Includes::ForComparison);
  std::map<const core::SceneInclude*, std::vector<const core::Base*>> contents;
  for (const auto* item : all.itemsOf(node)) {
    const auto given = core::givenAttributes(*item);
    for (const auto* include = given ? given->include.get() : nullptr; include; include = include->outer.get())
      contents[include].push_back(item);
  }
  std::map<const core::SceneInclude*, std::string> texts;
  for (const auto& [include, items] : contents) {
    auto writer = all;
    writer.writeItems(node, items, include, "");
    texts[include] = std::move(writer.out);
  }
  return texts;
}

bool writeScene(const Node& root, const std::string& file, std::string* problem) {
  if (const std::string why = helper::whyLinkLeadsOut(file); !why.empty()) {
    if (problem) *problem = fmt::format("{}: {}", file, why);
    return false;
  }
  std::error_code ignored;
  fs::path absolute = fs::weakly_canonical(file, ignored);  // a link stays one
  if (absolute.empty()) absolute = fs::absolute(file);
  const std::string text = savedSceneText(root, absolute.parent_path());
  const auto error = helper::writeFile(absolute, text);
  if (error && problem) *problem = fmt::format("{}: {}", file, error.message());
  return !error;
}

}  // namespace sofa::simulation
