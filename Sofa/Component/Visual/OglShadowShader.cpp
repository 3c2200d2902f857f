#include "Sofa/Component/Visual/OglShadowShader.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered =
    core::Register("OglShadowShader", "Sofa.GL.Component.Shader", "lets lights cast shadows").add<OglShadowShader>();
}  // namespace
}  // namespace sofa::component::visual
