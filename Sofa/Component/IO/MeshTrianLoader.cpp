// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshTrianLoader.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/TrianFile.h"

namespace sofa::component::io {

MeshTrianLoader::MeshTrianLoader() {
  addOutput(&d_neighborTable);
  addOutput(&d_edgesOnBorder);
  addOutput(&d_trianglesOnBorderList);
}

helper::mesh::MeshData MeshTrianLoader::readMesh(std::string_view bytes, const std::filesystem::path&) {
  auto surface = helper::mesh::readTrian(bytes, d_flipNormals.value());
  d_neighborTable.set(std::move(surface.neighbors));
  d_edgesOnBorder.set(std::move(surface.borderEdges));
  d_trianglesOnBorderList.set(std::move(surface.borderTriangles));
  return std::move(surface.mesh);
}

void MeshTrianLoader::clearMesh() {
  MeshLoader::clearMesh();
  d_neighborTable.set({});
  d_edgesOnBorder.set({});
  d_trianglesOnBorderList.set({});
}

namespace {
const auto registered =
    core::Register("MeshTrianLoader", "Sofa.Component.IO.Mesh", "reads a surface and its neighbours from a .trian file")
        .ignores("trian2", "files of the second version of the format are not read: convert them")
        .add<MeshTrianLoader>();
}  // namespace

}  // namespace sofa::component::io
