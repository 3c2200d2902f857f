// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/PostProcessManager.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void PostProcessManager::init() {
  reinit();
  if (shader()) return;
  error(
      "There is no OglShader in this node or above: one with passive=\"1\" is needed. The picture is shown as it is.");
  setInvalid();
}

void PostProcessManager::reinit() {
  setValid();
  if (d_zNear.value() > 0 && d_zFar.value() > d_zNear.value() && std::isfinite(d_zFar.value())) return;
  error("zNear is {} and zFar {}; they must be 0 < zNear < zFar. The picture is shown as it is.", d_zNear.value(),
        d_zFar.value());
  setInvalid();
}

const OglShader* PostProcessManager::shader() const {
  for (const core::Node* node = context(); node; node = node->parent())
    for (const auto* shader : node->allLocal<OglShader>()) {
      const auto &own = shader->d_tags.value(), &wanted = d_tags.value();
      if (shader->hasPrograms() && std::includes(own.begin(), own.end(), wanted.begin(), wanted.end())) return shader;
    }
  return nullptr;
}

namespace {
const auto registered = core::Register("PostProcessManager", "Sofa.GL.Component.Shader",
                                       "sends the picture of the scene through an OglShader")
                            .add<PostProcessManager>();
}  // namespace

}  // namespace sofa::component::visual
