// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshFileReading.h"

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/Mesh/MeshFormats.h"
#include "Sofa/Helper/Mesh/MeshOperations.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::topology {

std::optional<helper::mesh::MeshData> readMeshFile(const core::Component& owner, const std::string& filename) {
  const auto& paths = helper::ResourcePath::data();
  const auto file = paths.find(filename, owner.folder());
  if (!file) {
    owner.error("filename: mesh '{}' not found. It was searched in {}", filename, paths.describe(owner.folder()));
    return {};
  }
  const auto bytes = helper::readFile(*file);
  if (!bytes) {
    owner.error("filename: cannot read '{}'.", file->string());
    return {};
  }
  try {
    auto mesh = helper::mesh::readMesh(*bytes, *file);
    for (const auto& text : mesh.errors) owner.error("'{}': {}", filename, text);
    for (const auto& text : mesh.warnings) owner.warning("'{}': {}", filename, text);
    if (const auto told = helper::mesh::tellMiddleNodes(mesh); !told.empty())
      owner.warning("'{}': {}. A loader with onlyAttachedPoints=\"1\" leaves them out.", filename, told);
    return mesh;
  } catch (const helper::mesh::FormatError& problem) {
    owner.error("filename: cannot read '{}': {}", file->string(), problem.what());
    return {};
  }
}

}  // namespace sofa::component::topology
