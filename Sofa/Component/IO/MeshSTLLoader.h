// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Reads a surface from a stereolithography (.stl) file, ASCII or binary; corners at the same place become one
/// point.
class MeshSTLLoader : public MeshLoader {
  template <class T>
  using Data = core::Data<T>;

 public:
  MeshSTLLoader();

  Data<unsigned> d_headerSize{this, "headerSize", 80, "bytes before the number of facets of a binary file"};
  Data<bool> d_forceBinary{this, "forceBinary", false,
                           "if true, a file that starts with \"solid\" is read as binary all the same"};
  Data<bool> d_mergePositionUsingMap{
      this, "mergePositionUsingMap", true,
      "kept for scenes that set it: equal corners are found in one way, which gives what either value does"};

 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
};

}  // namespace sofa::component::io
