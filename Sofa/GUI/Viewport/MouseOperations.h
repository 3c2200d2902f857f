// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>

#include "Sofa/GL/Picking/MouseOperation.h"
#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/GUI/Viewport/ColorBy.h"
#include "Sofa/GUI/Viewport/ViewportTool.h"

namespace sofa::gui {

/// What the mouse buttons do to bodies in a view while Shift is held (docs/manual/visual.md, "Mouse operations"), in
/// running and paused scenes. The picked component is selected.
class MouseOperations : public QObject, public ViewportTool {
  Q_OBJECT

 public:
  MouseOperations(Session& session, Selection& selection, QObject* parent = nullptr);
  ~MouseOperations() override;

  /// Left, middle, right. The settings of a scene replace them when it is loaded.
  const gl::MouseButtons& buttons() const { return m_buttons; }
  void setButton(std::size_t index, const gl::MouseButton& button);
  /// Tells the value under the mouse while something is shown as colours; null: nothing.
  void setProbe(const ColorBy* colors) { m_probe = colors; }
  bool isDragging() const { return m_pressed.has_value(); }
  /// Puts the whole scene back to where it was before the last incision or removal that was not undone yet, time
  /// included.
  void undoMeshChange();
  bool canUndoMeshChange() const { return m_undoable > 0; }

  bool mousePress(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) override;
  void mouseMove(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) override;
  void mouseRelease(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) override;
  /// While a body is pulled: a stiffer or softer spring.
  bool wheel(QWheelEvent* event, const geometry::Camera& camera, double pixelRatio) override;
  void hover(QPointF position, Qt::KeyboardModifiers keys, const geometry::Camera& camera, double pixelRatio) override;
  /// The spring to the mouse and the points that are held.
  const core::DrawList* extra() override { return &m_extra; }

 Q_SIGNALS:
  void buttonsChanged();
  void undoableChanged();
  /// What was picked: "Index 4 of /body/dofs : MechanicalObject<Vec3d>"; the value under the mouse.
  void statusText(const QString& text);
  /// extra() is different now.
  void extraChanged();

 private:
  class Tool;
  using Lines = std::vector<gl::MouseOperation::Line>;

  static std::optional<std::size_t> indexOf(Qt::MouseButton button);
  static geometry::Ray rayOf(const QMouseEvent& event, const geometry::Camera& camera, double pixelRatio);
  void readSettings();
  void forget();
  void setUndoable(int count);
  void sendRay();
  void askLines();
  void show(const Lines& lines);

  Session& m_session;
  Selection& m_selection;
  gl::MouseButtons m_buttons;
  std::shared_ptr<Tool> m_tool;  // of the simulation's thread

  std::optional<std::size_t> m_pressed;
  std::optional<geometry::Ray> m_nextRay;  // not yet sent: the simulation may be slower than the mouse
  bool m_asked = false, m_anything = false;
  int m_undoable = 0;  // changes of meshes
  core::DrawList m_extra;

  const ColorBy* m_probe = nullptr;
  QElapsedTimer m_sinceProbe;
};

}  // namespace sofa::gui
