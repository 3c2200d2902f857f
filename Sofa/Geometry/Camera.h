// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Rigid.h"
#include "Sofa/Type/Values.h"

namespace sofa::geometry {

using Mat4 = type::Mat<4, 4>;

/// A half-line: origin + t * direction, t >= 0; the direction has length 1.
struct Ray {
  type::Vec3 origin = type::Vec3::Zero();
  type::Vec3 direction = -type::Vec3::UnitZ();
};

/// Where a scene is looked at from, and how it is projected (docs/manual/visual.md, "Cameras"). The camera looks along
/// its -z axis, y is up. Pixels count from the top left corner of the view; angles are in degrees.
struct Camera {
  type::Vec3 position = type::Vec3::UnitZ();
  type::Quat orientation = type::Quat::Identity();
  type::Vec3 lookAt = type::Vec3::Zero();
  double fieldOfView = 45;  ///< vertical
  bool orthographic = false;
  unsigned width = 800, height = 600;  ///< of the view (pixels)
  bool computeClipping = true;         ///< clipping distances enclose the scene; else zNear and zFar hold
  double zNear = 0.01, zFar = 100;

  type::Vec3 axis(int i) const { return type::rotate(orientation, type::Vec3(type::Vec3::Unit(i))); }
  type::Vec3 viewDirection() const { return -axis(2); }
  double distance() const { return (lookAt - position).norm(); }
  double aspect() const { return static_cast<double>(width) / std::max(1u, height); }

  /// Looks at the middle of the box from a distance of 1.5 diagonals, gravity pointing down.
  /// From a distance of 1 if the box is a point; an empty one is taken for the origin.
  void setDefaultView(const type::BoundingBox& scene, const type::Vec3& gravity);
  /// Moves along the line of sight until the box fills the view; as far as before if it is a point, and not at all if
  /// it is empty.
  void fit(const type::BoundingBox& box);
  /// Looks at the whole box from above and from the side, gravity pointing down: 30 degrees to the right of
  /// setDefaultView() and 20 up; from before and a little above at what is flat from the front to the back. Below
  /// what is wider than high there is room for it to sag.
  void setThreeQuarterView(const type::BoundingBox& scene, const type::Vec3& gravity);
  /// Moves, without turning, until all corners of the box are in the view, as near as that goes but for a border of a
  /// twelfth on either side. From as far away as before if the box is a point, and not at all if it is empty.
  void frameAll(const type::BoundingBox& box);
  /// Looks along `direction` at the same point from the same distance, `up` pointing up as far as possible.
  void lookAlong(const type::Vec3& direction, const type::Vec3& up);
  /// Orientation at `eye` that looks at `target`, up as close as possible to the current one's.
  type::Quat orientationTowards(const type::Vec3& eye, const type::Vec3& target) const;
  type::Quat orientationAlong(const type::Vec3& direction, const type::Vec3& up) const;

  /// Turns camera and point looked at about `pivot`, both given relative to the world.
  void turn(const type::Quat& rotation, const type::Vec3& pivot);
  /// The rotation by which a trackball of radius 0.8 (half the smaller side of the view is 1) follows the mouse from
  /// one pixel to another, in world coordinates.
  type::Quat trackball(double fromX, double fromY, double toX, double toY) const;
  /// The rotation of a turntable for a mouse move in pixels: about the vertical `up`, then about the camera's x axis.
  type::Quat turntable(double dx, double dy, const type::Vec3& up) const;
  /// Moves in its own axes; the point looked at follows unless it is fixed.
  void pan(double right, double up, bool fixedLookAt = false);
  /// Moves along the line of sight, never through the point looked at in an orthographic view.
  void dolly(double forward);

  struct Clipping {
    double zNear, zFar;
    bool valid;  ///< 0 < zNear < zFar
  };
  Clipping clipping(const type::BoundingBox& scene) const;
  Mat4 viewMatrix() const;
  Mat4 projectionMatrix(const Clipping& clipping) const;
  /// Ray through a pixel's centre, starting at the eye (perspective) or in the camera's plane (orthographic).
  Ray ray(double x, double y) const;
  /// Pixel (x, y) of a point and its distance along the line of sight.
  type::Vec3 project(const type::Vec3& point) const;
  /// Length in the world of one pixel at a point.
  double pixelSize(const type::Vec3& point) const;
};

}  // namespace sofa::geometry
