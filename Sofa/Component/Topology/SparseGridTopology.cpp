// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/SparseGridTopology.h"

#include "Sofa/Component/Topology/MeshFileReading.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/GridMesh.h"

namespace sofa::component::topology {

void SparseGridTopology::init() {
  d_hexahedra.setParent(nullptr);
  d_hexahedra.set(hexahedra());
  d_hexahedra.unset();
  if (grid()) offerNodes();
  core::readAtInit(*this, {&d_n, &d_min, &d_max, &d_cellWidth, &d_nbVirtualFinerLevels, &d_fillWeighted,
                           &d_onlyInsideCells, &d_position, &d_triangles, &d_quads, &d_facets});
  grid() ? setValid() : setInvalid();
}

/// What is linked to position, as containers are by src, gets the points that the hexahedra name.
void SparseGridTopology::offerNodes() {
  if (d_position.isSet()) {
    core::BaseData* const source = d_position.parent();
    m_vertices.setParent(source);
    if (!source) m_vertices.set(d_position.value());
  }
  d_position.setParent(nullptr);
  d_position.set(grid()->points);
  d_position.unset();
}

void SparseGridTopology::reinit() {
  m_built = false;
  init();
}

const geometry::GridCells* SparseGridTopology::grid() const {
  if (!std::exchange(m_built, true)) m_grid = build();
  return m_grid.get();
}

const std::vector<Hexahedron>& SparseGridTopology::hexahedra() const {
  static const std::vector<Hexahedron> none;
  return grid() ? grid()->cells : none;
}

std::optional<SparseGridTopology::Found> SparseGridTopology::findCell(const type::Vec3& p) const {
  if (hexahedra().empty()) return {};
  const auto [cell, fractions] = grid()->locate(p);
  return Found{cell, fractions};
}

void SparseGridTopology::draw(core::DrawList& list) const {
  if (!d_drawHexahedra.value()) return;
  static thread_local core::DrawnPoints drawn;
  const auto points = drawn.of(*this, context() ? core::localMechanicalState(*context()) : nullptr);
  core::drawOutlines(list, hexahedra(), points, 1, {0.4f, 1, 0.3f, 1});
}

std::unique_ptr<geometry::GridCells> SparseGridTopology::build() const {
  Surface body;
  auto cells = finest(body);
  if (!cells) return {};
  if (!cells->cells.empty()) return coarsened(std::move(*cells), body);
  error("No cell is left: {}.", d_onlyInsideCells.value() ? "none lies inside of a closed surface; raise n"
                                                          : "the surface lies outside of the box from min to max");
  return {};
}

std::optional<geometry::SparseGrid> SparseGridTopology::finest(Surface& body) const {
  auto found = surface();
  if (!found) return {};
  body = std::move(*found);
  const auto cells = lattice(body.vertices);
  if (!cells) return {};
  return geometry::SparseGrid(geometry::cellKinds(*cells, body.vertices, body.polygons), d_onlyInsideCells.value(),
                              d_fillWeighted.value() ? 0.5f : 1.f);
}

std::unique_ptr<geometry::GridCells> SparseGridTopology::coarsened(geometry::SparseGrid finest, const Surface&) const {
  for (int level = 0; level < d_nbVirtualFinerLevels.value(); ++level) finest = finest.coarser();
  return std::make_unique<geometry::SparseGrid>(std::move(finest));
}

std::optional<SparseGridTopology::Surface> SparseGridTopology::surface() const {
  if (!d_filename->empty()) return surfaceOf(d_filename.value());
  Surface surface;
  surface.vertices = givenVertices();
  surface.add(d_triangles.value());
  surface.add(d_quads.value());
  surface.add(d_facets.value());
  return usable(std::move(surface));
}

std::optional<SparseGridTopology::Surface> SparseGridTopology::surfaceOf(const std::string& filename) const {
  auto mesh = readMeshFile(*this, filename);
  if (!mesh) return {};
  Surface surface;
  surface.vertices = std::move(mesh->positions);
  surface.add(mesh->triangles);
  surface.add(mesh->quads);
  surface.add(mesh->polygons);
  return usable(std::move(surface));
}

std::optional<SparseGridTopology::Surface> SparseGridTopology::usable(Surface surface) const {
  const auto finite = [](const type::Vec3& x) { return x.allFinite(); };
  if (surface.vertices.empty() || !std::ranges::all_of(surface.vertices, finite)) {
    error("{}", surface.vertices.empty() ? "There is no surface: set filename, or position and triangles."
                                         : "Points of the surface are not finite numbers.");
    return {};
  }
  const auto beyond = [&](const auto& polygon) {
    return std::ranges::any_of(polygon, [&](Index i) { return i >= surface.vertices.size(); });
  };
  if (const auto left = std::erase_if(surface.polygons, beyond))
    error("{} faces name points that the surface, with {}, has not: they are left out.", left, surface.vertices.size());
  return surface;
}

std::optional<geometry::RegularGrid> SparseGridTopology::lattice(const std::vector<type::Vec3>& vertices) const {
  type::Vec3 low = d_min.value(), high = d_max.value();
  if (low.isZero(0) && high.isZero(0)) {
    low = high = vertices[0];
    for (const auto& x : vertices) low = low.cwiseMin(x), high = high.cwiseMax(x);
    const type::Vec3 margin = (high - low) / 100;
    low -= margin, high += margin;
  }
  if (!((high - low).minCoeff() > 0)) {
    error("The box of the grid, {} x {} x {}, has no extent along an axis: give min and max.", high[0] - low[0],
          high[1] - low[1], high[2] - low[2]);
    return {};
  }
  geometry::RegularGrid grid;
  const int levels = d_nbVirtualFinerLevels.value();
  const double width = d_cellWidth.value();
  for (int a = 0; a < 3; ++a) {
    int& n = grid.n[std::size_t(a)] = std::max(2, d_n.value()[a]);
    if (width > 0 && levels <= 0)
      n = static_cast<int>(std::min(std::ceil((high[a] - low[a]) / width), double{geometry::maxPoints})) + 1;
    for (int level = 0; level < levels; ++level)
      if (n < 1 << 28) n = 2 * n - 1;
  }
  if (d_n->minCoeff() < 2) warning("n=\"{}\": at least 2 points along each axis are used.", d_n.text());
  if (width != 0 && (width < 0 || levels > 0))
    warning("cellWidth=\"{}\" counts only above 0 and without finer levels.", width);
  if (geometry::gridPointCount(grid.n) == 0) {
    error("{} x {} x {} points are more than the {} a grid can have.", grid.n[0], grid.n[1], grid.n[2],
          geometry::maxPoints);
    return {};
  }
  grid.origin = low;
  for (int a = 0; a < 3; ++a)
    grid.step[std::size_t(a)] = (high[a] - low[a]) / (grid.n[std::size_t(a)] - 1) * type::Vec3::Unit(a);
  return grid;
}

core::Register& historyOfSparseGrids(core::Register&& component) {
  for (const char* name : {"dataResolution", "voxelSize", "marchingCubeStep", "convolutionSize"})
    component.ignores(name, "voxel files are not read: give a surface");
  for (const char* name : {"edges", "tetrahedra", "prisms", "pyramids", "uv", "computeAllBuffers"})
    component.ignores(name, "a sparse grid makes its hexahedra, and what else is needed of them");
  for (const char* name : {"drawEdges", "drawTriangles", "drawQuads", "drawTetrahedra"})
    component.ignores(name, "a sparse grid has hexahedra only: use drawHexahedra");
  return component;
}

namespace {
const auto registered =
    historyOfSparseGrids(core::Register("SparseGridTopology", "Sofa.Component.Topology.Container.Grid",
                                        "the cells of a grid that a surface touches or encloses"))
        .wasCalled("SparseGrid", "SOFA v24.12")
        .add<SparseGridTopology>();
}  // namespace

}  // namespace sofa::component::topology
