// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMouseEvent>
#include <QWheelEvent>

#include "Sofa/GL/Picture/Renderer.h"

namespace sofa::gui {

/// What takes mouse events of the view before the camera does, such as the operations of the mouse while Shift is held
/// (docs/manual/visual.md, "Mouse operations"). Cameras given have the view's size in device pixels; multiply
/// QMouseEvent::position() by `pixelRatio` to get pixels of theirs.
class ViewportTool {
 public:
  virtual ~ViewportTool() = default;
  /// True if it was taken: then the move and release events that follow come here as well.
  virtual bool mousePress(QMouseEvent*, const geometry::Camera&, double /*pixelRatio*/) { return false; }
  virtual void mouseMove(QMouseEvent*, const geometry::Camera&, double /*pixelRatio*/) {}
  virtual void mouseRelease(QMouseEvent*, const geometry::Camera&, double /*pixelRatio*/) {}
  /// The mouse moved without a button, or the view got or lost Shift.
  virtual void hover(QPointF, Qt::KeyboardModifiers, const geometry::Camera&, double /*pixelRatio*/) {}
  /// True if the wheel was taken.
  virtual bool wheel(QWheelEvent*, const geometry::Camera&, double /*pixelRatio*/) { return false; }
  /// A click with the left button that moved nothing, and what lies there, if anything. True if it was taken: then
  /// nothing is selected.
  virtual bool click(const std::optional<gl::Pick>&, const gl::Frame&) { return false; }
  /// Another frame is shown now.
  virtual void frameChanged(const gl::Frame&) {}
  /// Drawn with the scene; null: nothing. Asked for before each picture.
  virtual const core::DrawList* extra() { return nullptr; }
  /// The same, hidden by nothing.
  virtual const core::DrawList* onTop() { return nullptr; }
};

}  // namespace sofa::gui
