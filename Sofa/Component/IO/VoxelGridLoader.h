// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::io {

/// Makes hexahedra of a picture in space: a raw file of one byte per voxel, x first, then y, then z. Active voxels are
/// those whose value is one of `dataValue` or, if that is empty, none of `bgValue`; each becomes a hexahedron. Points
/// are numbered along the grid, those that no hexahedron uses are left out.
class VoxelGridLoader : public core::DataEngine {
  template <class T>
  using Data = core::Data<T>;

 public:
  VoxelGridLoader();

  Data<std::string> d_filename{
      this, "filename", "", "name of the file, searched beside the scene and in the data path", {.required = true}};
  Data<type::Vec<3, int>> d_resolution{
      this, "resolution", type::Vec<3, int>::Zero(), "number of voxels along x, y and z", {.required = true}};
  Data<type::Vec3> d_voxelSize{this, "voxelSize", type::Vec3::Ones(), "size of a voxel along x, y and z"};
  Data<type::Vec<6, int>> d_roi{this, "ROI", (type::Vec<6, int>() << 0, 0, 0, 65535, 65535, 65535).finished(),
                                "first and last voxel that is looked at: xmin ymin zmin xmax ymax zmax"};
  Data<int> d_header{this, "header", 0, "bytes of the file before the first voxel"};
  Data<std::vector<int>> d_bgValue{this, "bgValue", {}, "values of what is left out"};
  Data<std::vector<int>> d_dataValue{this, "dataValue", {}, "values of what is kept; empty: all but bgValue"};

  Data<std::vector<type::Vec3>> d_positions{this, "position", {}, "points of the hexahedra", {.readOnly = true}};
  Data<std::vector<type::Hexahedron>> d_hexahedra{
      this, "hexahedra", {}, "a hexahedron per active voxel", {.aliases = {"hexas"}, .readOnly = true}};
  Data<std::vector<type::Index>> d_idxInRegularGrid{
      this, "idxInRegularGrid", {}, "number of each hexahedron's voxel in the file", {.readOnly = true}};

  void init() override { updateNow(); }
  void reinit() override { updateNow(); }

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  void doUpdate() override;

 private:
  /// The voxels of the file; nothing, after an error, if they cannot be had.
  std::optional<std::string> voxels() const;
  void addHexahedra(const std::string& voxels);
};

}  // namespace sofa::component::io
