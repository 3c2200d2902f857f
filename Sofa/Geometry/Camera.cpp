// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Camera.h"
#include "Sofa/Type/AngleAxis.h"

#include <limits>
#include <numbers>

namespace sofa::geometry {

using type::BoundingBox;
using type::Mat3;
using type::Quat;
using type::Vec3;

namespace {

constexpr double trackballRadius = 0.8;
/// Turn of a turntable per pixel (radians): half a turn takes some 400 pixels.
constexpr double turntableSpeed = std::numbers::pi / 400;

double radians(double degrees) { return degrees * std::numbers::pi / 180; }
Vec3 unit(const Vec3& v) { return v.norm() > 0 ? Vec3(v / v.norm()) : v; }

/// Empty boxes and those of points that are not numbers show nothing.
bool hasPlace(const BoundingBox& box) { return !box.empty() && box.min.allFinite() && box.max.allFinite(); }

Quat fromAxes(const Vec3& x, const Vec3& y, const Vec3& z) {
  Mat3 columns;
  columns << x, y, z;
  return Quat(columns);
}

/// Point of the trackball above (x, y): on the sphere, or on the hyperbola that continues it smoothly.
Vec3 onTrackball(double x, double y) {
  const double d = x * x + y * y, r = trackballRadius * trackballRadius;
  return {x, y, d < r / 2 ? std::sqrt(r - d) : r / (2 * std::sqrt(d))};
}

}  // namespace

void Camera::setDefaultView(const BoundingBox& scene, const Vec3& gravity) {
  const Vec3 centre = hasPlace(scene) ? Vec3(0.5 * (scene.min + scene.max)) : Vec3(Vec3::Zero());
  const double radius = hasPlace(scene) ? (scene.min - centre).norm() : 0;
  const Vec3 up = gravity.norm() > 0 ? Vec3(-gravity / gravity.norm()) : Vec3(0, 1, 0);
  const Vec3 side = 1 - std::abs(up.x()) < 0.001 ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
  const Vec3 z = unit(side.cross(up)), x = up.cross(z);
  lookAt = centre;
  position = centre + (radius > 0 ? 3 * radius : 1) * z;
  orientation = fromAxes(x, up, z);
}

void Camera::fit(const BoundingBox& box) {
  if (!hasPlace(box)) return;
  const double half = radians(fieldOfView) / 2;
  const double radius = 0.5 * (box.max - box.min).maxCoeff();
  const double away =
      radius > 0 ? radius / std::min(std::sin(half), std::sin(std::atan(std::tan(half) * aspect()))) : distance();
  lookAt = 0.5 * (box.min + box.max);
  position = lookAt - away * viewDirection();
}

void Camera::setThreeQuarterView(const BoundingBox& scene, const Vec3& gravity) {
  constexpr double turn = 30, rise = 20, flatRise = 8, flat = 0.05;  // degrees; in parts of the longest side
  setDefaultView(scene, gravity);
  if (!hasPlace(scene)) return;
  const Vec3 x = axis(0), up = axis(1), z = axis(2), sides = scene.max - scene.min;
  const bool isFlat = sides.dot(z.cwiseAbs()) < flat * sides.maxCoeff();
  const double a = radians(isFlat ? 0 : turn), b = radians(isFlat ? flatRise : rise);
  lookAlong(-std::cos(b) * (std::cos(a) * z + std::sin(a) * x) - std::sin(b) * up, up);
  // What is wide sags: half its width below its middle is seen, too.
  const double wide = std::max(sides.dot(x.cwiseAbs()), sides.dot(z.cwiseAbs())), high = sides.dot(up.cwiseAbs());
  BoundingBox seen = scene;
  if (wide > high) {
    const Vec3 below = 0.5 * (wide - high) * up;
    seen.include(scene.min - below), seen.include(scene.max - below);
  }
  frameAll(seen);
}

void Camera::frameAll(const BoundingBox& box) {
  if (!hasPlace(box)) return;
  constexpr double filled = 5.0 / 6;
  const double tangent = std::tan(radians(fieldOfView) / 2), away = distance();
  const Vec3 centre = 0.5 * (box.min + box.max), half = 0.5 * (box.max - box.min);
  lookAt = centre;
  position = centre + away * axis(2);
  if (!(half.norm() > 0)) return;
  // Corners in the camera's axes, from the centre.
  Vec3 least = Vec3::Constant(std::numeric_limits<double>::infinity()), most = -least;
  const double across = filled * tangent * aspect(), along = filled * tangent;
  double depth = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 signs(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    const Vec3 p = type::inverseRotate(orientation, Vec3(half.cwiseProduct(signs)));
    depth = std::max(depth, p.z());
    // What is nearer needs more room: in a perspective view it is seen as if it were farther aside.
    const double x = orthographic ? 0 : across * p.z(), y = orthographic ? 0 : along * p.z();
    least = least.cwiseMin(Vec3(p.x() - x, p.y() - y, 0));
    most = most.cwiseMax(Vec3(p.x() + x, p.y() + y, 0));
  }
  const Vec3 size = 0.5 * (most - least), middle = 0.5 * (most + least);
  const Vec3 target = centre + middle.x() * axis(0) + middle.y() * axis(1);
  if (!orthographic) {
    lookAt = target;
    position = target + std::max(size.x() / across, size.y() / along) * axis(2);
    return;
  }
  // The scale is the distance of the point looked at; the camera itself stands before the box.
  const double scale = std::max(size.x() / (filled * tangent * std::max(1.0, aspect())),
                                size.y() / (filled * tangent * std::max(1.0, 1 / aspect())));
  position = target + std::max(scale, depth + 0.1 * half.norm()) * axis(2);
  lookAt = position - scale * axis(2);
}

Quat Camera::orientationAlong(const Vec3& direction, const Vec3& up) const {
  const Vec3 z = -unit(direction);
  Vec3 x = up.cross(z);
  if (x.squaredNorm() < 1e-5) {
    // Not quite across z, or not at all, if `up` isn't this camera's.
    x = axis(0) - axis(0).dot(z) * z;
    if (x.squaredNorm() < 1e-5) x = axis(1) - axis(1).dot(z) * z;
  }
  x = unit(x);
  return fromAxes(x, unit(z.cross(x)), z);
}

Quat Camera::orientationTowards(const Vec3& eye, const Vec3& target) const {
  return eye == target ? orientation : orientationAlong(target - eye, axis(1));
}

void Camera::lookAlong(const Vec3& direction, const Vec3& up) {
  const double away = distance();
  orientation = orientationAlong(direction, up);
  position = lookAt - away * viewDirection();
}

void Camera::turn(const Quat& rotation, const Vec3& pivot) {
  position = pivot + type::rotate(rotation, Vec3(position - pivot));
  lookAt = pivot + type::rotate(rotation, Vec3(lookAt - pivot));
  orientation = (rotation * orientation).normalized();
}

Quat Camera::trackball(double fromX, double fromY, double toX, double toY) const {
  const double scale = 2.0 / std::max(1u, std::min(width, height));
  const auto point = [&](double x, double y) {
    return onTrackball((x - 0.5 * width) * scale, (0.5 * height - y) * scale);
  };
  // The scene follows the mouse, so the camera turns the other way round.
  const Quat inCamera = Quat::FromTwoVectors(point(toX, toY), point(fromX, fromY));
  return orientation * inCamera * orientation.conjugate();
}

Quat Camera::turntable(double dx, double dy, const Vec3& up) const {
  const Quat about(type::AngleAxis(-dx * turntableSpeed, up));
  const Quat tilt(type::AngleAxis(-dy * turntableSpeed, axis(0)));
  return about * tilt;
}

void Camera::pan(double right, double up, bool fixedLookAt) {
  const Vec3 move = right * axis(0) + up * axis(1);
  position += move;
  if (!fixedLookAt) lookAt += move;
}

void Camera::dolly(double forward) {
  if (orthographic) forward = std::min(forward, 0.95 * distance());  // its scale is the distance
  position += forward * viewDirection();
}

Camera::Clipping Camera::clipping(const BoundingBox& scene) const {
  if (computeClipping && hasPlace(scene)) {
    const double radius = 0.5 * (scene.max - scene.min).norm();
    const double away = (position - 0.5 * (scene.min + scene.max)).norm();
    const double nearest = std::max(0.01 * (away - radius), 0.05 * radius), farthest = 1.1 * (away + radius);
    if (farthest > nearest && nearest > 0) return {nearest, farthest, true};
  }
  // An empty or flat scene falls back to the given distances.
  return {zNear, zFar, zNear > 0 && zFar > zNear};
}

Mat4 Camera::viewMatrix() const {
  const Mat3 rotation = type::toMatrix(orientation).transpose();
  Mat4 m = Mat4::Identity();
  m.topLeftCorner<3, 3>() = rotation;
  m.topRightCorner<3, 1>() = -(rotation * position);
  return m;
}

Mat4 Camera::projectionMatrix(const Clipping& c) const {
  const double tangent = std::tan(radians(fieldOfView) / 2);
  Mat4 m = Mat4::Zero();
  if (!orthographic) {
    m(0, 0) = 1 / (aspect() * tangent);
    m(1, 1) = 1 / tangent;
    m(2, 2) = -(c.zFar + c.zNear) / (c.zFar - c.zNear);
    m(2, 3) = -2 * c.zFar * c.zNear / (c.zFar - c.zNear);
    m(3, 2) = -1;
  } else {
    const double half = tangent * distance();
    m(0, 0) = 1 / (half * std::max(1.0, aspect()));
    m(1, 1) = 1 / (half * std::max(1.0, 1 / aspect()));
    m(2, 2) = -2 / (c.zFar - c.zNear);
    m(2, 3) = -(c.zFar + c.zNear) / (c.zFar - c.zNear);
    m(3, 3) = 1;
  }
  return m;
}

Ray Camera::ray(double x, double y) const {
  const Mat4 projection = projectionMatrix({1, 2, true});
  const double right = (2 * (x + 0.5) / std::max(1u, width) - 1) / projection(0, 0);
  const double up = (1 - 2 * (y + 0.5) / std::max(1u, height)) / projection(1, 1);
  if (orthographic) return {position + right * axis(0) + up * axis(1), viewDirection()};
  return {position, unit(right * axis(0) + up * axis(1) + viewDirection())};
}

Vec3 Camera::project(const Vec3& point) const {
  const type::Vec4 seen = viewMatrix() * point.homogeneous();
  const type::Vec4 clip = projectionMatrix({1, 2, true}) * seen;
  return {(0.5 * clip.x() / clip.w() + 0.5) * width - 0.5, (0.5 - 0.5 * clip.y() / clip.w()) * height - 0.5, -seen.z()};
}

double Camera::pixelSize(const Vec3& point) const {
  const double depth = orthographic ? 1 : (point - position).dot(viewDirection());
  return 2 * depth / (projectionMatrix({1, 2, true})(1, 1) * std::max(1u, height));
}

}  // namespace sofa::geometry
