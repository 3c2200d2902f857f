// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <span>

#include "Sofa/Helper/Mesh/VtkFile.h"

namespace sofa::helper::mesh {

/// Adds the cells of VTK files to a mesh whose points are known. Shared by the legacy and the XML format.
class VtkCells {
 public:
  VtkCells(MeshData& mesh, bool flip) : m_mesh(mesh), m_sink(mesh, flip) {}

  /// One cell of a VTK type. Throws FormatError if a node is not a point of the mesh. Cells of types that are not read
  /// are counted: see tellSkipped().
  void add(std::int64_t type, std::span<const std::int64_t> nodes);
  void addPolygon(std::span<const std::int64_t> nodes);
  void addStrip(std::span<const std::int64_t> nodes);
  /// Adds an error to the mesh for each type of which cells were left out.
  void tellSkipped();
  /// Two nodes are an edge, more a polyline.
  void addLine(std::span<const std::int64_t> nodes);

 private:
  void addHighOrder(std::int64_t type, std::span<const std::int64_t> nodes);
  void addPrism();
  void addMidNodes(std::span<const IndexArray<3>> edges);
  void take(std::span<const std::int64_t> nodes, std::size_t least);
  template <class T>
  T element(std::initializer_list<std::size_t> order) const {
    T e;
    std::size_t i = 0;
    for (const std::size_t node : order) e[i++] = m_nodes[node];
    return e;
  }

  MeshData& m_mesh;
  FaceSink m_sink;
  std::vector<type::Index> m_nodes;  // of the current cell
  std::set<std::pair<type::Index, type::Index>> m_sharedEdges;
  std::map<std::int64_t, std::size_t> m_skipped;
};

}  // namespace sofa::helper::mesh
