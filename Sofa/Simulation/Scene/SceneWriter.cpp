#include "Sofa/Simulation/Scene/SceneWriter.h"

#include "Sofa/Helper/File.h"
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

std::string includedText(const Node& node, const core::SceneInclude& include) {
  ElementWriter writer(node, {}, ElementWriter::Includes::ForComparison);
  writer.writeContents(node, include);
  return std::move(writer.out);
}

bool writeScene(const Node& root, const std::string& file, std::string* problem) {
  std::error_code ignored;
  fs::path absolute = fs::weakly_canonical(file, ignored);  // a link stays one
  if (absolute.empty()) absolute = fs::absolute(file);
  const std::string text = savedSceneText(root, absolute.parent_path());
  const auto error = helper::writeFile(absolute, text);
  if (error && problem) *problem = fmt::format("{}: {}", file, error.message());
  return !error;
}

}  // namespace sofa::simulation
