// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Geometry/Camera.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::visual {

/// A second view of the scene inside of the window.
class OglViewport : public VisualComponent {
 public:
  core::Data<type::Vec<2, int>> d_screenPosition{
      this, "screenPosition", type::Vec<2, int>::Zero(),
      "distance from the left and lower border of the window (pixels); negative: from the right and upper one"};
  core::Data<type::Vec<2, unsigned>> d_screenSize{this, "screenSize", type::Vec<2, unsigned>::Zero(),
                                                  "width and height (pixels)"};
  core::Data<type::Vec3> d_cameraPosition{this, "cameraPosition", type::Vec3::Zero(), "where it looks from (m)"};
  core::Data<type::Quat> d_cameraOrientation{this, "cameraOrientation", type::Quat::Identity(),
                                             "orientation of the camera, which looks along its -z axis"};
  core::Data<type::RigidCoord<3>> d_cameraRigid{
      this, "cameraRigid", {}, "position and orientation, in place of these if it is given"};
  core::Data<double> d_zNear{this, "zNear", 0.0, "near clipping distance (m); 0: from the box of the scene"};
  core::Data<double> d_zFar{this, "zFar", 0.0, "far clipping distance (m); 0: from the box of the scene"};
  core::Data<double> d_fovy{this, "fovy", 60.0, "vertical angle of view (degrees)"};
  core::Data<bool> d_enabled{this, "enabled", true, "if false, the view is not there"};
  core::Data<bool> d_advancedRendering{
      this, "advancedRendering", false,
      "if true, it has the shadows and the order-independent transparency of the main view"};
  core::Data<bool> d_swapMainView{this, "swapMainView", false, "if true, it and the main view change places"};
  core::Data<bool> d_drawCamera{
      this, "drawCamera", false, "if true, its field of view is drawn in the scene", {.group = "Visualization"}};

  void init() override { reinit(); }
  void reinit() override;
  bool isShown() const { return isValid() && d_enable.value() && d_enabled.value(); }
  /// Of a view of that size; clipping distances of 0 are left to who draws.
  geometry::Camera camera() const;

 protected:
  void drawVisual(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual
