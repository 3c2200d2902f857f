// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MultilevelHexahedronSetTopologyContainer.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/GridMesh.h"
#include "Sofa/Geometry/RamifiedGrid.h"

namespace sofa::component::topology {
namespace {

type::Vec<3, int> placeOf(Index voxel, const type::Vec<3, int>& n) {
  const auto row = static_cast<Index>(n[0]), layer = row * static_cast<Index>(n[1]);
  return {static_cast<int>(voxel % row), static_cast<int>(voxel % layer / row), static_cast<int>(voxel / layer)};
}

Index voxelAt(const geometry::GridCell& place, const type::Vec<3, int>& n) {
  const auto row = static_cast<Index>(n[0]), layer = row * static_cast<Index>(n[1]);
  return static_cast<Index>(place[0]) + row * static_cast<Index>(place[1]) + layer * static_cast<Index>(place[2]);
}

/// Whether hexahedra side by side have the face between them in common, and not only its place.
bool shareFace(const Hexahedron& a, const Hexahedron& b) {
  return std::ranges::count_if(a, [&](Index i) { return std::ranges::find(b, i) != b.end(); }) == 4;
}

}  // namespace

void MultilevelHexahedronSetTopologyContainer::init() {
  const bool good = m_isMade || (loadFile() && makeBlocks());
  HexahedronSetTopologyContainer::init();
  if (!good) return setInvalid();
  if (std::exchange(m_isMade, true)) return;
  listVoxels();
}

bool MultilevelHexahedronSetTopologyContainer::checkVoxels() {
  const auto& n = d_resolution.value();
  const auto& voxels = d_idxInRegularGrid.value();
  const bool isGrid = n.minCoeff() > 0 && n.maxCoeff() < std::numeric_limits<int>::max() &&
                      geometry::gridPointCount({n[0] + 1, n[1] + 1, n[2] + 1}) > 0;
  const auto count = static_cast<Index>(isGrid ? n.cast<std::int64_t>().prod() : 0);
  auto sorted = voxels;
  std::ranges::sort(sorted);
  if (!isGrid || voxels.size() != d_hexahedra->size() || sorted.back() >= count ||
      d_position->size() < geometry::pointCountOf(d_hexahedra.value())) {
    error(
        "level={} puts voxels together: resolution ({}), idxInRegularGrid, a voxel of it for each of the {} hexahedra, "
        "and position must be given. Add a VoxelGridLoader before this component and set src to it.",
        d_level.value(), d_resolution.text(), d_hexahedra->size());
    return false;
  }
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    error("idxInRegularGrid names voxel {} twice: give each hexahedron a voxel of its own.", *twice);
    return false;
  }
  return true;
}

std::optional<geometry::RegularGrid> MultilevelHexahedronSetTopologyContainer::lattice() {
  const auto& n = d_resolution.value();
  const auto& x = d_position.value();
  const auto& hexahedra = d_hexahedra.value();
  const auto& voxels = d_idxInRegularGrid.value();
  geometry::RegularGrid grid;
  grid.n = {n[0] + 1, n[1] + 1, n[2] + 1};
  const Hexahedron& first = hexahedra[0];
  grid.step = {x[first[1]] - x[first[0]], x[first[3]] - x[first[0]], x[first[4]] - x[first[0]]};
  const auto at = placeOf(voxels[0], n);
  grid.origin = x[first[0]] - at[0] * grid.step[0] - at[1] * grid.step[1] - at[2] * grid.step[2];
  const double tolerance = 1e-4 * (grid.step[0].norm() + grid.step[1].norm() + grid.step[2].norm());
  for (std::size_t i = 0; i < hexahedra.size(); ++i) {
    const auto place = placeOf(voxels[i], n);
    for (int corner = 0; corner < 8; ++corner) {
      const int flat = corner % 4;
      const type::Vec3 expected =
          grid.point(place[0] + (flat == 1 || flat == 2), place[1] + flat / 2, place[2] + corner / 4);
      if ((x[hexahedra[i][static_cast<std::size_t>(corner)]] - expected).norm() <= tolerance) continue;
      error("Hexahedron {} is not where voxel {} of a regular grid is: level={} needs equal voxels side by side.", i,
            voxels[i], d_level.value());
      return std::nullopt;
    }
  }
  return grid;
}

bool MultilevelHexahedronSetTopologyContainer::makeBlocks() {
  const int level = d_level.value();
  const auto& hexahedra = d_hexahedra.value();
  if (level < 0 || level > 16) {
    error("level={} must be from 0, voxels as they are, to 16.", level);
    return false;
  }
  if (hexahedra.empty()) return true;
  if (level == 0) {
    if (d_idxInRegularGrid->size() != hexahedra.size()) return true;  // hexahedra of no grid
    std::vector<Voxels> fine;
    for (const Index voxel : d_idxInRegularGrid.value()) fine.push_back({voxel});
    d_fineComponents.set(std::move(fine));
    return true;
  }
  if (!checkVoxels()) return false;
  const auto grid = lattice();
  if (!grid) return false;
  put(*grid);
  return true;
}

void MultilevelHexahedronSetTopologyContainer::put(const geometry::RegularGrid& grid) {
  const auto& hexahedra = d_hexahedra.value();
  std::vector<Index> hexahedronOf(static_cast<std::size_t>(d_resolution->cast<std::int64_t>().prod()),
                                  type::invalidIndex);
  geometry::CellKinds kinds(grid, geometry::CellKind::outside);
  for (std::size_t i = 0; i < hexahedra.size(); ++i) {
    const Index voxel = d_idxInRegularGrid.value()[i];
    hexahedronOf[voxel] = static_cast<Index>(i);
    kinds.kinds[voxel] = geometry::CellKind::inside;
  }
  geometry::SparseGrid finest(std::move(kinds), false, 1.F);
  const auto places = finest.places;
  const auto numberInGrid = finest.keptNumber;
  const auto at = [&](const geometry::GridCell& place) -> auto& {
    return hexahedra[hexahedronOf[voxelAt(place, d_resolution.value())]];
  };
  geometry::RamifiedGrid blocks(std::move(finest), [&](Index cell, std::size_t axis) {
    geometry::GridCell lower = places[cell];
    --lower[axis];
    return shareFace(at(places[cell]), at(lower));
  });
  for (int i = 0; i < d_level.value(); ++i) blocks.coarsen();
  blocks.number();
  take(blocks, numberInGrid);
}

void MultilevelHexahedronSetTopologyContainer::take(const geometry::RamifiedGrid& blocks,
                                                    const std::vector<Index>& numberInGrid) {
  std::vector<Voxels> fine(blocks.cells.size());
  auto voxels = d_idxInRegularGrid.value();
  std::ranges::sort(voxels);
  for (const Index voxel : voxels) fine[blocks.cellOf(numberInGrid[voxel])].push_back(voxel);
  clear(0);
  d_position.setParent(nullptr);
  d_position.set(blocks.points);
  d_position.unset();  // a saved scene gives the voxels again
  d_hexahedra.set(blocks.cells);
  d_hexahedra.unset();
  d_fineComponents.set(std::move(fine));
}

void MultilevelHexahedronSetTopologyContainer::listVoxels() {
  if (d_fineComponents->empty()) return;
  m_voxels = std::make_unique<DerivedList<Voxels>>(d_idxInRegularGrid, std::vector<core::BaseData*>{&d_fineComponents},
                                                   [this] {
                                                     Voxels all;
                                                     for (const auto& voxels : d_fineComponents.value())
                                                       all.insert(all.end(), voxels.begin(), voxels.end());
                                                     return all;
                                                   });
  m_holders = std::make_unique<DerivedList<Voxels>>(d_coarseComponents, std::vector<core::BaseData*>{&d_fineComponents},
                                                    [this] {
                                                      Voxels all;
                                                      const auto& fine = d_fineComponents.value();
                                                      for (std::size_t i = 0; i < fine.size(); ++i)
                                                        all.insert(all.end(), fine[i].size(), static_cast<Index>(i));
                                                      return all;
                                                    });
}

void MultilevelHexahedronSetTopologyContainer::archive(core::Archive& archive) {
  HexahedronSetTopologyContainer::archive(archive);
  if (!wasChanged() || !archive.isGood()) return;
  auto fine = d_fineComponents.value();
  fine.resize(d_hexahedra->size());
  for (auto& voxels : fine) archive.io(voxels);
  if (archive.isLoading() && archive.isGood()) d_fineComponents.set(std::move(fine));
}

namespace {
const auto registered =
    core::Register("MultilevelHexahedronSetTopologyContainer", "Sofa.Component.Topology.Container.Dynamic",
                   "hexahedra that are blocks of the voxels of a grid, and can change")
        .ignores("createQuadArray", "quads are made when something needs them")
        .add<MultilevelHexahedronSetTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology
