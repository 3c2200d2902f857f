// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/InteractiveCamera.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered = core::Register("InteractiveCamera", "Sofa.Component.Visual", "camera moved with the mouse")
                            .add<InteractiveCamera>();
}  // namespace
}  // namespace sofa::component::visual
