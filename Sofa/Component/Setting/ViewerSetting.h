#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::setting {

/// How a viewer opens a scene.
class ViewerSetting : public core::Component {
 public:
  core::Data<type::Vec<2, int>> d_resolution{
      this, "resolution", type::Vec<2, int>(800, 600), "size of the view (pixels)", {.group = "Viewport"}};
  core::Data<bool> d_fullscreen{this, "fullscreen", false, "if true, the view fills the screen", {.group = "Viewport"}};
  core::Data<type::OptionGroup> d_cameraMode{this,
                                             "cameraMode",
                                             type::OptionGroup({"Perspective", "Orthographic"}),
                                             "how depth is projected",
                                             {.group = "Camera"}};
  core::Data<type::OptionGroup> d_objectPickingMethod{this,
                                                      "objectPickingMethod",
                                                      type::OptionGroup({"Ray casting", "Selection buffer"}),
                                                      "how the mouse finds objects",
                                                      {.group = "Selection"}};
  core::Data<bool> d_showSelectedNodeBoundingBox{
      this, "showSelectedNodeBoundingBox", true, "draw the box of a selected node", {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectBoundingBox{
      this, "showSelectedObjectBoundingBox", true, "draw the box of a selected component", {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectPositions{
      this, "showSelectedObjectPositions", true, "draw its points", {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectSurfaces{
      this, "showSelectedObjectSurfaces", true, "draw its faces", {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectVolumes{
      this, "showSelectedObjectVolumes", true, "draw its volumes", {.group = "Selection"}};
  core::Data<bool> d_showSelectedObjectIndices{
      this, "showSelectedObjectIndices", true, "write the numbers of its points", {.group = "Selection"}};
  core::Data<double> d_showSelectedVisualScaling{this,
                                                 "showSelectedVisualScaling",
                                                 0.02,
                                                 "size of what is drawn, as a part of the scene's",
                                                 {.group = "Selection"}};
};

}  // namespace sofa::component::setting
