// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPointF>

#include "Sofa/Geometry/Camera.h"

namespace sofa::gui {

/// Moves a camera as a viewer's mouse does (docs/manual/visual.md, "Moving it"). Pixels are device pixels from the top
/// left.
class ViewControl {
 public:
  enum class Mode { trackball, turntable };
  enum class Gesture { none, rotate, pan, dolly };
  /// What a scene's InteractiveCamera says of the mouse.
  struct Habits {
    enum Pivot { lookAt, eye, sceneCentre, origin };
    double zoomSpeed = 250, panSpeed = 0.1;  ///< the defaults count as 1
    int pivot = sceneCentre;
    bool fixedLookAt = false;
    bool activated = true;  ///< false: the mouse moves nothing
  };
  enum class StandardView { front, back, left, right, top, bottom, isometric };

  const geometry::Camera& camera() const { return m_camera; }
  void setCamera(const geometry::Camera& camera) { m_camera = camera; }
  void setSize(unsigned width, unsigned height);
  void setScene(const type::BoundingBox& box, const type::Vec3& gravity);
  /// While it is on, the camera goes where it sees a scene whole that has left its view.
  void setFollowing(bool on) { m_following = on; }
  bool isFollowing() const { return m_following; }
  /// Whether the camera had to move.
  bool follow();
  void setHabits(const Habits& habits) { m_habits = habits; }
  void setMode(Mode mode) { m_mode = mode; }
  Mode mode() const { return m_mode; }

  void begin(Gesture gesture, QPointF at);
  void move(QPointF to);
  void end() { m_gesture = Gesture::none; }
  Gesture gesture() const { return m_gesture; }
  /// Nearer by a tenth of the distance per notch, away for negative ones.
  void zoom(double notches);

  void defaultView() { m_camera.setThreeQuarterView(shownBox(), m_gravity); }
  void viewAll() { m_camera.frameAll(shownBox()); }
  /// Frames an object; a flat box is given the depth of its longest side.
  void frame(const type::BoundingBox& box);
  void standardView(StandardView view);
  void toggleProjection() { m_camera.orthographic = !m_camera.orthographic; }
  type::Vec3 up() const;
  type::Vec3 pivot() const;

 private:
  type::BoundingBox shownBox() const;

  geometry::Camera m_camera, m_start;
  type::BoundingBox m_box;
  type::Vec3 m_gravity{0, -9.81, 0};
  Habits m_habits;
  Mode m_mode = Mode::trackball;
  bool m_following = false;
  Gesture m_gesture = Gesture::none;
  QPointF m_from;
};

}  // namespace sofa::gui
