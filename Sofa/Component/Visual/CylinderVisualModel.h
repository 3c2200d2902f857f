// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualState.h"

namespace sofa::component::visual {

/// A cylinder along each edge.
class CylinderVisualModel : public VisualState {
 public:
  core::Data<float> d_radius{this, "radius", 1.f, "radius of the cylinders (m)"};
  core::Data<type::Color> d_color{this, "color", {1, 1, 1, 1}, "colour of the cylinders"};
  core::Data<std::vector<type::Edge>> d_edges{this, "edges", {}, "the edges; default: those of the topology"};

  void init() override;
  void draw(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual
