// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglViewport.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void OglViewport::reinit() {
  setValid();
  const auto& size = d_screenSize.value();
  if (size[0] == 0 || size[1] == 0) {
    error("screenSize is {} {}; width and height must be larger than 0 pixels. The view is not shown.", size[0],
          size[1]);
    setInvalid();
  }
  if (!(d_fovy.value() > 0 && d_fovy.value() < 180)) {
    error("fovy is {}; it must lie between 0 and 180 degrees. The view is not shown.", d_fovy.value());
    setInvalid();
  }
  if (d_zNear.value() < 0 || (d_zFar.value() != 0 && d_zFar.value() <= d_zNear.value())) {
    error("zNear is {} and zFar {}; they must be 0, or 0 < zNear < zFar. The view is not shown.", d_zNear.value(),
          d_zFar.value());
    setInvalid();
  }
}

geometry::Camera OglViewport::camera() const {
  geometry::Camera camera;
  camera.position = d_cameraPosition.value();
  camera.orientation = d_cameraOrientation.value();
  if (d_cameraRigid.isSet()) {
    camera.position = d_cameraRigid.value().center;
    camera.orientation = d_cameraRigid.value().orientation;
  }
  camera.lookAt = camera.position + camera.viewDirection();
  camera.fieldOfView = d_fovy.value();
  camera.width = d_screenSize.value()[0];
  camera.height = d_screenSize.value()[1];
  return camera;
}

void OglViewport::drawVisual(core::DrawList& list) const {
  if (!d_drawCamera.value() || !isShown()) return;
  const geometry::Camera view = camera();
  const double length = d_zFar.value() > 0 ? d_zFar.value() : 1, up = length * std::tan(view.fieldOfView * M_PI / 360);
  const type::Vec3 centre = view.position + length * view.viewDirection();
  const type::Vec3 x = up * view.aspect() * view.axis(0), y = up * view.axis(1);
  const std::array<type::Vec3, 4> corners{centre - x - y, centre + x - y, centre + x + y, centre - x + y};
  for (std::size_t i = 0; i < 4; ++i) {
    list.line(view.position, corners[i], 1, {0, 0, 0, 1});
    list.line(corners[i], corners[(i + 1) % 4], 1, {0, 0, 0, 1});
  }
}

namespace {
const auto registered =
    core::Register("OglViewport", "Sofa.GL.Component.Rendering2D", "a second view of the scene in the window")
        .ignores("useFBO", "the view is always drawn beside the window first")
        .add<OglViewport>();
}  // namespace

}  // namespace sofa::component::visual
