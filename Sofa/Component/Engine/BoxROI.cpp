// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/BoxROI.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

template <class DataTypes>
BoxROI<DataTypes>::BoxROI() {
  this->d_drawROI.addAlias("drawBoxes");
  this->d_quads.addAlias("quad");
  this->d_computeQuads.addAlias("computeQuad");
  this->d_quadsInROI.addAlias("quadInROI");
}

template <class DataTypes>
void BoxROI<DataTypes>::initRegion() {
  if (d_box.value().empty() && d_orientedBox.value().empty())
    d_box.set({(type::Vec6() << 0, 0, 0, 1, 1, 1).finished()});
  const auto reversed = [](const type::Vec6& b) { return b[0] > b[3] || b[1] > b[4] || b[2] > b[5]; };
  if (std::any_of(d_box.value().begin(), d_box.value().end(), reversed))
    for (auto& box : d_box.edit())
      for (int k = 0; k < 3; ++k)
        if (box[k] > box[k + 3]) std::swap(box[k], box[k + 3]);
  for (std::size_t i = 0; i < d_orientedBox.value().size(); ++i)
    if (geometry::OrientedBox(d_orientedBox.value()[i]).isDegenerate())
      this->warning("orientedBox {}: its three corners lie on one line, so that it has no faces and holds every point.",
                    i);
  this->addInput(&d_box);
  this->addInput(&d_orientedBox);
}

template <class DataTypes>
void BoxROI<DataTypes>::prepareRegion() {
  m_orientedBoxes.clear();
  for (const auto& numbers : d_orientedBox.value()) m_orientedBoxes.emplace_back(numbers);
}

template <class DataTypes>
bool BoxROI<DataTypes>::contains(const type::Vec3& p) const {
  for (const auto& box : d_box.value())
    if ((p.array() >= box.template head<3>().array()).all() && (p.array() <= box.template tail<3>().array()).all())
      return true;
  return std::any_of(m_orientedBoxes.begin(), m_orientedBoxes.end(), [&](const auto& box) { return box.contains(p); });
}

template <class DataTypes>
void BoxROI<DataTypes>::drawRegion(core::DrawList& list, float width) const {
  for (const auto& box : d_box.value())
    list.box({box.template head<3>(), box.template tail<3>()}, width, this->drawnColor());
  for (const auto& numbers : d_orientedBox.value())
    drawOrientedBox(list, geometry::OrientedBox(numbers), width, this->drawnColor());
}

namespace {
const auto registered =
    core::Register("BoxROI", "Sofa.Component.Engine.Select", "Selects the points and elements in boxes")
        .addAll<BoxROI, type::Vec3Types, type::Vec1Types, type::Vec2Types, type::Vec6Types, type::Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::engine
