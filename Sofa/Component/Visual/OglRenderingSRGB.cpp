// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglRenderingSRGB.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered = core::Register("OglRenderingSRGB", "Sofa.GL.Component.Shader",
                                       "takes the colours of the picture as linear and shows them as sRGB")
                            .add<OglRenderingSRGB>();
}  // namespace
}  // namespace sofa::component::visual
