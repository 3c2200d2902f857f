// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"

namespace sofa::component::visual {

/// Draws the box of its `bbox`, which is usually linked to another component's.
class VisualBoundingBox : public VisualComponent {
 public:
  core::Data<type::Color> d_color{this, "color", {1, 1, 0, 1}, "colour of the edges"};
  core::Data<float> d_thickness{this, "thickness", 1.f, "width of the edges (pixels)"};

  void init() override { m_given = d_bbox.value(); }
  /// Boxes are emptied before they are computed: back to what it is linked to, or was given.
  void computeBoundingBox() override {
    const auto* source = d_bbox.parent();
    d_bbox.set(source ? *static_cast<const type::BoundingBox*>(source->rawValue()) : m_given);
  }

 protected:
  void drawVisual(core::DrawList& list) const override {
    list.box(d_bbox.value(), d_thickness.value(), d_color.value());
  }

 private:
  type::BoundingBox m_given;
};

}  // namespace sofa::component::visual
