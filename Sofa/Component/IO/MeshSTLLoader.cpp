// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshSTLLoader.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/StlFile.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("MeshSTLLoader", "Sofa.Component.IO.Mesh", "reads a surface from an .stl file").add<MeshSTLLoader>();
}

MeshSTLLoader::MeshSTLLoader() {
  addOption(d_headerSize);
  addOption(d_forceBinary);
}

helper::mesh::MeshData MeshSTLLoader::readMesh(std::string_view bytes, const std::filesystem::path&) {
  return helper::mesh::readStl(bytes, {d_headerSize.value(), d_forceBinary.value(), d_flipNormals.value()});
}

}  // namespace sofa::component::io
