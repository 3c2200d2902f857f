// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshXspLoader.h"

#include "Sofa/Component/IO/FileSearch.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/XspFile.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("MeshXspLoader", "Sofa.Component.IO.Mesh", "reads points and edges from a mass-spring file")
        .add<MeshXspLoader>();
}

std::optional<std::filesystem::path> MeshXspLoader::file() const {
  const std::string& name = d_filename.value();
  if (!core::reproducesSofa(*this)) return findFile(*this, name);
  std::error_code ignored;
  if (!name.empty() && std::filesystem::is_regular_file(folder() / name, ignored) &&
      !std::filesystem::path(name).is_absolute())
    core::tellDefect(*this, fmt::format("the file '{}' beside the scene is not looked at", name),
                     "Give its full name, or put it on the data path");
  return findFile(*this, name, {});
}

helper::mesh::MeshData MeshXspLoader::readMesh(std::string_view bytes, const std::filesystem::path&) {
  auto content = helper::mesh::readXsp(bytes);
  helper::mesh::MeshData mesh;
  mesh.positions = std::move(content.positions);
  mesh.edges.reserve(content.springs.size());
  for (const auto& spring : content.springs) mesh.edges.emplace_back(spring.first, spring.second);
  return mesh;
}

}  // namespace sofa::component::io
