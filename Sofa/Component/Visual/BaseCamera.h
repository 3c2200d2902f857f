// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Geometry/Camera.h"

namespace sofa::component::visual {

/// Where the scene is looked at from, and how it is projected (docs/manual/visual.md, "Cameras"). The camera looks
/// along its -z axis, y is up.
class BaseCamera : public core::Component {
 public:
  BaseCamera();

  core::Data<type::Vec3> d_position{this, "position", type::Vec3::Zero(), "eye (m)"};
  core::Data<type::Quat> d_orientation{this, "orientation", type::Quat::Identity(), "orientation: x y z w"};
  core::Data<type::Vec3> d_lookAt{this, "lookAt", type::Vec3::Zero(), "point looked at (m)"};
  core::Data<double> d_distance{this, "distance", 0.0, "from the eye to the point looked at (m)"};
  core::Data<double> d_fieldOfView{this, "fieldOfView", 45.0, "vertical angle of view (degrees)"};
  core::Data<double> d_zNear{this, "zNear", 0.01, "near clipping distance (m), if computeZClip is false"};
  core::Data<double> d_zFar{this, "zFar", 100.0, "far clipping distance (m), if computeZClip is false"};
  core::Data<bool> d_computeZClip{this, "computeZClip", true,
                                  "if true, clipping distances enclose the scene's bounding box"};
  core::Data<type::Vec3> d_minBBox{
      this, "minBBox", type::Vec3::Zero(), "lower corner of the scene (m)", {.readOnly = true}};
  core::Data<type::Vec3> d_maxBBox{
      this, "maxBBox", type::Vec3::Ones(), "upper corner of the scene (m)", {.readOnly = true}};
  core::Data<unsigned> d_widthViewport{this, "widthViewport", 800u, "width of the view (pixels)", {.readOnly = true}};
  core::Data<unsigned> d_heightViewport{
      this, "heightViewport", 600u, "height of the view (pixels)", {.readOnly = true}};
  core::Data<type::OptionGroup> d_projectionType{
      this, "projectionType", type::OptionGroup({"Perspective", "Orthographic"}), "how depth is projected"};
  core::Data<bool> d_activated{this, "activated", true, "if false, the camera does not react to the mouse"};
  core::Data<bool> d_fixedLookAt{this, "fixedLookAt", false, "if true, panning keeps the point looked at"};
  core::Data<std::vector<double>> d_modelViewMatrix{this,
                                                    "modelViewMatrix",
                                                    std::vector<double>(16, 0.0),
                                                    "from the world to the camera, row by row",
                                                    {.readOnly = true}};
  core::Data<std::vector<double>> d_projectionMatrix{this,
                                                     "projectionMatrix",
                                                     std::vector<double>(16, 0.0),
                                                     "from the camera to clip space, row by row",
                                                     {.readOnly = true}};

  void init() override;
  void handleEvent(core::Event& event) override;

  /// The scene decides neither position nor orientation: viewers frame the scene once its bounding box is known.
  bool usesDefaultView() const { return m_usesDefaultView; }
  /// The values of the Data, and back. Taking a camera leaves clipping and `activated` as they are.
  geometry::Camera camera() const;
  void take(const geometry::Camera& camera);
  /// Takes the scene's box and recomputes both matrices.
  void updateMatrices();

 protected:
  /// Called at the beginning of each step, before the matrices are computed.
  virtual void moveAt(double /*time*/) {}
  type::BoundingBox sceneBox() const { return {d_minBBox.value(), d_maxBBox.value()}; }

 private:
  bool m_usesDefaultView = false;
};

}  // namespace sofa::component::visual
