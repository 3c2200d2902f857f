// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshFileLoader.h"

#include <algorithm>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/MeshFormats.h"

namespace sofa::component::io {
namespace {
const auto registered = core::Register("MeshFileLoader", "Sofa.Component.IO.Mesh",
                                       "reads a mesh from a file of any known kind, those of plugins too")
                            .add<MeshFileLoader>();
}

helper::mesh::MeshData MeshFileLoader::readMesh(std::string_view bytes, const std::filesystem::path& file) {
  auto mesh = helper::mesh::readMesh(bytes, file);
  if (d_flipNormals.value()) {
    for (auto& triangle : mesh.triangles) std::ranges::reverse(triangle);
    for (auto& quad : mesh.quads) std::ranges::reverse(quad);
    for (auto& normal : mesh.normals) normal = -normal;
  }
  return mesh;
}

}  // namespace sofa::component::io
