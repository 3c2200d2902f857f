// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/BaseCamera.h"

namespace sofa::component::visual {

/// The camera that viewers move with the mouse.
class InteractiveCamera : public BaseCamera {
 public:
  core::Data<double> d_zoomSpeed{this, "zoomSpeed", 250.0, "speed of zooming with the mouse"};
  core::Data<double> d_panSpeed{this, "panSpeed", 0.1, "speed of panning with the mouse"};
  core::Data<int> d_pivot{this, "pivot", 2,
                          "centre of rotation: 0 point looked at, 1 eye, 2 centre of the scene, 3 origin of the world"};
};

}  // namespace sofa::component::visual
