// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Helper/Message.h"

namespace sofa::simulation {

/// Element tree of a scene file after includes and replacements, before anything is created.
struct SceneElement {
  struct Attribute {
    std::string name, value;
  };
  std::string tag;
  std::vector<Attribute> attributes;
  std::vector<std::unique_ptr<SceneElement>> children;
  helper::SourceLocation location;
  /// Folder that relative file names of this subtree start from; empty: that of the including element.
  std::filesystem::path folder;
  core::SceneComments comments;
  /// What it was included by: the innermost, which knows those around it.
  std::shared_ptr<core::SceneInclude> include;
  /// Of elements of the scene's own file: the file, and how many elements stand before this one in it.
  std::shared_ptr<core::SceneFile> sceneFile;
  std::size_t number = 0;

  const std::string* find(std::string_view name) const;
  void set(std::string_view name, std::string value);
  void erase(std::string_view name);
  /// Node, Object, Attribute, Data or the class name of a component.
  bool isNode() const { return tag == "Node"; }
  bool isComponent() const { return !isNode() && tag != "Attribute" && tag != "Data"; }
  /// Class of a component element.
  std::string componentType() const;
};

/// Reads a scene file with all it includes. Null after an error message if the file cannot be used as a scene.
std::unique_ptr<SceneElement> readSceneElements(const std::filesystem::path& file);
/// The same from text; relative names start from `folder`.
std::unique_ptr<SceneElement> parseSceneElements(std::string_view text, const std::string& name,
                                                 const std::filesystem::path& folder);

}  // namespace sofa::simulation
