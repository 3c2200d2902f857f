// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Reads a surface of triangles and quads from an Object File Format (.off) file.
class MeshOffLoader : public MeshLoader {
 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
};

}  // namespace sofa::component::io
