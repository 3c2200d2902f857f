// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshGmshLoader.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/GmshFile.h"

namespace sofa::component::io {
namespace {
const auto registered = core::Register("MeshGmshLoader", "Sofa.Component.IO.Mesh", "reads a mesh from a Gmsh .msh file")
                            .add<MeshGmshLoader>();
}

void MeshGmshLoader::parseExtra(core::ComponentDescription& description) {
  if (!d_createSubelements.isSet()) d_createSubelements.set(true);
  MeshLoader::parseExtra(description);
}

helper::mesh::MeshData MeshGmshLoader::readMesh(std::string_view bytes, const std::filesystem::path&) {
  if (d_flipNormals.value()) warning("flipNormals has no effect on Gmsh files.");
  return helper::mesh::readGmsh(bytes);
}

}  // namespace sofa::component::io
