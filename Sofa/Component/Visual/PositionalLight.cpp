#include "Sofa/Component/Visual/PositionalLight.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
const auto registered =
    core::Register("PositionalLight", "Sofa.GL.Component.Shader", "light from a point, in all directions")
        .add<PositionalLight>();
}  // namespace
}  // namespace sofa::component::visual
