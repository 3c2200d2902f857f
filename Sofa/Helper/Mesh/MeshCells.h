// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Helper/Mesh/MeshWriter.h"

namespace sofa::helper::mesh {

/// Numbers of a kind of cell in file formats.
struct CellNumbers {
  int vtk;
  int gmsh;
};

/// Calls f(element, types) for every cell in the order in which files hold them.
template <class F>
void forEachCell(const MeshView& mesh, const F& f) {
  if (mesh.pointsAreCells)
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
      f(std::array<type::Index, 1>{static_cast<type::Index>(i)}, CellNumbers{1, 15});
  for (const auto& e : mesh.edges) f(e, CellNumbers{3, 1});
  for (const auto& e : mesh.triangles) f(e, CellNumbers{5, 2});
  for (const auto& e : mesh.quads) f(e, CellNumbers{9, 3});
  for (const auto& e : mesh.tetrahedra) f(e, CellNumbers{10, 4});
  for (const auto& e : mesh.hexahedra) f(e, CellNumbers{12, 5});
  for (const auto& e : mesh.prisms) f(e, CellNumbers{13, 6});
  for (const auto& e : mesh.pyramids) f(e, CellNumbers{14, 7});
}

}  // namespace sofa::helper::mesh
