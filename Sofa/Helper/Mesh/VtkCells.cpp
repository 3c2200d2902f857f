// SPDX-License-Identifier: Apache-2.0
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
  wedge = 13,
  pyramid = 14,
  quadraticEdge = 21,
  quadraticTriangle = 22,
  quadraticTetrahedron = 24
};

/// Types of higher order, whose first nodes are the corners of a linear one: how many nodes they have at least.
struct HighOrder {
  std::int64_t type, linear;
  std::size_t nodes;
};
constexpr HighOrder highOrder[] = {{quadraticEdge, line, 3},
                                   {quadraticTriangle, triangle, 6},
                                   {23, quad, 8},
                                   {quadraticTetrahedron, tetrahedron, 10},
                                   {25, hexahedron, 20},
                                   {26, wedge, 15},
                                   {27, pyramid, 13},
                                   {28, quad, 9},
                                   {29, hexahedron, 27},
                                   {30, quad, 6},
                                   {31, wedge, 12},
                                   {32, wedge, 18},
                                   {33, hexahedron, 24},
                                   {34, triangle, 7},
                                   {35, line, 4},
                                   {37, pyramid, 19},
                                   // Lagrange and Bezier cells of any order.
                                   {68, line, 2},
                                   {69, triangle, 3},
                                   {70, quad, 4},
                                   {71, tetrahedron, 4},
                                   {72, hexahedron, 8},
                                   {73, wedge, 6},
                                   {74, pyramid, 5},
                                   {75, line, 2},
                                   {76, triangle, 3},
                                   {77, quad, 4},
                                   {78, tetrahedron, 4},
                                   {79, hexahedron, 8},
                                   {80, wedge, 6},
                                   {81, pyramid, 5}};
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
    case vtk::wedge:
      take(nodes, 6);
      return addPrism();
    case vtk::pyramid:
      take(nodes, 5);
      m_mesh.pyramids.push_back(element<type::Pyramid>({0, 1, 2, 3, 4}));
      return;
    default:
      return addHighOrder(type, nodes);
  }
}

void VtkCells::addHighOrder(std::int64_t type, std::span<const std::int64_t> nodes) {
  const auto* kind = std::ranges::find(vtk::highOrder, type, &vtk::HighOrder::type);
  if (kind == std::end(vtk::highOrder)) {
    ++m_skipped[type];
    return;
  }
  take(nodes, kind->nodes);
  const std::vector<Index> all = m_nodes;
  // An edge comes with the node in its middle.
  constexpr std::size_t corners[] = {0, 0, 0, 2, 0, 3, 0, 0, 0, 4, 4, 8, 8, 6, 5};
  const std::size_t count = corners[kind->linear];
  if (type != vtk::quadraticEdge) add(kind->linear, nodes.first(count));
  m_nodes = all;
  m_mesh.isOfHighOrder |= all.size() > count;
  if (type == vtk::quadraticEdge) addMidNodes(edgeMidNodes);
  if (type == vtk::quadraticTriangle) addMidNodes(triangleMidNodes);
  if (type == vtk::quadraticTetrahedron) addMidNodes(tetrahedronMidNodes);
}

/// Writers disagree on the side to which the first triangle of a wedge faces; here it faces the second one.
void VtkCells::addPrism() {
  const auto& x = m_mesh.positions;
  const type::Vec3 a = x[m_nodes[0]], b = x[m_nodes[1]], c = x[m_nodes[2]];
  const type::Vec3 across = x[m_nodes[3]] + x[m_nodes[4]] + x[m_nodes[5]] - a - b - c;
  const bool isTurned = (b - a).cross(c - a).dot(across) < 0;
  m_mesh.prisms.push_back(isTurned ? element<type::Prism>({3, 4, 5, 0, 1, 2})
                                   : element<type::Prism>({0, 1, 2, 3, 4, 5}));
}

void VtkCells::tellSkipped() {
  for (const auto& [type, count] : m_skipped)
    m_mesh.errors.push_back(fmt::format(
        "Unsupported cell type {} (VTK's number): {} cells are left out, all others are kept", type, count));
  m_skipped.clear();
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
