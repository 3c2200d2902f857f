// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::sceneutility {
namespace {
const auto registered =
    core::Register("InfoComponent", "Sofa.Component.SceneUtility", "holds messages").add<core::InfoComponent>();
}  // namespace
}  // namespace sofa::component::sceneutility
