// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"
#include "Sofa/Type/Values.h"

namespace sofa::helper::mesh {

/// A corner of a face of a Wavefront file: indices of point, texture coordinate and normal; -1 where there is none.
struct ObjCorner {
  int point = -1;
  int texcoord = -1;
  int normal = -1;
};

/// A Wavefront surface. Beside the mesh it keeps what the file says, corner by corner.
struct ObjMesh : MeshData {
  std::vector<type::Vec3> filePositions;
  std::vector<type::Vec2> fileTexcoords;
  std::vector<type::Vec3> fileNormals;
  std::vector<ObjCorner> corners;       ///< of all faces, one after the other
  std::vector<std::size_t> faceStarts;  ///< first corner of each face, then the number of corners

  std::vector<type::Vec2> texcoords;  ///< per point, if the file has any or seams are split
  std::vector<int> pointOrigins;      ///< with split seams: point of the file that each point stands for
  std::vector<int> normalNumbers;     ///< with split seams: number of its (point of the file, normal) pair
  std::vector<std::string> materialLibraries;
};

struct ObjOptions {
  bool splitSeams = false;   ///< one point per distinct (point, texture coordinate, normal) of the file
  bool triangulate = false;  ///< faces of four corners become two triangles
  bool flip = false;         ///< faces turned
};

/// Reads a Wavefront .obj file. Throws FormatError.
ObjMesh readObj(std::string_view text, const ObjOptions& options);

/// Materials of a Wavefront .mtl file. `textures` receives the image of each one's diffuse colour (map_Kd) as the file
/// names it, or "". Throws FormatError.
std::vector<type::Material> readObjMaterials(std::string_view text, std::vector<std::string>* textures = nullptr);

/// Sets the material ids of the groups from the names of the materials; -1 where there is none of that name.
void resolveMaterials(ObjMesh& mesh, const std::vector<type::Material>& materials);

}  // namespace sofa::helper::mesh
