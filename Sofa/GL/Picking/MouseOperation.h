// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/GL/Picking/PointPicker.h"

namespace sofa::core {
class Archive;
}

namespace sofa::gl {

/// What a mouse button does to a body while Shift is held (docs/manual/visual.md, "Mouse operations").
enum class MouseAction { none, attach, fix, constraintAttach, incise, remove, suture };

struct MouseButton {
  MouseAction action = MouseAction::none;
  double stiffness = 1000;  ///< of springs (N/m)
  double damping = 0;       ///< of springs (N s/m)
  double arrowRadius = 0;   ///< the spring is drawn as an arrow that thick (m); 0: as a line
  double drawnScale = 1;    ///< of the width of that line and of the picked point
  double depth = 0;         ///< of an incision, from the picked point on (m); 0: all through
  double radius = 0;        ///< of what is removed around the place pointed at (m); 0: one element
  bool operator==(const MouseButton&) const = default;

  static MouseButton standard(MouseAction action);
};

/// Left, middle, right.
using MouseButtons = std::array<MouseButton, 3>;

/// What the buttons do in this scene: as usual (left attaches, middle fixes, right does nothing) unless one of its
/// ...ButtonSetting components says otherwise; the first for a button counts. Settings that ask for what there is not
/// get a warning.
MouseButtons mouseButtons(simulation::Node& root);

/// One press of a button: it changes the scene from start() to end(). Lives with the scene's thread; whatever the
/// operation added may be gone meanwhile with the object it was added to.
class MouseOperation {
 public:
  virtual ~MouseOperation() = default;
  /// False, with a message at the picked state, if it cannot be done there; nothing is changed then. Meshes change from
  /// the first move() on.
  virtual bool start(simulation::Node& root, const PickedPoint& picked, const geometry::Ray& ray) = 0;
  /// The mouse is on another ray now; what is pulled keeps its distance from the ray's origin.
  virtual void move(const geometry::Ray&) {}
  /// The button was released.
  virtual void end() {}
  /// The scene was reset: takes away also what is meant to stay.
  virtual void reset() { end(); }
  virtual void setStiffness(double) {}
  /// Whether it changes meshes: who has it undone keeps the state of the scene before.
  virtual bool changesMesh() const { return false; }
  /// What it holds of meshes that may change, so that it can go back with them.
  virtual void archive(core::Archive&) {}

  struct Line {
    type::Vec3 held, mouse;
    double arrowRadius = 0, scale = 1;
  };
  /// Between the picked point and the mouse; none if the point is no longer there.
  virtual std::optional<Line> line() const { return {}; }

  /// Null for MouseAction::none.
  static std::unique_ptr<MouseOperation> create(const MouseButton& button);
};

}  // namespace sofa::gl
