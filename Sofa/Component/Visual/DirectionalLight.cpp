// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/DirectionalLight.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered = core::Register("DirectionalLight", "Sofa.GL.Component.Shader", "light from infinitely far away")
                            .add<DirectionalLight>();
}  // namespace
}  // namespace sofa::component::visual
