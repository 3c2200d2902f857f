// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/BaseCamera.h"

#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::component::visual {

using type::Vec3;

BaseCamera::BaseCamera() { d_listening.set(true); }

void BaseCamera::init() {
  if (d_fieldOfView.value() <= 0 || d_fieldOfView.value() >= 180) {
    error("fieldOfView must lie between 0 and 180 degrees; it is {}. 45 is used.", d_fieldOfView.value());
    d_fieldOfView.set(45);
  }
  const bool position = d_position.isSet(), orientation = d_orientation.isSet(), lookAt = d_lookAt.isSet();
  const auto axisTo = [&] { return type::rotate(d_orientation.value(), Vec3(0, 0, -d_distance.value())); };
  if (position && !orientation) {
    d_distance.set((d_lookAt.value() - d_position.value()).norm());
    d_orientation.set(camera().orientationTowards(d_position.value(), d_lookAt.value()));
  } else if (position && !lookAt) {
    if (!d_distance.isSet()) warning("distance is missing; 0 is used.");
    d_lookAt.set(d_position.value() + axisTo());
  } else if (!position && orientation && lookAt) {
    d_position.set(d_lookAt.value() - axisTo());
  } else {
    if (position)
      warning("position, orientation and lookAt contradict each other: give two of them. The default view is used.");
    m_usesDefaultView = true;
    auto view = camera();
    view.setDefaultView(sceneBox(), context()->gravity());
    take(view);
  }
  updateMatrices();
}

void BaseCamera::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event)) return;
  moveAt(context()->time());
  updateMatrices();
}

geometry::Camera BaseCamera::camera() const {
  geometry::Camera c;
  c.position = d_position.value();
  c.orientation = d_orientation.value();
  c.lookAt = d_lookAt.value();
  c.fieldOfView = d_fieldOfView.value();
  c.orthographic = d_projectionType.value().index() == 1;
  c.width = d_widthViewport.value();
  c.height = d_heightViewport.value();
  c.computeClipping = d_computeZClip.value();
  c.zNear = d_zNear.value();
  c.zFar = d_zFar.value();
  return c;
}

void BaseCamera::take(const geometry::Camera& c) {
  d_position.set(c.position);
  d_orientation.set(c.orientation);
  d_lookAt.set(c.lookAt);
  d_distance.set(c.distance());
  d_fieldOfView.set(c.fieldOfView);
  d_projectionType.edit().select(c.orthographic ? 1 : 0);
  d_widthViewport.set(std::max(1u, c.width));
  d_heightViewport.set(std::max(1u, c.height));
}

void BaseCamera::updateMatrices() {
  if (const auto& box = context()->root()->d_bbox.value(); !box.empty()) {
    d_minBBox.set(box.min);
    d_maxBBox.set(box.max);
  }
  const geometry::Camera c = camera();
  auto clipping = c.clipping(sceneBox());
  if (!clipping.valid) {
    error("zNear must be positive and smaller than zFar; they are {} and {}.", clipping.zNear, clipping.zFar);
    clipping = {d_zNear.defaultValue(), d_zFar.defaultValue(), true};
  }
  const auto write = [](const geometry::Mat4& m, core::Data<std::vector<double>>& rows) {
    auto& out = rows.edit();
    out.resize(16);
    for (int i = 0; i < 16; ++i) out[i] = m(i / 4, i % 4);
  };
  write(c.viewMatrix(), d_modelViewMatrix);
  write(c.projectionMatrix(clipping), d_projectionMatrix);
}

}  // namespace sofa::component::visual
