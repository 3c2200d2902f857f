// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/PositionalLight.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void PositionalLight::draw(core::DrawList& list) const {
  if (!drawsSource(list)) return;
  const auto box = core::sceneBox(*this);
  list.sphere(d_position.value(), 0.01 * (box.empty() ? 1 : (box.max - box.min).norm()), d_color.value());
}

namespace {
const auto registered =
    core::Register("PositionalLight", "Sofa.GL.Component.Shader", "light from a point, in all directions")
        .add<PositionalLight>();
}  // namespace
}  // namespace sofa::component::visual
