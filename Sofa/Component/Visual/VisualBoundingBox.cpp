// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualBoundingBox.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered = core::Register("VisualBoundingBox", "Sofa.Component.Visual", "draws a box given by its bbox")
                            .add<VisualBoundingBox>();
}  // namespace
}  // namespace sofa::component::visual
