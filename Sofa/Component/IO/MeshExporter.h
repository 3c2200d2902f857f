// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/Mesh/MeshWriter.h"

namespace sofa::component::io {

/// Writes the mesh of its node in one of several formats, or all. In `filename` %n stands for the number
/// of the file, %p for the number of points, %E of cells and %e of cells of the highest dimension.
class MeshExporter : public Exporter {
  template <class T>
  using Data = core::Data<T>;

 public:
  Data<type::OptionGroup> d_format{this, "format",
                                   type::OptionGroup({"ALL", "vtkxml", "vtk", "netgen", "tetgen", "gmsh", "obj"}),
                                   "format of the file"};
  Data<std::vector<type::Vec3>> d_position{
      this, "position", {}, "points; default: those of the state, else of the topology"};
  Data<bool> d_edges{this, "edges", true, "write the edges"};
  Data<bool> d_triangles{this, "triangles", true, "write the triangles"};
  Data<bool> d_quads{this, "quads", true, "write the quads"};
  Data<bool> d_tetras{this, "tetras", true, "write the tetrahedra"};
  Data<bool> d_hexas{this, "hexas", true, "write the hexahedra"};

  void init() override;
  bool write() override;

 private:
  /// Name without extension.
  std::string nextName(const helper::mesh::MeshView& mesh) const;

  const core::BaseMeshTopology* m_topology = nullptr;
  const core::BaseState* m_state = nullptr;
};

}  // namespace sofa::component::io
