// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Geometry/PointNeighbours.h"

namespace sofa::component::fluid {

/// Finds the particles that are near each other, for the force fields of its node: cells of some width, each with the
/// points in it. It holds no forces and has no part in solving.
class SpatialGridContainer : public core::Component {
 public:
  core::Data<double> d_cellWidth{this, "cellWidth", 1.0, "width of a cell; at least the distance searched in (m)"};
  core::Data<bool> d_showGrid{
      this, "showGrid", false, "draw the cells that hold particles", {.group = "Visualization"}};
  core::Data<bool> d_autoUpdate{this, "autoUpdate", false,
                                "kept for scenes that set it: each search is one of the present positions"};
  core::Data<bool> d_sortPoints{this, "sortPoints", false,
                                "number the particles anew by their cells at the beginning of each step"};

  static std::string staticTemplateName() { return type::Vec3Types::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<type::Vec3Types>(node, description, "mstate", why);
  }

  void init() override;
  void handleEvent(core::Event& event) override;
  void draw(core::DrawList& list) const override;

 private:
  void sortPoints();

  core::Found<core::State<type::Vec3Types>> m_state;
};

/// The neighbours of particles nearer than `distance`. Told once by `owner`, in error: that there is no grid in its
/// node; in a warning: that the grid's cells are narrower than the distance. All pairs are found in any case.
void checkGrid(const core::Component& owner, double distance);

}  // namespace sofa::component::fluid
