// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/GIDMeshLoader.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/GidFile.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("GIDMeshLoader", "Sofa.Component.IO.Mesh", "reads a mesh from a .gid file").add<GIDMeshLoader>();
}

helper::mesh::MeshData GIDMeshLoader::readMesh(std::string_view bytes, const std::filesystem::path&) {
  return helper::mesh::readGid(bytes, d_flipNormals.value());
}

}  // namespace sofa::component::io
