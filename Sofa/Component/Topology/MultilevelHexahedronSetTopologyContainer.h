// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/HexahedronSetTopologyContainer.h"
#include "Sofa/Geometry/RegularGrid.h"

namespace sofa::geometry {
class RamifiedGrid;
}

namespace sofa::component::topology {

/// Hexahedra that are blocks of voxels of a regular grid and know which (docs/manual/topology.md, "Hexahedra of
/// voxels").
class MultilevelHexahedronSetTopologyContainer final : public HexahedronSetTopologyContainer {
 public:
  using Voxels = std::vector<Index>;

  core::Data<int> d_level{this, "level", 0, "how often voxels are put together, eight by eight"};
  core::Data<type::Vec<3, int>> d_resolution{this, "resolution", type::Vec<3, int>::Zero(),
                                             "number of voxels along x, y and z"};
  core::Data<Voxels> d_idxInRegularGrid{
      this, "idxInRegularGrid", {}, "voxel of each given hexahedron; then the voxels, by the hexahedra they are in"};
  core::Data<Voxels> d_coarseComponents{
      this, "coarseComponents", {}, "hexahedron that holds each voxel of idxInRegularGrid", {.readOnly = true}};
  core::Data<std::vector<Voxels>> d_fineComponents{this,
                                                   "fineComponents",
                                                   {},
                                                   "voxels of each hexahedron",
                                                   {.readOnly = true, .follows = core::perElement<Hexahedron>()}};

  void init() override;
  void archive(core::Archive& archive) override;

 private:
  /// Puts the voxels together; false, after an error, if they are not those of a grid.
  bool makeBlocks();
  bool checkVoxels();
  /// The lattice of which the given hexahedra are the voxels; null, after an error, if there is none.
  std::optional<geometry::RegularGrid> lattice();
  void put(const geometry::RegularGrid& grid);
  void take(const geometry::RamifiedGrid& blocks, const std::vector<Index>& numberInGrid);
  /// The voxels and where they are follow from the list for each hexahedron.
  void listVoxels();

  std::unique_ptr<DerivedList<Voxels>> m_voxels, m_holders;
  bool m_isMade = false;
};

}  // namespace sofa::component::topology
