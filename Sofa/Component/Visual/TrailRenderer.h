// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>

#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::visual {

/// The paths of points over the last steps.
template <class DataTypes>
class TrailRenderer : public VisualComponent {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  TrailRenderer() { this->d_listening.set(true); }
  static std::string staticTemplateName() { return DataTypes::name(); }

  core::Data<VecCoord> d_position{this, "position", {}, "the points, usually linked to a state (m)"};
  core::Data<unsigned> d_nbSteps{this, "nbSteps", 100u, "steps that a path remembers"};
  core::Data<type::Color> d_color{this, "color", {0, 1, 0, 1}, "colour of the paths"};
  core::Data<float> d_thickness{this, "thickness", 1.f, "width of the paths (pixels)"};

  void reset() override { m_past.clear(); }
  void handleEvent(core::Event& event) override;

 protected:
  void drawVisual(core::DrawList& list) const override;

 private:
  std::deque<std::vector<type::Vec3>> m_past;  // positions after each step, the latest last
};

}  // namespace sofa::component::visual
