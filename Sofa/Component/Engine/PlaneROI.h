// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Engine/RegionOfInterest.h"
#include "Sofa/Geometry/OrientedBox.h"

namespace sofa::component::engine {

/// Selects what lies in rectangles of some thickness. Evaluated when first read.
template <class DataTypes>
class PlaneROI final : public RegionOfInterest<DataTypes> {
 public:
  core::Data<std::vector<type::Vec<10>>> d_plane{
      this,
      "plane",
      {type::Vec<10>::Zero()},
      "rectangles: three consecutive corners and the depth, half of it to either side"};

  PlaneROI();

 protected:
  void initRegion() override;
  void prepareRegion() override;
  bool contains(const type::Vec3& point) const override;
  void drawRegion(core::DrawList& list, float width) const override;
  type::Color drawnColor() const override { return {0, 1, 1, 1}; }

 private:
  std::vector<geometry::OrientedBox> m_boxes;
};

}  // namespace sofa::component::engine
