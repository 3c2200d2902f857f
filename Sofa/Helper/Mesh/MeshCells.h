#pragma once
#include "Sofa/Helper/Mesh/MeshWriter.h"

namespace sofa::helper::mesh {

/// Numbers of a kind of cell in file formats.
struct CellType {
  int vtk;
  int gmsh;
};

/// Calls f(element, types) for every cell in the order in which files hold them.
template <class F>
void forEachCell(const MeshView& mesh, const F& f) {
  if (mesh.pointsAreCells)
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
      f(std::array<type::Index, 1>{static_cast<type::Index>(i)}, CellType{1, 15});
  for (const auto& e : mesh.edges) f(e, CellType{3, 1});
  for (const auto& e : mesh.triangles) f(e, CellType{5, 2});
  for (const auto& e : mesh.quads) f(e, CellType{9, 3});
  for (const auto& e : mesh.tetrahedra) f(e, CellType{10, 4});
  for (const auto& e : mesh.hexahedra) f(e, CellType{12, 5});
  for (const auto& e : mesh.prisms) f(e, CellType{13, 6});
  for (const auto& e : mesh.pyramids) f(e, CellType{14, 7});
}

}  // namespace sofa::helper::mesh
