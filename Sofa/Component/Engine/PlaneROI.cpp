// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/PlaneROI.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

template <class DataTypes>
PlaneROI<DataTypes>::PlaneROI() : RegionOfInterest<DataTypes>(RegionOfInterest<DataTypes>::FirstRun::whenRead) {
  this->d_drawROI.addAlias("drawBoxes");
}

template <class DataTypes>
void PlaneROI<DataTypes>::initRegion() {
  for (std::size_t i = 0; i < d_plane.value().size(); ++i) {
    const geometry::OrientedBox box(d_plane.value()[i]);
    if (box.isDegenerate())
      this->warning("plane {}: its three corners lie on one line, so that it has no sides and holds every point.", i);
    else if (box.depth() == 0)
      this->warning(
          "plane {}: without depth (the tenth number) it has no sides, and holds all that lies in its plane, which "
          "scenes of SOFA v26.06 rely on. Give it a small depth.",
          i);
  }
  this->addInput(&d_plane);
}

template <class DataTypes>
void PlaneROI<DataTypes>::prepareRegion() {
  m_boxes.clear();
  for (const auto& numbers : d_plane.value()) m_boxes.emplace_back(numbers);
}

template <class DataTypes>
bool PlaneROI<DataTypes>::contains(const type::Vec3& p) const {
  return std::any_of(m_boxes.begin(), m_boxes.end(),
                     [&](const auto& box) { return box.depth() == 0 ? box.isWithinDepth(p) : box.contains(p); });
}

template <class DataTypes>
void PlaneROI<DataTypes>::drawRegion(core::DrawList& list, float width) const {
  for (const auto& numbers : d_plane.value())
    drawOrientedBox(list, geometry::OrientedBox(numbers), width, this->drawnColor());
}

namespace {
const auto registered =
    core::Register("PlaneROI", "Sofa.Component.Engine.Select", "Selects the points and elements near rectangles")
        .addAll<PlaneROI, type::Vec3Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::engine
