// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

#include "Sofa/Component/Topology/HexahedronSetTopologyContainer.h"

namespace sofa::component::topology {

/// Hexahedra that are voxels of a regular grid and know which (docs/manual/topology.md, "Hexahedra of voxels").
class DynamicSparseGridTopologyContainer final : public HexahedronSetTopologyContainer {
 public:
  using Values = std::vector<unsigned char>;

  core::Data<type::Vec<3, int>> d_resolution{this, "resolution", type::Vec<3, int>::Zero(),
                                             "number of voxels along x, y and z"};
  core::Data<Values> d_valuesInGrid{this,
                                    "valuesIndexedInRegularGrid",
                                    {},
                                    "value of each voxel; default: 255 where there is a hexahedron, 0 elsewhere"};
  core::Data<Values> d_valuesInTopology{this,
                                        "valuesIndexedInTopology",
                                        {},
                                        "value of each hexahedron's voxel",
                                        {.follows = core::perElement<Hexahedron>(core::NewValue::copy)}};
  core::Data<std::vector<Index>> d_idxInRegularGrid{
      this, "idxInRegularGrid", {}, "voxel of each hexahedron", {.follows = core::perElement<Hexahedron>()}};
  core::Data<std::map<Index, Index>> d_hexahedronOfVoxel{
      this, "idInRegularGrid2IndexInTopo", {}, "hexahedron of each voxel that has one"};
  core::Data<type::Vec3> d_voxelSize{this, "voxelSize", type::Vec3::Ones(), "size of a voxel along x, y and z"};

  void init() override;
  void archive(core::Archive& archive) override;
  /// Brings what is known of voxels in line with the hexahedra; those that were added lie where their points are.
  void follow(const core::MeshChanges& changes);

 private:
  std::size_t voxelCount() const;
  /// The voxel that holds the middle of a hexahedron; invalidIndex beyond the grid.
  Index voxelAt(const Hexahedron& hexahedron) const;
  void numberVoxels();
};

}  // namespace sofa::component::topology
