// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/FileSearch.h"

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::io {

std::optional<std::filesystem::path> findFile(const core::Base& component, const std::string& name) {
  return findFile(component, name, component.folder());
}

std::optional<std::filesystem::path> findFile(const core::Base& component, const std::string& name,
                                              const std::filesystem::path& folder) {
  if (name.empty()) {
    component.error("No file to load. Data filename is not set.");
    return std::nullopt;
  }
  auto file = helper::ResourcePath::data().find(name, folder);
  if (!file)
    component.error("File: '{}' not found. It was searched in {}", name, helper::ResourcePath::data().describe(folder));
  return file;
}

std::optional<std::string> readWholeFile(const core::Base& component, const std::filesystem::path& file) {
  auto bytes = helper::readFile(file);
  if (!bytes) {
    component.error("Cannot read file '{}'.", file.string());
  } else if (bytes->empty()) {
    component.error("Cannot read file '{}': it is empty.", file.string());
    return std::nullopt;
  }
  return bytes;
}

}  // namespace sofa::component::io
