// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Reads the masses of a mass-spring file (.xs3, .xs4) as points and its springs as edges. SOFA v26.06 searches
/// the file in the data path alone, exact scenes beside the scene too.
class MeshXspLoader : public MeshLoader {
 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
  std::optional<std::filesystem::path> file() const override;
};

}  // namespace sofa::component::io
