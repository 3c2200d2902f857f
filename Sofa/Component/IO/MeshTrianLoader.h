// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::io {

/// Reads a surface of triangles from a .trian file, which also tells the neighbours of each triangle.
class MeshTrianLoader : public MeshLoader {
  template <class T>
  using Data = core::Data<T>;

 public:
  MeshTrianLoader();

  Data<std::vector<std::array<int, 3>>> d_neighborTable{
      this,
      "neighborTable",
      {},
      "per triangle, the neighbour behind the edge opposite to each corner; -1: none",
      {.readOnly = true}};
  Data<helper::mesh::IndexLists> d_edgesOnBorder{
      this, "edgesOnBorder", {}, "the two points of each edge without a neighbour", {.readOnly = true}};
  Data<std::vector<type::Index>> d_trianglesOnBorderList{
      this, "trianglesOnBorderList", {}, "triangles that have an edge without a neighbour", {.readOnly = true}};

 protected:
  helper::mesh::MeshData readMesh(std::string_view bytes, const std::filesystem::path& file) override;
  void clearMesh() override;
};

}  // namespace sofa::component::io
