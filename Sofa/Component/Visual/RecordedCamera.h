// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/BaseCamera.h"

namespace sofa::component::visual {

/// A camera that follows a path in time: around an axis, along a polyline, or through given positions and orientations
/// (docs/manual/visual.md, "Recorded paths").
class RecordedCamera : public BaseCamera {
 public:
  static constexpr std::string_view ofMouse =
      "no effect: the mouse moves a recorded view as usual, and its path goes on";

  core::Data<double> d_zoomSpeed{this, "zoomSpeed", 250.0, ofMouse};
  core::Data<double> d_panSpeed{this, "panSpeed", 0.1, ofMouse};
  core::Data<int> d_pivot{this, "pivot", 0, ofMouse};
  core::Data<double> d_startTime{this, "startTime", 0.0, "time at which the path begins (s)"};
  core::Data<double> d_endTime{this, "endTime", 200.0, "time at which the path ends (s)"};
  core::Data<bool> d_rotationMode{this, "rotationMode", false,
                                  "if true, turns about rotationAxis through rotationCenter"};
  core::Data<bool> d_translationMode{this, "translationMode", false, "if true, runs along cameraPositions"};
  core::Data<bool> d_navigationMode{this, "navigationMode", false,
                                    "if true, runs through cameraPositions and cameraOrientations"};
  core::Data<double> d_rotationSpeed{this, "rotationSpeed", 0.1,
                                     "kept for scenes that set it: start and end time decide"};
  core::Data<type::Vec3> d_rotationCenter{this, "rotationCenter", type::Vec3::Zero(), "centre of the circle (m)"};
  core::Data<type::Vec3> d_rotationStartPoint{this, "rotationStartPoint", type::Vec3::Zero(),
                                              "position at startTime (m)"};
  core::Data<type::Vec3> d_rotationLookAt{this, "rotationLookAt", type::Vec3::Zero(),
                                          "point looked at while turning (m)"};
  core::Data<type::Vec3> d_rotationAxis{this, "rotationAxis", type::Vec3(0, 1, 0), "axis of the circle"};
  core::Data<type::Vec3> d_cameraUp{this, "cameraUp", type::Vec3::Zero(), "upward direction; zero: the axis"};
  core::Data<bool> d_drawRotation{this, "drawRotation", false, "draw the circle", {.group = "Visualization"}};
  core::Data<bool> d_drawTranslation{this, "drawTranslation", false, "draw the polyline", {.group = "Visualization"}};
  core::Data<std::vector<type::Vec3>> d_cameraPositions{
      this, "cameraPositions", {}, "positions passed at equal time intervals (m)"};
  core::Data<std::vector<type::Quat>> d_cameraOrientations{
      this, "cameraOrientations", {}, "orientations at cameraPositions"};

  void init() override;
  /// The circle and the polyline on which the camera moves, if asked for.
  void draw(core::DrawList& list) const override;

 protected:
  void moveAt(double time) override;

 private:
  void rotateAt(double fraction);
  void translateAt(double fraction);
  void navigateAt(double fraction);
};

}  // namespace sofa::component::visual
