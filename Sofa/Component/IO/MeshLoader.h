// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::component::io {

/// What all components that read a mesh from a file share (docs/manual/topology.md, "Mesh loaders"): the file, the
/// options that change the mesh once it is read, and the mesh as Data, for others to link to.
///
/// The file is read when the attributes are parsed, so that what comes next in the scene can use it, and again when its
/// name or an option changes. A change of the transformation moves the points as they were read.
class MeshLoader : public core::DataEngine {
  template <class T>
  using Data = core::Data<T>;
  using Vec3 = type::Vec3;
  using Groups = helper::mesh::Groups;
  template <std::size_t N>
  using IndexArrays = std::vector<helper::mesh::IndexArray<N>>;
  inline static const core::DataOptions option{.autoLink = false};
  inline static const core::DataOptions result{.group = "Vectors", .readOnly = true};
  inline static const core::DataOptions group{.group = "Groups", .readOnly = true};

 public:
  MeshLoader();

  Data<std::string> d_filename{this,
                               "filename",
                               "",
                               "name of the mesh file, searched beside the scene and in the data path",
                               {.required = true, .autoLink = false}};
  Data<bool> d_flipNormals{this, "flipNormals", false, "if true, triangles and quads are turned over", option};
  Data<bool> d_triangulate{this, "triangulate", false, "if true, every quad becomes two triangles", option};
  Data<bool> d_createSubelements{this, "createSubelements", false,
                                 "if true, the faces and edges of all elements are added where the file lacks them",
                                 option};
  Data<bool> d_onlyAttachedPoints{this, "onlyAttachedPoints", false, "if true, points that no element uses are dropped",
                                  option};
  Data<Vec3> d_translation{this, "translation", Vec3::Zero(), "translation of the points, applied last", option};
  Data<Vec3> d_rotation{this, "rotation", Vec3::Zero(), "rotation of the points about x, then y, then z (degrees)",
                        option};
  Data<Vec3> d_scale{this, "scale3d", Vec3::Ones(), "scale of the points along x, y and z, applied first", option};
  Data<type::Mat4> d_transformation{
      this, "transformation", type::Mat4::Identity(),
      "4x4 transformation, row by row; unless identity it replaces translation, rotation and scale", option};

  Data<std::vector<Vec3>> d_positions{this, "position", {}, "points of the mesh", result};
  Data<std::vector<Vec3>> d_normals{this, "normals", {}, "normal per point", result};
  Data<helper::mesh::IndexLists> d_polylines{this, "polylines", {}, "points of each polyline", result};
  Data<std::vector<type::Edge>> d_edges{this, "edges", {}, "edges of the mesh", result};
  Data<std::vector<type::Triangle>> d_triangles{this, "triangles", {}, "triangles of the mesh", result};
  Data<std::vector<type::Quad>> d_quads{this, "quads", {}, "quads of the mesh", result};
  Data<helper::mesh::IndexLists> d_polygons{this, "polygons", {}, "points of each polygon", result};
  Data<std::vector<type::Tetrahedron>> d_tetrahedra{
      this, "tetrahedra", {}, "tetrahedra of the mesh", {.aliases = {"tetras"}, .group = "Vectors", .readOnly = true}};
  Data<std::vector<type::Hexahedron>> d_hexahedra{
      this, "hexahedra", {}, "hexahedra of the mesh", {.aliases = {"hexas"}, .group = "Vectors", .readOnly = true}};
  Data<std::vector<type::Prism>> d_prisms{this,
                                          "prisms",
                                          {},
                                          "prisms of the mesh",
                                          {.aliases = {"pentas", "pentahedra"}, .group = "Vectors", .readOnly = true}};
  Data<std::vector<type::Pyramid>> d_pyramids{this, "pyramids", {}, "pyramids of the mesh", result};
  Data<IndexArrays<4>> d_highOrderEdgePositions{
      this, "highOrderEdgePositions", {}, "mid nodes of quadratic edges: point, edge, weights of its ends", result};
  Data<IndexArrays<5>> d_highOrderTrianglePositions{
      this,
      "highOrderTrianglePositions",
      {},
      "inner nodes of triangles of high order: always empty, no format that is read here has any",
      result};
  Data<IndexArrays<6>> d_highOrderQuadPositions{
      this,
      "highOrderQuadPositions",
      {},
      "inner nodes of quads of high order: always empty, no format that is read here has any",
      result};
  Data<IndexArrays<6>> d_highOrderTetrahedronPositions{
      this,
      "highOrderTetrahedronPositions",
      {},
      "inner nodes of tetrahedra of high order: always empty, no format that is read here has any",
      result};
  Data<IndexArrays<8>> d_highOrderHexahedronPositions{
      this,
      "highOrderHexahedronPositions",
      {},
      "inner nodes of hexahedra of high order: always empty, no format that is read here has any",
      result};

  Data<Groups> d_edgesGroups{this, "edgesGroups", {}, "named runs of edges", group};
  Data<Groups> d_trianglesGroups{this, "trianglesGroups", {}, "named runs of triangles", group};
  Data<Groups> d_quadsGroups{this, "quadsGroups", {}, "named runs of quads", group};
  Data<Groups> d_polygonsGroups{this, "polygonsGroups", {}, "named runs of polygons", group};
  Data<Groups> d_tetrahedraGroups{this, "tetrahedraGroups", {}, "named runs of tetrahedra", group};
  Data<Groups> d_hexahedraGroups{this, "hexahedraGroups", {}, "named runs of hexahedra", group};
  Data<Groups> d_prismsGroups{this,
                              "prismsGroups",
                              {},
                              "named runs of prisms",
                              {.aliases = {"pentahedraGroups"}, .group = "Groups", .readOnly = true}};
  Data<Groups> d_pyramidsGroups{this, "pyramidsGroups", {}, "named runs of pyramids", group};

  void init() override;
  void reinit() override { updateNow(); }

 protected:
  /// Reads the content of the file. Throws helper::mesh::FormatError.
  virtual helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) = 0;
  /// A further option on which the content depends.
  void addOption(core::BaseData& data);
  /// Empties what readMesh() fills, before it is called.
  virtual void clearMesh() { setMesh({}); }
  void parseExtra(core::ComponentDescription& description) override;
  void doUpdate() override;
  /// False if the mesh is made without a file.
  virtual bool needsFile() const { return true; }
  /// The file that `filename` means; none, after an error, if there is none.
  virtual std::optional<std::filesystem::path> file() const;
  /// Whether the transformation moves the points.
  virtual bool isTransformed() const { return true; }

 private:
  void load();
  void setMesh(helper::mesh::MeshData mesh);
  void transform();

  core::DataTracker m_options;
  bool m_loaded = false;
  std::string m_middleNodes;   // what is to be told about them
  std::vector<Vec3> m_points;  // as read, before the transformation
  std::vector<Vec3> m_fileNormals;
};

}  // namespace sofa::component::io
