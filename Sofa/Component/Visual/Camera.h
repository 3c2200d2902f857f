// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/BaseCamera.h"

namespace sofa::component::visual {

/// A camera that stays where the scene puts it.
class Camera : public BaseCamera {};

}  // namespace sofa::component::visual
