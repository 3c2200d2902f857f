// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshOffLoader.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/OffFile.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("MeshOffLoader", "Sofa.Component.IO.Mesh", "reads a surface from an .off file").add<MeshOffLoader>();
}

helper::mesh::MeshData MeshOffLoader::readMesh(std::string_view bytes, const std::filesystem::path&) {
  return helper::mesh::readOff(bytes, d_flipNormals.value());
}

}  // namespace sofa::component::io
