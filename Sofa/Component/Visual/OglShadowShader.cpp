// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglShadowShader.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void OglShadowShader::init() {
  OglShader::init();
  for (const auto* files : stageFiles())
    if (files->isSet()) warning("{} has no effect: shadows have shaders of their own.", files->name());
}

namespace {
const auto registered =
    core::Register("OglShadowShader", "Sofa.GL.Component.Shader", "lets lights cast shadows").add<OglShadowShader>();
}  // namespace
}  // namespace sofa::component::visual
