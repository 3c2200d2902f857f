// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/PointSplatModel.h"

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void PointSplatModel::reinit() {
  setValid();
  if (!state()) {
    error("There is no state with points in this node or above: nothing can be drawn.");
    setInvalid();
  }
  if (!(d_radius.value() > 0)) {
    error("radius is {}; it must be larger than 0. Nothing is drawn.", d_radius.value());
    setInvalid();
  }
  if (d_textureSize.value() < 2 || d_textureSize.value() > 4096) {
    error("textureSize is {}; it must lie between 2 and 4096. 32 is used.", d_textureSize.value());
    d_textureSize.set(32);
  }
}

void PointSplatModel::computeBoundingBox() {
  const auto* points = state();
  if (!points || !isValid()) return;
  type::BoundingBox box;
  const type::Vec3 around = type::Vec3::Constant(d_radius.value());
  for (const auto& p : points->positions()) box.include(type::Vec3(p - around)), box.include(type::Vec3(p + around));
  d_bbox.set(box);
}

void PointSplatModel::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  takeIsEnabled(*this, description);
}

namespace {
const auto registered = core::Register("PointSplatModel", "Sofa.GL.Component.Rendering3D", "soft round spots at points")
                            .add<PointSplatModel>();
}  // namespace

}  // namespace sofa::component::visual
