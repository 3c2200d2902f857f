// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

/// A kind of mesh file and its parser.
struct MeshFormat {
  std::vector<std::string> extensions;  ///< lower case, without the dot
  std::string help;                     ///< what the format is: "Polygon File Format"
  /// Throws FormatError. Indices of elements are below the number of points.
  std::function<MeshData(std::string_view bytes, const std::filesystem::path& file)> read;
};

/// Makes a format known while this object lives: a static object of a plugin, as core::Register is for components. Of
/// two formats of one extension the later one reads.
class RegisterMeshFormat {
 public:
  explicit RegisterMeshFormat(MeshFormat format);
  ~RegisterMeshFormat();
  RegisterMeshFormat(const RegisterMeshFormat&) = delete;
  RegisterMeshFormat& operator=(const RegisterMeshFormat&) = delete;

 private:
  int m_number;
};

/// Reads the bytes of a mesh file by the format that its extension names, in any case. Throws FormatError, also if
/// there is no such format, with those there are.
MeshData readMesh(std::string_view bytes, const std::filesystem::path& file);

/// All extensions that are read, sorted.
std::vector<std::string> meshExtensions();

}  // namespace sofa::helper::mesh
