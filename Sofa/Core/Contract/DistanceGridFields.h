// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Geometry/DistanceGrid.h"
#include "Sofa/Helper/Results.h"

namespace sofa::core {

/// Where a component has its distance grid from (docs/manual/collision.md, "Distance grids").
class DistanceGridFields {
  Component* m_owner;  // first: the Data below register with it

 public:
  DistanceGridFields(Component* owner, const std::string& formerName)
      : m_owner(owner),
        d_filename(m_owner, "filename", "",
                   "closed surface (.obj and others), distances (.raw, .vtk) or #cube, whose half side is scale",
                   {.aliases = {formerName}}) {}

  Data<std::string> d_filename;
  Data<double> d_scale{m_owner, "scale", 1.0, "of all lengths in the file"};
  Data<std::array<type::Vec3, 2>> d_box{
      m_owner,
      "box",
      {type::Vec3::Zero(), type::Vec3::Zero()},
      "lower and upper corner of the grid (m); without an extent, a tenth more than the surface on each side"};
  Data<int> d_nx{m_owner, "nx", 64, "points of the grid along x"};
  Data<int> d_ny{m_owner, "ny", 64, "points of the grid along y"};
  Data<int> d_nz{m_owner, "nz", 64, "points of the grid along z"};

  /// Null, after an error, if there is none. Sample points are `sampling` apart, or the vertices of the surface if it
  /// is 0.
  std::shared_ptr<const geometry::DistanceGrid> load(double sampling = 0) const;
  /// The gradient of the distance; in SOFA v26.06 per cell (DistanceGrid::cellGradient).
  type::Vec3 slope(const geometry::DistanceGrid& grid, const type::Vec3& p) const;
  /// Writes a grid to a file named by a Data dumpfilename; nothing if the name is empty.
  void dump(const geometry::DistanceGrid& grid, const std::string& filename);

 private:
  helper::ResultFiles m_results{
      [this](auto severity, auto text) { m_owner->message(severity, "dumpfilename: " + std::move(text)); }};
  void tellOfCells(const geometry::DistanceGrid& grid) const;
};

}  // namespace sofa::core
