// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/SparseGridRamificationTopology.h"

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Geometry/RamifiedGrid.h"

namespace sofa::component::topology {

std::unique_ptr<geometry::GridCells> SparseGridRamificationTopology::coarsened(geometry::SparseGrid finest,
                                                                               const Surface& surface) const {
  core::readAtInit(*this, {&d_finestConnectivity});
  const int levels = d_nbVirtualFinerLevels.value();
  const bool isSofas = core::reproducesSofa(*this);
  if (levels <= 0 && !d_finestConnectivity.value()) return std::make_unique<geometry::SparseGrid>(std::move(finest));
  std::unique_ptr<geometry::RamifiedGrid> grid;
  if (d_finestConnectivity.value()) {
    const bool mistakesPoints = isSofas && levels <= 0 && d_filename->empty() && !givenVertices().empty();
    if (mistakesPoints)
      core::tellDefect(
          *this,
          "the faces of a surface given by position are taken between the points of the grid where cells are "
          "linked",
          "Give the surface by filename, or set finestConnectivity=\"0\"");
    const auto& points = mistakesPoints ? finest.points : surface.vertices;
    std::vector<geometry::RamifiedGrid::Edge> edges;
    for (const auto& polygon : surface.polygons) {
      const std::size_t corners = polygon.size();
      for (std::size_t j = isSofas ? 1 : 0; j < corners;
           ++j) {  // in SOFA v26.06 the last corner and the first make none
        const auto a = polygon[(j + corners - 1) % corners], b = polygon[j];
        if (std::max(a, b) < points.size()) edges.push_back({points[a], points[b]});
      }
    }
    using enum geometry::RamifiedGrid::Reach;
    grid = std::make_unique<geometry::RamifiedGrid>(std::move(finest), edges, isSofas ? prolonged : asItIs);
    if (const auto faces = grid->facesCrossedBehind())
      core::tellDefect(
          *this,
          fmt::format("cells hang together at {} faces that an edge of the surface crosses only if prolonged", faces),
          "Use smaller triangles, or finestConnectivity=\"0\", which joins all neighbours");
  } else {
    grid = std::make_unique<geometry::RamifiedGrid>(std::move(finest));
  }
  for (int level = 0; level < levels; ++level) grid->coarsen();
  if (!isSofas)
    grid->fillByParts();
  else if (const auto cells = grid->cellsFilledOtherwise())
    core::tellDefect(*this,
                     fmt::format("{} of {} cells have the stiffness and mass of other places, as several lie in one",
                                 cells, grid->places.size()),
                     "Use nbVirtualFinerLevels=\"0\" with more points, or a SparseGridTopology");
  grid->number();
  return grid;
}

namespace {
const auto registered =
    historyOfSparseGrids(core::Register("SparseGridRamificationTopology", "Sofa.Component.Topology.Container.Grid",
                                        "a sparse grid with several cells in a place where the body is apart"))
        .wasCalled("SparseGridRamification", "SOFA v24.12")
        .add<SparseGridRamificationTopology>();
}  // namespace

}  // namespace sofa::component::topology
