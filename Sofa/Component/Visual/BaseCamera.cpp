#include "Sofa/Component/Visual/BaseCamera.h"

#include <numbers>

#include "Sofa/Core/Context.h"

namespace sofa::component::visual {

using type::Mat3;
using type::Quat;
using type::Vec3;

namespace {
double radians(double degrees) { return degrees * std::numbers::pi / 180; }
Vec3 unit(const Vec3& v) { return v.norm() > 0 ? Vec3(v / v.norm()) : v; }
Quat fromAxes(const Vec3& x, const Vec3& y, const Vec3& z) {
  Mat3 columns;
  columns << x, y, z;
  return Quat(columns);
}
}  // namespace

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
    d_orientation.set(orientationTowards(d_position.value(), d_lookAt.value()));
  } else if (position && !lookAt) {
    if (!d_distance.isSet()) warning("distance is missing; 0 is used.");
    d_lookAt.set(d_position.value() + axisTo());
  } else if (!position && orientation && lookAt) {
    d_position.set(d_lookAt.value() - axisTo());
  } else {
    if (position)
      warning("position, orientation and lookAt contradict each other: give two of them. The default view is used.");
    m_usesDefaultView = true;
    setDefaultView(context()->gravity());
  }
  updateMatrices();
}

void BaseCamera::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event)) return;
  moveAt(context()->time());
  updateMatrices();
}

void BaseCamera::setDefaultView(const Vec3& gravity) {
  const Vec3 centre = 0.5 * (d_minBBox.value() + d_maxBBox.value());
  const Vec3 up = gravity.norm() > 0 ? Vec3(-gravity / gravity.norm()) : Vec3(0, 1, 0);
  const Vec3 side = 1 - std::abs(up.x()) < 0.001 ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
  const Vec3 z = unit(side.cross(up)), x = up.cross(z);
  const double distance = 3 * (d_minBBox.value() - centre).norm();
  d_lookAt.set(centre);
  d_distance.set(distance);
  d_position.set(centre + distance * z);
  d_orientation.set(fromAxes(x, up, z));
}

void BaseCamera::fit(const type::BoundingBox& box) {
  if (box.empty()) return;
  const double half = radians(d_fieldOfView.value()) / 2;
  const double aspect = static_cast<double>(d_widthViewport.value()) / std::max(1u, d_heightViewport.value());
  const double radius = 0.5 * (box.max - box.min).maxCoeff();
  const double distance = std::max(radius / std::sin(half), radius / std::sin(std::atan(std::tan(half) * aspect)));
  const Vec3 centre = 0.5 * (box.min + box.max);
  d_lookAt.set(centre);
  d_distance.set(distance);
  d_position.set(centre - distance * type::rotate(d_orientation.value(), Vec3(0, 0, -1)));
}

void BaseCamera::setViewport(unsigned width, unsigned height) {
  d_widthViewport.set(std::max(1u, width));
  d_heightViewport.set(std::max(1u, height));
}

Quat BaseCamera::lookingAlong(const Vec3& direction, const Vec3& up) const {
  const Vec3 z = -unit(direction);
  Vec3 x = up.cross(z);
  if (x.squaredNorm() < 1e-5) x = type::rotate(d_orientation.value(), Vec3(1, 0, 0));
  x = unit(x);
  return fromAxes(x, unit(z.cross(x)), z);
}

Quat BaseCamera::orientationTowards(const Vec3& eye, const Vec3& target) const {
  if (eye == target) return d_orientation.value();
  return lookingAlong(target - eye, type::rotate(d_orientation.value(), Vec3(0, 1, 0)));
}

void BaseCamera::computeClipping(double& zNear, double& zFar) const {
  zNear = d_zNear.value();
  zFar = d_zFar.value();
  if (d_computeZClip.value()) {
    const double radius = 0.5 * (d_maxBBox.value() - d_minBBox.value()).norm();
    const double distance = (d_position.value() - 0.5 * (d_minBBox.value() + d_maxBBox.value())).norm();
    zNear = std::max(0.01 * (distance - radius), 0.05 * radius);
    zFar = 1.1 * (distance + radius);
    if (zFar > zNear && zNear > 0) return;  // an empty or flat scene falls back to the given distances
    zNear = d_zNear.value();
    zFar = d_zFar.value();
  }
  if (zNear > 0 && zFar > zNear) return;
  error("zNear must be positive and smaller than zFar; they are {} and {}.", zNear, zFar);
  zNear = d_zNear.defaultValue();
  zFar = d_zFar.defaultValue();
}

void BaseCamera::updateMatrices() {
  if (const auto& box = context()->root()->d_bbox.value(); !box.empty()) {
    d_minBBox.set(box.min);
    d_maxBBox.set(box.max);
  }
  const Mat3 rotation = type::toMatrix(d_orientation.value()).transpose();
  const Vec3 translation = -(rotation * d_position.value());
  auto& view = d_modelViewMatrix.edit();
  view.assign(16, 0);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) view[4 * r + c] = rotation(r, c);
    view[4 * r + 3] = translation[r];
  }
  view[15] = 1;

  double zNear = 0, zFar = 0;
  computeClipping(zNear, zFar);
  const double width = d_widthViewport.value(), height = d_heightViewport.value();
  const double tangent = std::tan(radians(d_fieldOfView.value()) / 2);
  auto& projection = d_projectionMatrix.edit();
  projection.assign(16, 0);
  if (d_projectionType.value().index() == 0) {
    projection[0] = height / (width * tangent);
    projection[5] = 1 / tangent;
    projection[10] = -(zFar + zNear) / (zFar - zNear);
    projection[11] = -2 * zFar * zNear / (zFar - zNear);
    projection[14] = -1;
  } else {
    const double half = tangent * (d_lookAt.value() - d_position.value()).norm();
    projection[0] = 1 / (half * std::max(1.0, width / height));
    projection[5] = 1 / (half * std::max(1.0, height / width));
    projection[10] = -2 / (zFar - zNear);
    projection[11] = -(zFar + zNear) / (zFar - zNear);
    projection[15] = 1;
  }
}

}  // namespace sofa::component::visual
