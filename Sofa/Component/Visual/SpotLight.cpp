#include "Sofa/Component/Visual/SpotLight.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered =
    core::Register("SpotLight", "Sofa.GL.Component.Shader", "light from a point, within a cone").add<SpotLight>();
}  // namespace
}  // namespace sofa::component::visual
