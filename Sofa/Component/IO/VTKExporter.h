// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/Mesh/MeshWriter.h"

namespace sofa::component::io {

/// Writes the mesh of its node, with fields of other components, into VTK files that ParaView shows as a
/// series.
class VTKExporter : public Exporter {
  template <class T>
  using Data = core::Data<T>;

 public:
  Data<bool> d_xmlFormat{this, "XMLformat", true, "write XML (.vtu), else the legacy format"};
  Data<std::vector<type::Vec3>> d_position{
      this, "position", {}, "points; default: those of the state, else of the topology"};
  Data<bool> d_edges{this, "edges", true, "write the edges"};
  Data<bool> d_triangles{this, "triangles", false, "write the triangles"};
  Data<bool> d_quads{this, "quads", false, "write the quads"};
  Data<bool> d_tetras{this, "tetras", false, "write the tetrahedra"};
  Data<bool> d_hexas{this, "hexas", false, "write the hexahedra"};
  Data<std::vector<std::string>> d_pointsDataFields{
      this, "pointsDataFields", {}, "values per point: [name=][@]component.data"};
  Data<std::vector<std::string>> d_cellsDataFields{
      this, "cellsDataFields", {}, "values per cell: [name=][@]component.data"};
  Data<bool> d_overwrite{this, "overwrite", false, "write the same file again instead of a numbered one"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh to write; default: the one visible from this node"};
  core::Link<core::BaseState> l_mstate{this, "mstate",
                                       "state whose points are written; default: the one visible from this node"};

  void init() override;
  /// The mesh is read anew each time.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  bool write() override;

 private:
  std::string nextName() const;
  void addFields(const std::vector<std::string>& tokens, std::size_t count,
                 std::vector<helper::mesh::FieldView>& fields) const;

  unsigned m_files = 0;
};

}  // namespace sofa::component::io
