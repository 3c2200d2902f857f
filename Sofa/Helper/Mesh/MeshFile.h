// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

/// Reads the bytes of a mesh file by the parser that the file's extension names: obj, msh, gmsh, off, stl, vtk, vtu,
/// vtp. Throws FormatError, also for any other extension.
MeshData readMesh(std::string_view bytes, const std::filesystem::path& file);

}  // namespace sofa::helper::mesh
