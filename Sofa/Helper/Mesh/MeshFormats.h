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
  std::string help;                     ///< the name of the format, such as "Polygon File Format"
  /// Reads a mesh whose elements name existing points only. Throws FormatError if the bytes are no such mesh.
  std::function<MeshData(std::string_view bytes, const std::filesystem::path& file)> read;
};

/// Registers a format during the lifetime of this object. Plugins use static objects, as they use core::Register for
/// components. If two formats have the same extension, the one registered later reads the file.
class RegisterMeshFormat {
 public:
  explicit RegisterMeshFormat(MeshFormat format);
  ~RegisterMeshFormat();
  RegisterMeshFormat(const RegisterMeshFormat&) = delete;
  RegisterMeshFormat& operator=(const RegisterMeshFormat&) = delete;

 private:
  int m_number;
};

/// Reads the bytes of a mesh file in the format of its extension, whose case does not matter. Throws FormatError if the
/// bytes are no such mesh. If there is no such format, the error lists the known ones.
MeshData readMesh(std::string_view bytes, const std::filesystem::path& file);

/// Returns the extensions of all formats, sorted.
std::vector<std::string> meshExtensions();

}  // namespace sofa::helper::mesh
