// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/SlicedVolumetricModel.h"

#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void SlicedVolumetricModel::reinit() {
  constexpr int most = 10000;
  setValid();
  if (!mesh() || mesh()->hexahedra().empty()) {
    error("There is no mesh with hexahedra in this node or above: nothing can be drawn.");
    setInvalid();
  }
  if (d_nbSlices.value() >= 1 && d_nbSlices.value() <= most) return;
  error("nbSlices is {}; it must lie between 1 and {}. Nothing is drawn.", d_nbSlices.value(), most);
  setInvalid();
}

void SlicedVolumetricModel::points(std::vector<type::Vec3>& points) const {
  points.clear();
  if (const auto* state = context()->up<core::State<type::Vec3Types>>()) {
    points = state->positions();
    return;
  }
  for (std::size_t i = 0; i < mesh()->nbPoints(); ++i) points.push_back(mesh()->position(i));
}

void SlicedVolumetricModel::computeBoundingBox() {
  if (!isValid() || !mesh()) return;
  std::vector<type::Vec3> all;
  points(all);
  type::BoundingBox box;
  for (const auto& p : all) box.include(p);
  d_bbox.set(box);
}

void SlicedVolumetricModel::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  takeIsEnabled(*this, description);
}

namespace {
const auto registered = core::Register("SlicedVolumetricModel", "Sofa.GL.Component.Rendering3D",
                                       "hexahedra as a translucent mass of slices that face the viewer")
                            .add<SlicedVolumetricModel>();
}  // namespace

}  // namespace sofa::component::visual
