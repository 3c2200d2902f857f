// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualState.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/VisibleSurface.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::visual {

/// A contiguous range of faces drawn with one material; material -1 is the model's own.
struct FaceGroup {
  std::string name;
  int material = -1;
  int firstEdge = 0, edges = 0;
  int firstTriangle = 0, triangles = 0;
  int firstQuad = 0, quads = 0;
};

/// A surface to be looked at: points, faces, normals, texture coordinates and material (docs/manual/visual.md, "Visual
/// models").
///
/// A mesh whose vertices are split along texture seams keeps one `position` per original point, which is what mappings
/// see, and one of `vertices` per split vertex, which is what is drawn; `vertPosIdx` relates them. Nothing is drawn
/// here.
class VisualModelImpl : public VisualState, public core::VisibleSurface {
 public:
  using Vec2f = type::Vec<2, float>;
  using VecIndex = std::vector<type::Index>;

  core::Data<VecVec3> d_vertices{
      this, "vertices", {}, "vertices, where a point is split along seams (m)", {.group = "Vector"}};
  core::Data<std::vector<Vec2f>> d_texcoords{
      this, "texcoords", {}, "texture coordinates of each vertex", {.group = "Vector"}};
  core::Data<VecVec3> d_tangents{this, "tangents", {}, "unit tangent of each vertex", {.group = "Vector"}};
  core::Data<VecVec3> d_bitangents{this, "bitangents", {}, "normal x tangent of each vertex", {.group = "Vector"}};
  core::Data<std::vector<type::Edge>> d_edges{
      this, "edges", {}, "lines to draw", {.group = "Vector", .autoLink = false}};
  core::Data<std::vector<type::Triangle>> d_triangles{this, "triangles", {}, "triangles to draw", {.group = "Vector"}};
  core::Data<std::vector<type::Quad>> d_quads{this, "quads", {}, "quads to draw", {.group = "Vector"}};
  core::Data<VecIndex> d_vertPosIdx{this, "vertPosIdx", {}, "point of each vertex, if vertices are split"};
  core::Data<VecIndex> d_vertNormIdx{this, "vertNormIdx", {}, "vertices with the same number share a normal"};

  core::Data<std::string> d_filename{this, "filename", "", "mesh file (.obj)", {.aliases = {"fileMesh"}}};
  core::Data<std::string> d_texturename{this, "texturename", "", "image file of the texture"};
  core::Data<type::Vec3> d_translation{
      this, "translation", type::Vec3::Zero(), "initial translation (m)", {.group = "Transformation"}};
  core::Data<type::Vec3> d_rotation{
      this, "rotation", type::Vec3::Zero(), "initial rotation about x, y, z (degrees)", {.group = "Transformation"}};
  core::Data<type::Vec3> d_scale{this, "scale3d", type::Vec3::Ones(), "initial scale", {.group = "Transformation"}};
  core::Data<Vec2f> d_scaleTex{this, "scaleTex", Vec2f::Ones(), "scale of the texture coordinates"};
  core::Data<Vec2f> d_translationTex{this, "translationTex", Vec2f::Zero(), "translation of the texture coordinates"};
  core::Data<type::Material> d_material{this, "material", defaultMaterial(),
                                        "appearance: name, then Diffuse, Ambient, Specular, Emissive, Shininess"};
  core::Data<std::vector<type::Material>> d_materials{this, "materials", {}, "appearances that face groups refer to"};
  core::Data<std::vector<FaceGroup>> d_groups{this, "groups", {}, "ranges of faces with a material of their own"};

  core::Data<bool> d_initRestPositions{this, "initRestPositions", false, "if true, rest positions are transformed too"};
  core::Data<bool> d_useNormals{this, "useNormals", true, "if true, normals of the file are used"};
  core::Data<bool> d_updateNormals{this, "updateNormals", true, "if true, normals follow the positions"};
  core::Data<bool> d_computeTangents{this, "computeTangents", false,
                                     "if true, tangents are computed at initialisation"};
  core::Data<bool> d_updateTangents{this, "updateTangents", true, "if true, tangents follow the positions"};
  core::Data<bool> d_computeTextureCoordinates{this, "computeTextureCoordinates", false,
                                               "if true, texture coordinates are those of a sphere"};
  core::Data<bool> d_handleDynamicTopology{this, "handleDynamicTopology", true,
                                           "if true, faces follow changes of the topology"};
  core::Data<bool> d_fixMergedUVSeams{
      this, "fixMergedUVSeams", true,
      "with computeTextureCoordinates: if true, vertices of one point that are on either side of the "
      "meridian where u starts again have u beyond 0 or 1 there"};
  core::Data<bool> d_keepLines{this, "keepLines", false,
                               "with filename: if true, lines of the file along sides of its triangles are kept"};
  core::Data<bool> d_putOnlyTexCoords{
      this, "putOnlyTexCoords", false,
      "kept for scenes that set it: shaders get texture coordinates with or without a texture"};
  core::Data<bool> d_srgbTexturing{this, "srgbTexturing", false, "if true, the texture holds sRGB colours"};

  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "topology to take points and faces from; default: the one visible from this node"};

  void init() override;
  /// Brings vertices, normals, tangents and texture coordinates up to date with the positions. Viewers call it before
  /// drawing.
  void updateVisual() override;
  /// Faces are taken from the mesh before they are drawn; points that nothing moves follow those of the mesh.
  bool topologyChanged(const core::MeshChanges& changes) override;

  /// What faces refer to: the split vertices if there are any, else the positions.
  const VecVec3& drawnVertices() const {
    return d_vertPosIdx.value().empty() ? d_position.value() : d_vertices.value();
  }
  Faces visibleFaces() const override;
  bool castsShadow() const { return m_castsShadow; }
  /// Full path of the texture file of faces of a material: that of the model, or, if it has none, the
  /// material's own; empty if there is none.
  const std::string& textureFile(int material = -1) const;
  /// Number of the material of faces that no group has: the first of `materials` where there are no groups and
  /// `material` is not given, else -1.
  int commonMaterial() const;
  /// A material by its number, as groups give it; `material` if it is none of `materials`.
  const type::Material& materialOf(int number) const;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  static type::Material defaultMaterial();
  void parseColor(const std::string& text);
  void parseTransform(core::ComponentDescription& description);
  void flipFaces();
  bool loadFile();
  void dropSidesOfTriangles();
  void mergeSplitVertices();
  void takeTopology();
  void takeFaces();
  void followMaterials();
  void takeGroups(const core::Component& loader);
  void takeMaterialTextures(const core::Base& loader);
  void findTexture();
  void applyTransform();
  void transformTexcoords();
  void updateShading();

  core::DataTracker m_changes;     // of what vertices and normals depend on
  core::DataTracker m_appearance;  // of what textures depend on
  core::Found<core::BaseMeshTopology> m_followed;
  std::size_t m_followedRevision = 0;
  bool m_groupsOfLoader = false;  // taken from where the materials are linked to
  std::string m_textureFile;
  std::vector<std::string> m_namedTextures, m_materialTextures;  // of d_materials: as named, and those that are there
  bool m_castsShadow = true;
};

}  // namespace sofa::component::visual

namespace sofa::type {
template <>
struct TextTraits<component::visual::FaceGroup> {
  static std::string name() { return "FaceGroup"; }
  /// name material, then first and count of edges, triangles and quads.
  static bool read(TextReader& in, component::visual::FaceGroup& value);
  static void write(std::string& out, const component::visual::FaceGroup& value, int precision);
};
}  // namespace sofa::type
