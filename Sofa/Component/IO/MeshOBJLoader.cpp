// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshOBJLoader.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Results.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("MeshOBJLoader", "Sofa.Component.IO.Mesh", "reads a surface from a Wavefront .obj file")
        .wasCalled("MeshObjLoader", "SOFA v24.12")
        .add<MeshOBJLoader>();
}

MeshOBJLoader::MeshOBJLoader() {
  for (auto* data : std::initializer_list<core::BaseData*>{&d_handleSeams, &d_loadMaterial, &d_computeMaterialFaces})
    addOption(*data);
  for (auto* data : std::initializer_list<core::BaseData*>{&d_materials, &d_materialTextures, &d_positionsDefinition,
                                                           &d_texcoordsDefinition, &d_normalsDefinition, &d_texcoords,
                                                           &d_vertPosIdx, &d_vertNormIdx})
    addOutput(data);
  m_faceLists.addInput(this);
  for (auto* data : {&d_faceList, &d_texcoordsIndex, &d_normalsIndex}) data->addInput(&m_faceLists);
}

void MeshOBJLoader::clearMesh() {
  MeshLoader::clearMesh();
  d_materials.set({});
  d_materialTextures.set({});
  d_positionsDefinition.set({});
  d_texcoordsDefinition.set({});
  d_normalsDefinition.set({});
  d_texcoords.set({});
  d_vertPosIdx.set({});
  d_vertNormIdx.set({});
  m_corners.clear();
  m_faceStarts.assign(1, 0);
}

helper::mesh::MeshData MeshOBJLoader::readMesh(std::string_view bytes, const std::filesystem::path& file) {
  auto mesh = helper::mesh::readObj(bytes, {d_handleSeams.value(), d_triangulate.value(), d_flipNormals.value()});
  if (d_loadMaterial.value()) readMaterials(mesh, file.parent_path());
  if (d_computeMaterialFaces.value()) fillMaterialFaces(mesh);
  m_corners = std::move(mesh.corners);
  m_faceStarts = std::move(mesh.faceStarts);
  d_positionsDefinition.set(std::move(mesh.filePositions));
  d_texcoordsDefinition.set(std::move(mesh.fileTexcoords));
  d_normalsDefinition.set(std::move(mesh.fileNormals));
  d_texcoords.set(std::move(mesh.texcoords));
  d_vertPosIdx.set(std::move(mesh.pointOrigins));
  d_vertNormIdx.set(std::move(mesh.normalNumbers));
  return std::move(static_cast<helper::mesh::MeshData&>(mesh));
}

void MeshOBJLoader::readMaterials(helper::mesh::ObjMesh& mesh, const std::filesystem::path& folder) {
  std::vector<type::Material> materials;
  std::vector<std::string> textures;
  for (const auto& library : mesh.materialLibraries) {
    const auto bytes = helper::readFile(folder / library);
    if (!bytes) {
      warning("Material library '{}' of '{}' not found beside it.", library, d_filename.value());
      continue;
    }
    helper::noteInput(folder / library);
    try {
      std::vector<std::string> images;
      auto read = helper::mesh::readObjMaterials(*bytes, &images);
      materials.insert(materials.end(), std::make_move_iterator(read.begin()), std::make_move_iterator(read.end()));
      for (const auto& image : images) {
        const auto found = image.empty() ? std::nullopt : helper::ResourcePath::data().find(image, folder);
        textures.push_back(found ? found->string() : image);
      }
    } catch (const helper::mesh::FormatError& problem) {
      warning("Material library '{}': {}", library, problem.what());
    }
  }
  helper::mesh::resolveMaterials(mesh, materials);
  d_materials.set(std::move(materials));
  d_materialTextures.set(std::move(textures));
}

void MeshOBJLoader::fillMaterialFaces(const helper::mesh::ObjMesh& mesh) {
  std::map<std::string, std::vector<type::Index>> faces;
  const auto collect = [&](const helper::mesh::Groups& groups, const char* kind) {
    for (const auto& group : groups) {
      if (group.materialName.empty()) continue;
      auto& list = faces["material_" + group.materialName + "_" + kind + "Indices"];
      for (int i = 0; i < group.count; ++i) list.push_back(static_cast<type::Index>(group.first + i));
    }
  };
  collect(mesh.edgesGroups, "edge");
  collect(mesh.trianglesGroups, "triangle");
  collect(mesh.quadsGroups, "quad");
  for (auto& data : m_materialFaces) data->set({});
  for (auto& [name, list] : faces) {
    const auto known = std::find_if(m_materialFaces.begin(), m_materialFaces.end(),
                                    [&, &n = name](const auto& d) { return d->name() == n; });
    if (known != m_materialFaces.end()) {
      (*known)->set(std::move(list));
      continue;
    }
    m_materialFaces.push_back(std::make_unique<Data<std::vector<type::Index>>>(
        this, name, std::vector<type::Index>(), "elements of a material",
        core::DataOptions{.group = "Shading", .readOnly = true}));
    m_materialFaces.back()->set(std::move(list));
  }
}

void MeshOBJLoader::fillFaceLists() {
  IntLists points, texcoords, normals;
  for (std::size_t f = 0; f + 1 < m_faceStarts.size(); ++f) {
    auto &p = points.emplace_back(), &t = texcoords.emplace_back(), &n = normals.emplace_back();
    for (std::size_t c = m_faceStarts[f]; c < m_faceStarts[f + 1]; ++c) {
      p.push_back(m_corners[c].point);
      t.push_back(m_corners[c].texcoord);
      n.push_back(m_corners[c].normal);
    }
  }
  d_faceList.set(std::move(points));
  d_texcoordsIndex.set(std::move(texcoords));
  d_normalsIndex.set(std::move(normals));
}

}  // namespace sofa::component::io
