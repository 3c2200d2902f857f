// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglTexturePointer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void OglTexturePointer::init() {
  SwitchedShaderElement::init();
  if (!texture())
    error(
        "oglTexture names no OglTexture: the path of one is needed, as in oglTexture=\"@../texture\". The shader "
        "gets no picture \"{}\".",
        id());
}

namespace {
const auto registered =
    core::Register("OglTexturePointer", "Sofa.GL.Component.Shader", "another texture's picture for an OglShader")
        .add<OglTexturePointer>();
}  // namespace

}  // namespace sofa::component::visual
