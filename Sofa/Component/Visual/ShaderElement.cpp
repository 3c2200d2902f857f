// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/ShaderElement.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void ShaderElement::init() {
  const auto* s = shader();
  if (!s) {
    warning("There is no OglShader{} in this node or above: this has no effect.",
            d_tags.value().empty() ? "" : " with these tags");
  } else if (s->hasPrograms() && s->programCount() > 0 && d_indexShader.value() >= s->programCount()) {
    warning("indexShader is {}, but {} has {} program{}: this has no effect.", d_indexShader.value(), s->path(),
            s->programCount(), s->programCount() == 1 ? "" : "s");
  }
}

namespace {
const auto registered =
    core::Register("OglShaderDefineMacro", "Sofa.GL.Component.Shader", "a #define before the text of an OglShader")
        .add<OglShaderDefineMacro>();
}  // namespace

}  // namespace sofa::component::visual
