// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Reads a mesh of one kind of elements from a text file of the pre- and postprocessor GiD.
class GIDMeshLoader : public MeshLoader {
 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
};

}  // namespace sofa::component::io
