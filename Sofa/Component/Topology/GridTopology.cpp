// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/GridTopology.h"

#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

GridTopology::GridTopology() {
  addList(m_fields.d_edges);
  addList(m_fields.d_triangles);
  addList(m_fields.d_quads);
  addList(m_fields.d_tetrahedra);
  addList(m_fields.d_hexahedra);
  addList(m_fields.d_prisms);
  addList(m_fields.d_pyramids);
}

void GridTopology::parseExtra(core::ComponentDescription& description) {
  ListTopology::parseExtra(description);
  m_grid.parse(description);
  bool given = false;
  forEachList([&](const auto& list) { given |= list.isSet(); });
  if (!given) deriveElements();  // components before the grid in its node find them when they are initialised
}

void GridTopology::warnOfFile() const {
  if (!d_filename->empty()) warning("filename: a grid takes no mesh from a file; it is ignored.");
}

void GridTopology::init() {
  warnOfFile();
  m_grid.checkSize();
  deriveLists({});
  setValid();
}

geometry::GridSize GridTopology::size() const {
  const auto n = m_grid.size();
  return geometry::gridPointCount(n) > 0 ? n : geometry::GridSize{2, 2, 2};
}

std::size_t GridTopology::revision() const {
  return ListTopology::revision() + static_cast<std::size_t>(m_grid.d_n.counter());
}

type::Vec3 GridTopology::position(std::size_t i) const {
  const auto n = size();
  const auto x = static_cast<std::size_t>(n[0]), y = static_cast<std::size_t>(n[1]);
  return i < nbPoints() ? point(static_cast<int>(i % x), static_cast<int>(i / x % y), static_cast<int>(i / (x * y)))
                        : type::Vec3::Zero();
}

ElementType GridTopology::elementType() const {
  const auto n = size();
  const auto extended = std::count_if(n.begin(), n.end(), [](int axis) { return axis > 1; });
  constexpr ElementType types[] = {ElementType::point, ElementType::edge, ElementType::quad, ElementType::hexahedron};
  return types[extended];
}

std::vector<type::Vec3> GridTopology::points() const {
  const auto n = size();
  std::vector<type::Vec3> points;
  points.reserve(nbPoints());
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0]; ++x) points.push_back(point(x, y, z));
  return points;
}

/// Triangles need the quads, so that these are there whenever either is asked for.
std::vector<Quad> GridTopology::deriveQuads() const {
  const bool wanted = m_grid.d_computeQuadList.value() || m_grid.d_computeTriangleList.value();
  return wanted ? geometry::gridQuads(size()) : m_fields.deriveQuads();
}

std::vector<Edge> GridTopology::deriveEdges() const {
  const auto n = size();
  // Cells count as volumes even if they are not listed: then there are no edges at all.
  if (!m_grid.d_computeEdgeList.value())
    return m_fields.deriveEdges(std::all_of(n.begin(), n.end(), [](int axis) { return axis >= 2; }));
  const auto& triangles = *m_fields.d_triangles;
  return triangles.empty() ? geometry::gridLines(n) : geometry::edgesOfSurface(triangles, {});
}

void GridTopology::deriveElements() {
  auto* n = static_cast<core::BaseData*>(&m_grid.d_n);
  deriveIfEmpty<Hexahedron>({n}, [this] {
    return m_grid.d_computeHexaList.value() ? geometry::gridHexahedra(size()) : std::vector<Hexahedron>();
  });
  deriveIfEmpty<Quad>({n, &m_fields.d_hexahedra}, [this] { return deriveQuads(); });
  deriveIfEmpty<Triangle>({&m_fields.d_quads}, [this] {
    return m_grid.d_computeTriangleList.value() ? geometry::fanQuads(*m_fields.d_quads) : std::vector<Triangle>();
  });
  deriveIfEmpty<Edge>({n, &m_fields.d_triangles, &m_fields.d_quads, &m_fields.d_hexahedra},
                      [this] { return deriveEdges(); });
}

void GridTopology::deriveLists(std::vector<core::BaseData*> shape) {
  deriveElements();
  auto* n = static_cast<core::BaseData*>(&m_grid.d_n);
  shape.push_back(n);
  if (m_grid.d_computePointList.value() && hasPositions())
    m_positionList.emplace(d_position, shape, [this] { return points(); });
  if (m_grid.d_createTexCoords.value())
    m_textureList.emplace(m_fields.d_uv, std::vector<core::BaseData*>{n},
                          [this] { return m_grid.textureCoordinates(); });
  checkIndices(nbPoints());
  for (const auto* data : shape) core::readAtInit(*this, {data});
  core::readAtInit(*this, {&m_grid.d_computeHexaList, &m_grid.d_computeQuadList, &m_grid.d_computeTriangleList,
                           &m_grid.d_computeEdgeList, &m_grid.d_computePointList, &m_grid.d_createTexCoords});
  if (m_fields.d_computeAllBuffers.value()) m_fields.computeAllBuffers();
}

namespace {
const auto registered = core::Register("GridTopology", "Sofa.Component.Topology.Container.Grid",
                                       "elements of a lattice of points without positions")
                            .wasCalled("Grid", "SOFA v24.12")
                            .add<GridTopology>();
}  // namespace

}  // namespace sofa::component::topology
