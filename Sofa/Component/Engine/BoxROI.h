// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Engine/RegionOfInterest.h"
#include "Sofa/Geometry/OrientedBox.h"

namespace sofa::component::engine {

/// Selects what lies in one of several boxes, faces included. Without any box: in the unit cube.
template <class DataTypes>
class BoxROI final : public RegionOfInterest<DataTypes> {
 public:
  core::Data<std::vector<type::Vec6>> d_box{
      this, "box", {}, "boxes along the axes: xmin ymin zmin xmax ymax zmax", {.group = "Inputs"}};
  core::Data<std::vector<type::Vec<10>>> d_orientedBox{
      this,
      "orientedBox",
      {},
      "boxes of any orientation: three corners of the middle rectangle and the depth",
      {.group = "Inputs"}};

  BoxROI();

 protected:
  void initRegion() override;
  void prepareRegion() override;
  bool contains(const type::Vec3& point) const override;
  void drawRegion(core::DrawList& list, float width) const override;

 private:
  std::vector<geometry::OrientedBox> m_orientedBoxes;
};

}  // namespace sofa::component::engine
