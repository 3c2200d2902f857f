// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/Camera.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered =
    core::Register("Camera", "Sofa.Component.Visual", "camera that stays where the scene puts it").add<Camera>();
}  // namespace
}  // namespace sofa::component::visual
