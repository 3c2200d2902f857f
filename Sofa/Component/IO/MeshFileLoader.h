// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Reads a mesh from a file of any kind that is known, by its extension: those of the framework, and those that plugins
/// add (helper::mesh::RegisterMeshFormat).
class MeshFileLoader : public MeshLoader {
 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
};

}  // namespace sofa::component::io
