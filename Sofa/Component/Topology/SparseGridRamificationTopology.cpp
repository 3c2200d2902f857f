#include "Sofa/Component/Topology/SparseGridRamificationTopology.h"

#include "Sofa/Geometry/RamifiedGrid.h"

namespace sofa::component::topology {

std::unique_ptr<geometry::GridCells> SparseGridRamificationTopology::coarsened(geometry::SparseGrid finest,
                                                                               const Surface& surface) const {
  const int levels = d_nbVirtualFinerLevels.value();
  if (levels <= 0 && !d_finestConnectivity.value()) return std::make_unique<geometry::SparseGrid>(std::move(finest));
  std::unique_ptr<geometry::RamifiedGrid> grid;
  if (d_finestConnectivity.value()) {
    std::vector<geometry::RamifiedGrid::Edge> edges;
    for (const auto& polygon : surface.polygons)
      for (std::size_t j = 1; j < polygon.size(); ++j)  // the last corner and the first make none, as scenes rely on
        edges.push_back({surface.vertices[polygon[j - 1]], surface.vertices[polygon[j]]});
    grid = std::make_unique<geometry::RamifiedGrid>(std::move(finest), edges);
  } else {
    grid = std::make_unique<geometry::RamifiedGrid>(std::move(finest));
  }
  for (int level = 0; level < levels; ++level) grid->coarsen();
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
