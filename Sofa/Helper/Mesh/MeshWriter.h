// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "Sofa/Type/Vec.h"

/// Meshes as text of various file formats.
namespace sofa::helper::mesh {

/// Values per point or per cell, to be written beside the mesh.
struct FieldView {
  enum class Role : unsigned char { none, normals, texcoords };
  std::string name = {};
  std::size_t components = 1;
  bool integral = false;
  std::vector<double> values = {};  ///< component by component
  Role role = Role::none;           ///< what viewers take it for
};

/// A mesh that lives elsewhere. Cells are written in the order of the members.
struct MeshView {
  std::span<const type::Vec3> points = {};
  bool pointsAreCells = false;  ///< each point is a cell as well, so that it is seen without elements
  std::span<const type::Edge> edges = {};
  std::span<const type::Triangle> triangles = {};
  std::span<const type::Quad> quads = {};
  std::span<const type::Tetrahedron> tetrahedra = {};
  std::span<const type::Hexahedron> hexahedra = {};
  std::span<const type::Prism> prisms = {};
  std::span<const type::Pyramid> pyramids = {};
  std::vector<FieldView> pointFields = {};
  std::vector<FieldView> cellFields = {};

  std::size_t cellCount() const {
    return (pointsAreCells ? points.size() : 0) + edges.size() + triangles.size() + quads.size() + volumeCount();
  }
  std::size_t volumeCount() const { return tetrahedra.size() + hexahedra.size() + prisms.size() + pyramids.size(); }
  /// Number of the cells of the highest dimension there is.
  std::size_t topCellCount() const;
  /// The largest number of a point that a cell names; 0 if there is no cell.
  type::Index largestNode() const;
};

/// Numbers are written with `digits` significant digits.
std::string vtuText(const MeshView& mesh, int digits);     ///< VTK XML unstructured grid
std::string vtkText(const MeshView& mesh, int digits);     ///< VTK legacy unstructured grid, ASCII
std::string gmshText(const MeshView& mesh, int digits);    ///< Gmsh format 2.2
std::string netgenText(const MeshView& mesh, int digits);  ///< Netgen neutral: points, tetrahedra, triangles
std::string objText(const MeshView& mesh, int digits);     ///< Wavefront: triangles, else quads
std::string stlText(const MeshView& mesh, int digits);     ///< stereolithography, ASCII: triangles and halves of quads
std::string stlBytes(const MeshView& mesh);                ///< the same, binary, in single precision
std::string tetgenNodeText(const MeshView& mesh, int digits);  ///< TetGen .node
std::string tetgenEleText(const MeshView& mesh);   ///< TetGen .ele; positive tetrahedra are turned, as it wants them
std::string tetgenFaceText(const MeshView& mesh);  ///< TetGen .face

}  // namespace sofa::helper::mesh
