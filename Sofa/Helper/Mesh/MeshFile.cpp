// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/MeshFile.h"

#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/Mesh/GmshFile.h"
#include "Sofa/Helper/Mesh/ObjFile.h"
#include "Sofa/Helper/Mesh/OffFile.h"
#include "Sofa/Helper/Mesh/StlFile.h"
#include "Sofa/Helper/Mesh/VtkFile.h"

namespace sofa::helper::mesh {

MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (extension == ".obj") return readObj(bytes, {});
  if (extension == ".msh" || extension == ".gmsh") return readGmsh(bytes);
  if (extension == ".off") return readOff(bytes, false);
  if (extension == ".stl") return readStl(bytes, {});
  if (extension == ".vtk" || extension == ".vtu" || extension == ".vtp") return readVtk(bytes, {});
  throw FormatError(
      fmt::format("'{}' is no known kind of mesh file (obj, msh, gmsh, off, stl, vtk, vtu, vtp)", extension));
}

}  // namespace sofa::helper::mesh
