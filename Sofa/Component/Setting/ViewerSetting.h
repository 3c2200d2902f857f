// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::setting {

/// How a viewer opens a scene.
class ViewerSetting : public core::Component {
 public:
  static constexpr std::string_view ofSelection =
      "kept for scenes that set it: of what is selected the outline is drawn, and nothing else";

  core::Data<type::Vec<2, int>> d_resolution{
      this, "resolution", type::Vec<2, int>(800, 600), "size of the view (pixels)", {.group = "Viewport"}};
  core::Data<bool> d_fullscreen{this, "fullscreen", false, "if true, the view fills the screen", {.group = "Viewport"}};
  core::Data<type::OptionGroup> d_cameraMode{this,
                                             "cameraMode",
                                             type::OptionGroup({"Perspective", "Orthographic"}),
                                             "how depth is projected",
                                             {.group = "Camera"}};
  core::Data<type::OptionGroup> d_objectPickingMethod{
      this,
      "objectPickingMethod",
      type::OptionGroup({"Ray casting", "Selection buffer"}),
      "kept for scenes that set it: what is drawn under the mouse is found",
      {.group = "Selection"}};
  core::Data<bool> d_showSelectedNodeBoundingBox{
      this, "showSelectedNodeBoundingBox", true, ofSelection, {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectBoundingBox{
      this, "showSelectedObjectBoundingBox", true, ofSelection, {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectPositions{
      this, "showSelectedObjectPositions", true, ofSelection, {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectSurfaces{
      this, "showSelectedObjectSurfaces", true, ofSelection, {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectVolumes{
      this, "showSelectedObjectVolumes", true, ofSelection, {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectIndices{
      this, "showSelectedObjectIndices", true, ofSelection, {.group = "Selection"}};
  core::Data<double> d_showSelectedVisualScaling{
      this, "showSelectedVisualScaling", 0.02, ofSelection, {.group = "Selection"}};
};

}  // namespace sofa::component::setting
