#include "Sofa/Helper/Mesh/VtkCells.h"

#include <algorithm>

#include "Sofa/Helper/Mesh/FormatError.h"

namespace sofa::helper::mesh {
namespace {

using type::Index;

// Numbers of vtkCellType.h.
namespace vtk {
enum CellType {
  empty = 0,
  vertex = 1,
  polyVertex = 2,
  line = 3,
  polyLine = 4,
  triangle = 5,
  strip = 6,
  polygon = 7,
  pixel = 8,
  quad = 9,
  tetrahedron = 10,
  voxel = 11,
  hexahedron = 12,
  quadraticEdge = 21,
  quadraticTriangle = 22,
  quadraticTetrahedron = 24
};
}  // namespace vtk

// Ends of an edge and the node in its middle.
constexpr IndexArray<3> edgeMidNodes[] = {{0, 1, 2}};
constexpr IndexArray<3> triangleMidNodes[] = {{0, 1, 3}, {1, 2, 4}, {0, 2, 5}};
constexpr IndexArray<3> tetrahedronMidNodes[] = {{0, 1, 4}, {1, 2, 5}, {0, 2, 6}, {0, 3, 7}, {1, 3, 8}, {2, 3, 9}};

}  // namespace

void VtkCells::take(std::span<const std::int64_t> nodes, std::size_t least) {
  if (nodes.size() < least)
    throw FormatError(fmt::format("a cell has {} nodes where {} are needed", nodes.size(), least));
  m_nodes.clear();
  for (const std::int64_t node : nodes) {
    if (node < 0 || static_cast<std::uint64_t>(node) >= m_mesh.positions.size())
      throw FormatError(fmt::format("node {} of a cell is not one of the {} points", node, m_mesh.positions.size()));
    m_nodes.push_back(static_cast<Index>(node));
  }
}

void VtkCells::add(std::int64_t type, std::span<const std::int64_t> nodes) {
  switch (type) {
    case vtk::empty:
    case vtk::vertex:
    case vtk::polyVertex:
      return;
    case vtk::line:
      take(nodes, 2);
      m_mesh.edges.push_back(element<type::Edge>({0, 1}));
      return;
    case vtk::polyLine:
      take(nodes, 2);
      m_mesh.polylines.push_back(m_nodes);
      return;
    case vtk::triangle:
      take(nodes, 3);
      return m_sink.triangle(m_nodes[0], m_nodes[1], m_nodes[2]);
    case vtk::strip:
      return addStrip(nodes);
    case vtk::polygon:
      take(nodes, 3);
      return m_sink.fan(m_nodes.data(), m_nodes.size());
    case vtk::pixel:
      take(nodes, 4);
      return m_sink.quad(m_nodes[0], m_nodes[1], m_nodes[3], m_nodes[2]);
    case vtk::quad:
      take(nodes, 4);
      return m_sink.quad(m_nodes[0], m_nodes[1], m_nodes[2], m_nodes[3]);
    case vtk::tetrahedron:
      take(nodes, 4);
      m_mesh.tetrahedra.push_back(element<type::Tetrahedron>({0, 1, 2, 3}));
      return;
    case vtk::voxel:
      take(nodes, 8);
      m_mesh.hexahedra.push_back(element<type::Hexahedron>({0, 1, 3, 2, 4, 5, 7, 6}));
      return;
    case vtk::hexahedron:
      take(nodes, 8);
      m_mesh.hexahedra.push_back(element<type::Hexahedron>({0, 1, 2, 3, 4, 5, 6, 7}));
      return;
    case vtk::quadraticEdge:
      take(nodes, 3);
      return addQuadratic(type);
    case vtk::quadraticTriangle:
      take(nodes, 6);
      return addQuadratic(type);
    case vtk::quadraticTetrahedron:
      take(nodes, 10);
      return addQuadratic(type);
    default:
      throw FormatError(fmt::format("Unsupported cell type {} (VTK's number)", type));
  }
}

void VtkCells::addQuadratic(std::int64_t type) {
  if (type == vtk::quadraticEdge) return addMidNodes(edgeMidNodes);
  if (type == vtk::quadraticTriangle) {
    m_sink.triangle(m_nodes[0], m_nodes[1], m_nodes[2]);
    return addMidNodes(triangleMidNodes);
  }
  m_mesh.tetrahedra.push_back(element<type::Tetrahedron>({0, 1, 2, 3}));
  addMidNodes(tetrahedronMidNodes);
}

void VtkCells::addMidNodes(std::span<const IndexArray<3>> edges) {
  for (const auto& [a, b, mid] : edges) {
    const std::pair<Index, Index> ends = std::minmax(m_nodes[a], m_nodes[b]);
    if (!m_sharedEdges.insert(ends).second) continue;
    m_mesh.highOrderEdgePositions.push_back({m_nodes[mid], static_cast<Index>(m_mesh.edges.size()), 1, 1});
    m_mesh.edges.emplace_back(ends.first, ends.second);
  }
}

void VtkCells::addPolygon(std::span<const std::int64_t> nodes) {
  take(nodes, 3);
  if (nodes.size() == 4)
    m_sink.quad(m_nodes[0], m_nodes[1], m_nodes[2], m_nodes[3]);
  else
    m_sink.fan(m_nodes.data(), m_nodes.size());
}

void VtkCells::addStrip(std::span<const std::int64_t> nodes) {
  take(nodes, 3);
  for (std::size_t j = 0; j + 2 < m_nodes.size(); ++j)
    if (j % 2 == 0)
      m_sink.triangle(m_nodes[j], m_nodes[j + 2], m_nodes[j + 1]);
    else
      m_sink.triangle(m_nodes[j], m_nodes[j + 1], m_nodes[j + 2]);
}

void VtkCells::addLine(std::span<const std::int64_t> nodes) {
  take(nodes, 2);
  if (nodes.size() == 2)
    m_mesh.edges.push_back(element<type::Edge>({0, 1}));
  else
    m_mesh.polylines.push_back(m_nodes);
}

}  // namespace sofa::helper::mesh
