// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglSceneFrame.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered = core::Register("OglSceneFrame", "Sofa.GL.Component.Rendering3D",
                                       "a small frame in a corner of the view that turns with the camera")
                            .add<OglSceneFrame>();
}  // namespace
}  // namespace sofa::component::visual
