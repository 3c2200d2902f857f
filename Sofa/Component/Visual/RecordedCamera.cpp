// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/RecordedCamera.h"
#include "Sofa/Type/AngleAxis.h"

#include <numbers>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

using type::Quat;
using type::Vec3;

void RecordedCamera::init() {
  if (!d_rotationCenter.isSet()) d_rotationCenter.set(Vec3(0, 10, 0));
  if (!d_rotationStartPoint.isSet()) d_rotationStartPoint.set(Vec3(0, 10, 50));
  if (d_endTime.value() <= d_startTime.value()) {
    error("endTime must be later than startTime; they are {} and {}.", d_endTime.value(), d_startTime.value());
    setInvalid();
  }
  if (d_navigationMode.value() && d_cameraOrientations.value().size() != d_cameraPositions.value().size()) {
    error("navigationMode needs as many cameraOrientations as cameraPositions; there are {} and {}.",
          d_cameraOrientations.value().size(), d_cameraPositions.value().size());
    setInvalid();
  }
  BaseCamera::init();
}

void RecordedCamera::moveAt(double time) {
  if (!isValid() || time < d_startTime.value()) return;
  const double fraction = (time - d_startTime.value()) / (d_endTime.value() - d_startTime.value());
  if (d_rotationMode.value())
    rotateAt(fraction);
  else if (d_translationMode.value() && d_cameraPositions.value().size() > 1)
    translateAt(fraction);
  else if (d_navigationMode.value() && d_cameraPositions.value().size() > 1)
    navigateAt(fraction);
}

void RecordedCamera::rotateAt(double fraction) {
  const Vec3& axis = d_rotationAxis.value();
  if (axis.norm() == 0) return;
  const Quat turn(type::AngleAxis(2 * std::numbers::pi * fraction, axis.normalized()));
  const Vec3 centre = d_rotationCenter.value();
  const Vec3 eye = centre + type::rotate(turn, Vec3(d_rotationStartPoint.value() - centre));
  const Vec3 target = d_rotationLookAt.value();
  d_position.set(eye);
  d_lookAt.set(target);
  d_distance.set((target - eye).norm());
  if (eye != target)
    d_orientation.set(
        camera().orientationAlong(target - eye, d_cameraUp.value().norm() > 0 ? d_cameraUp.value() : axis));
}

void RecordedCamera::translateAt(double fraction) {
  const auto& points = d_cameraPositions.value();
  const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(points.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(place), points.size() - 2);
  const Vec3 eye = points[i] + (place - static_cast<double>(i)) * (points[i + 1] - points[i]);
  const Vec3 direction = points[i + 1] - points[i];
  if (direction.norm() > 0) d_orientation.set(camera().orientationAlong(direction, camera().axis(1)));
  d_position.set(eye);
  d_lookAt.set(points[i + 1]);
  d_distance.set((points[i + 1] - eye).norm());
}

void RecordedCamera::navigateAt(double fraction) {
  const auto& points = d_cameraPositions.value();
  const auto& orientations = d_cameraOrientations.value();
  const double place = (fraction - std::floor(fraction)) * static_cast<double>(points.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(place), points.size() - 2);
  const double t = place - static_cast<double>(i);
  d_position.set(points[i] + t * (points[i + 1] - points[i]));
  d_orientation.set(orientations[i].slerp(t, orientations[i + 1]));
  d_lookAt.set(d_position.value() + type::rotate(d_orientation.value(), Vec3(0, 0, -d_distance.value())));
}

void RecordedCamera::draw(core::DrawList& list) const {
  constexpr type::Color color{0, 1, 0.5f, 1};
  constexpr int samples = 100;
  if (d_drawTranslation.value()) list.polyline(d_cameraPositions.value(), 1, color);
  const Vec3& axis = d_rotationAxis.value();
  if (!d_drawRotation.value() || !(axis.norm() > 0)) return;
  const Vec3 center = d_rotationCenter.value(), arm = d_rotationStartPoint.value() - center;
  const auto place = [&](int i) {
    const Quat turn(type::AngleAxis(2 * std::numbers::pi * i / samples, axis.normalized()));
    return Vec3(center + type::rotate(turn, arm));
  };
  for (int i = 0; i < samples; ++i) list.line(place(i), place(i + 1), 1, color);
}

namespace {
const auto registered = core::Register("RecordedCamera", "Sofa.Component.Visual", "camera that follows a path in time")
                            .add<RecordedCamera>();
}  // namespace

}  // namespace sofa::component::visual
