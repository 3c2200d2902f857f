// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Component/IO/MeshLoader.h"
#include "Sofa/Helper/Mesh/ObjFile.h"

namespace sofa::component::io {

/// Reads a surface from a Wavefront .obj file, with texture coordinates, normals and materials
/// (docs/manual/topology.md, "OBJ").
class MeshOBJLoader : public MeshLoader {
  template <class T>
  using Data = core::Data<T>;
  using IntLists = std::vector<std::vector<int>>;

 public:
  MeshOBJLoader();

  Data<bool> d_handleSeams{this, "handleSeams", false,
                           "if true, points with several texture coordinates or normals are split, one point for each"};
  Data<bool> d_loadMaterial{this, "loadMaterial", true, "if true, the material libraries that the file names are read"};
  Data<type::Material> d_defaultMaterial{
      this,
      "defaultMaterial",
      {},
      "for links: faces without a material have that of their visual model, as in material=\"@loader.defaultMaterial\"",
      {.group = "Shading"}};
  Data<std::vector<type::Material>> d_materials{
      this, "materials", {}, "materials of the libraries", {.group = "Shading", .readOnly = true}};
  Data<std::vector<std::string>> d_materialTextures{
      this, "materialTextures", {}, "image of each material, \"\" for none", {.group = "Shading", .readOnly = true}};
  Data<IntLists> d_faceList{
      this, "faceList", {}, "points of each face, as in the file", {.group = "Geometry", .readOnly = true}};
  Data<IntLists> d_texcoordsIndex{this,
                                  "texcoordsIndex",
                                  {},
                                  "texture coordinates of each face, -1: none",
                                  {.group = "Texturing", .readOnly = true}};
  Data<std::vector<type::Vec3>> d_positionsDefinition{
      this, "positionsDefinition", {}, "points of the file, not transformed", {.group = "Geometry", .readOnly = true}};
  Data<std::vector<type::Vec2>> d_texcoordsDefinition{
      this, "texcoordsDefinition", {}, "texture coordinates of the file", {.group = "Texturing", .readOnly = true}};
  Data<IntLists> d_normalsIndex{
      this, "normalsIndex", {}, "normals of each face, -1: none", {.group = "Geometry", .readOnly = true}};
  Data<std::vector<type::Vec3>> d_normalsDefinition{
      this, "normalsDefinition", {}, "normals of the file", {.group = "Geometry", .readOnly = true}};
  Data<std::vector<type::Vec2>> d_texcoords{
      this, "texcoords", {}, "texture coordinates per point", {.group = "Texturing", .readOnly = true}};
  Data<bool> d_computeMaterialFaces{this, "computeMaterialFaces", false,
                                    "if true, the elements of each material become Data material_<name>_<type>Indices"};
  Data<std::vector<int>> d_vertPosIdx{this,
                                      "vertPosIdx",
                                      {},
                                      "with seams: point of the file that each point stands for",
                                      {.group = "Geometry", .readOnly = true}};
  Data<std::vector<int>> d_vertNormIdx{this,
                                       "vertNormIdx",
                                       {},
                                       "with seams: number of the (point, normal) pair of each point",
                                       {.group = "Geometry", .readOnly = true}};

 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
  void clearMesh() override;

 private:
  /// Makes the lists of faces from the corners when one of them is read, which is rare.
  class FaceLists : public core::DependencyNode {
   public:
    explicit FaceLists(MeshOBJLoader& loader) : m_loader(loader) {}

   private:
    void update() override { m_loader.fillFaceLists(); }
    MeshOBJLoader& m_loader;
  };

  void readMaterials(helper::mesh::ObjMesh& mesh, const std::filesystem::path& folder);
  void fillMaterialFaces(const helper::mesh::ObjMesh& mesh);
  void fillFaceLists();

  std::vector<helper::mesh::ObjCorner> m_corners;
  std::vector<std::size_t> m_faceStarts{0};
  std::vector<std::unique_ptr<Data<std::vector<type::Index>>>> m_materialFaces;
  FaceLists m_faceLists{*this};
};

}  // namespace sofa::component::io
