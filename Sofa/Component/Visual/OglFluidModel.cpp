// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglFluidModel.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void OglFluidModel::computeBoundingBox() {
  type::BoundingBox box;
  const type::Vec3 around = type::Vec3::Constant(d_spriteRadius.value());
  for (const auto& p : d_position.value()) box.include(type::Vec3(p - around)), box.include(type::Vec3(p + around));
  d_bbox.set(box);
}

void OglFluidModel::drawVisual(core::DrawList& list) const {
  for (const auto& p : d_position.value()) list.sphere(p, d_spriteRadius.value(), d_spriteDiffuseColor.value());
}

namespace {
const auto registered =
    core::Register("OglFluidModel", "SofaSphFluid", "the particles of a fluid as spheres").add<OglFluidModel>(true);
}  // namespace

}  // namespace sofa::component::visual
