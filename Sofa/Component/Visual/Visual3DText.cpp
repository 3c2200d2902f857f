// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/Visual3DText.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered =
    core::Register("Visual3DText", "Sofa.Component.Visual", "text in the scene that faces the camera")
        .add<Visual3DText>();
}  // namespace
}  // namespace sofa::component::visual
