// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/DistanceGridFields.h"

namespace sofa::component::collision {

/// A body known by the distances from its surface (docs/manual/collision.md, "Distance grids").
class DistanceGridCollisionModel : public core::CollisionModel {
 public:
  core::DistanceGridFields m_source;
  core::Data<double> d_sampling{
      this, "sampling", 0.0, "distance of the points by which it touches other grids (m); 0: vertices of the surface"};
  core::Data<std::string> d_dumpfilename{this, "dumpfilename", "",
                                         "file that the distances are written to at initialisation: .raw or .vtk"};
  core::Data<bool> d_usePoints{this, "usePoints", true, "if true, its points touch other grids"};

  explicit DistanceGridCollisionModel(const std::string& formerNameOfFile) : m_source(this, formerNameOfFile) {}

  /// Where a point is seen from an element.
  struct Seen {
    type::Vec3 surface;  ///< the place on the surface that it belongs to (m)
    type::Vec3 normal;   ///< unit, outwards
    double distance;     ///< negative inside (m)
  };
  /// Of a point in space, as of the last updateElements(); none if element i does not hold the place, or it is `reach`
  /// or farther from the surface.
  virtual std::optional<Seen> see(type::Index i, const type::Vec3& p, double reach) const = 0;
  /// Points in space by which element i touches other grids, and their numbers among those of the grid.
  virtual std::span<const type::Vec3> samples(type::Index i) const = 0;
  virtual std::span<const type::Index> sampleNumbers(type::Index i) const = 0;
  /// Whether only the deepest contact of each element counts.
  virtual bool keepsDeepestOnly() const { return false; }
  const geometry::DistanceGrid* grid() const { return m_grid.get(); }
  /// How much farther than the contact distance points are seen, so that contacts of what rests do not come and go (m).
  double slack() const { return m_slack; }

 protected:
  /// Reads the grid; false, after an error, if there is none.
  bool loadGrid();

 private:
  std::shared_ptr<const geometry::DistanceGrid> m_grid;
  double m_slack = 0;
};

}  // namespace sofa::component::collision
