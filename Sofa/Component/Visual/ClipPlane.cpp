// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/ClipPlane.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void ClipPlane::reinit() {
  setValid();
  if (d_id.value() < 0 || d_id.value() >= maxPlanes) {
    error("id is {}; it must lie between 0 and {}. Nothing is cut.", d_id.value(), maxPlanes - 1);
    setInvalid();
  }
  if (d_normal.value().norm() == 0) {
    error("normal is zero; it must point to the side that is cut off. Nothing is cut.");
    setInvalid();
  }
}

namespace {
const auto registered =
    core::Register("ClipPlane", "Sofa.GL.Component.Rendering3D", "cuts off what lies beyond a plane").add<ClipPlane>();
}  // namespace

}  // namespace sofa::component::visual
