// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Makes a string: points evenly from 0 to 1 on the x axis, and the edges between them. It needs no file, and as in
/// SOFA a transformation leaves the points where they are.
class StringMeshCreator : public MeshLoader {
 public:
  StringMeshCreator();

  core::Data<unsigned> d_resolution{this, "resolution", 2, "number of points"};

 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
  bool needsFile() const override { return false; }
  bool isTransformed() const override;
};

}  // namespace sofa::component::io
