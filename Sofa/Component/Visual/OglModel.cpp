// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglModel.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered =
    core::Register("OglModel", "Sofa.GL.Component.Rendering3D", "surface drawn by viewers").add<OglModel>(true);
}  // namespace
}  // namespace sofa::component::visual
