// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Makes a grid of the unit square in the plane z = 0: points row by row, x first, then quads or triangles and the
/// edges that these have. It needs no file.
class GridMeshCreator : public MeshLoader {
 public:
  GridMeshCreator();

  core::Data<type::Vec<2, int>> d_resolution{this, "resolution", type::Vec<2, int>(2, 2),
                                             "number of points along x and along y"};
  core::Data<int> d_trianglePattern{
      this, "trianglePattern", 2,
      "0: quads; 1: triangles whose diagonals alternate; 2: diagonals from the lower left "
      "to the upper right; 3: from the lower right to the upper left"};

 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
  bool needsFile() const override { return false; }
};

}  // namespace sofa::component::io
