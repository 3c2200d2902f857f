// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/GUI/Viewport/Viewport.h"

namespace sofa::gui {
namespace {

constexpr double clickTolerance = 3;  // pixels the mouse may move in a click
constexpr double notch = 120;         // angleDelta of one notch of a wheel

ViewControl::Gesture gestureOf(Qt::MouseButton button) {
  if (button == Qt::LeftButton) return ViewControl::Gesture::rotate;
  if (button == Qt::RightButton) return ViewControl::Gesture::pan;
  if (button == Qt::MiddleButton) return ViewControl::Gesture::dolly;
  return ViewControl::Gesture::none;
}

/// Codes that scenes of SOFA expect for the arrows, else what was typed without Ctrl; 0 for what a char does not hold.
char keyCode(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Left:
      return 18;
    case Qt::Key_Up:
      return 19;
    case Qt::Key_Right:
      return 20;
    case Qt::Key_Down:
      return 21;
    default:
      break;
  }
  return event.key() >= Qt::Key_Space && event.key() <= Qt::Key_AsciiTilde ? static_cast<char>(event.key()) : '\0';
}

}  // namespace

void Viewport::mousePressEvent(QMouseEvent* event) {
  m_pressedAt = event->position();
  m_moved = false;
  m_hoverTimer.stop();
  if (m_tool && m_tool->mousePress(event, camera(), pixelRatio())) {
    m_toolActive = true;
    return schedulePaint();
  }
  m_turningLight = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::AltModifier);
  m_lightAt = event->position();
  if (!m_turningLight) m_control.begin(gestureOf(event->button()), toPixels(event->position()));
}

void Viewport::mouseMoveEvent(QMouseEvent* event) {
  if (m_toolActive) {
    m_tool->mouseMove(event, camera(), pixelRatio());
    return schedulePaint();
  }
  if (event->buttons() == Qt::NoButton) {
    if (m_tool) m_tool->hover(event->position(), event->modifiers(), camera(), pixelRatio());
    m_hoverAt = event->position();
    m_hoverTimer.start();
    return;
  }
  if ((event->position() - m_pressedAt).manhattanLength() > clickTolerance) m_moved = true;
  if (m_turningLight) return turnLight(event->position() - std::exchange(m_lightAt, event->position()));
  if (!m_moved || m_control.gesture() == ViewControl::Gesture::none) return;
  m_control.move(toPixels(event->position()));
  cameraChanged(false);
}

void Viewport::mouseReleaseEvent(QMouseEvent* event) {
  if (m_toolActive) {
    m_tool->mouseRelease(event, camera(), pixelRatio());
    if (event->buttons() == Qt::NoButton) m_toolActive = false;
    return schedulePaint();
  }
  if (std::exchange(m_turningLight, false)) return;
  const bool gesture = m_control.gesture() != ViewControl::Gesture::none;
  m_control.end();
  if (m_moved && gesture)
    writeCameraBack();
  else if (!m_moved && event->button() == Qt::LeftButton)
    clickAt(event->position());
}

void Viewport::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event);
  if (event->button() == Qt::LeftButton && !m_toolActive) viewSelected();
}

void Viewport::wheelEvent(QWheelEvent* event) {
  if (m_tool && m_tool->wheel(event, camera(), pixelRatio())) return schedulePaint();
  m_control.zoom(event->angleDelta().y() / notch);
  cameraChanged(true);
}

void Viewport::leaveEvent(QEvent* event) {
  m_hoverTimer.stop();
  Q_EMIT pointed({}, {});
  QOpenGLWidget::leaveEvent(event);
}

std::optional<gl::Pick> Viewport::pick(QPointF at) {
  if (!m_renderer || !m_frame) return {};
  const QPointF pixel = toPixels(at);
  makeCurrent();
  const auto pick = m_renderer->pick(*m_frame, view(), static_cast<int>(pixel.x()), static_cast<int>(pixel.y()));
  doneCurrent();
  return pick;
}

void Viewport::clickAt(QPointF at) {
  if (!m_renderer || !m_frame) return;
  const auto met = pick(at);
  if (m_tool && m_tool->click(met, *m_frame)) return schedulePaint();
  selectOwner(met ? met->owner : 0);
}

/// The place in the scene under a mouse that rests.
void Viewport::readPointed() {
  const auto met = pick(m_hoverAt);
  if (!met) return void(Q_EMIT pointed({}, {}));
  const auto& p = met->position;
  const QPointF pixel = toPixels(m_hoverAt);
  Q_EMIT pointed(QString("%1  %2  %3").arg(p.x(), 0, 'g', 4).arg(p.y(), 0, 'g', 4).arg(p.z(), 0, 'g', 4),
                 camera().ray(pixel.x(), pixel.y()));
}

/// Keys with Ctrl belong to the scene; those of menus never come here.
bool Viewport::sendKey(QKeyEvent* event, bool pressed) {
  const char code = keyCode(*event);
  if (!(event->modifiers() & Qt::ControlModifier) || code == 0) return false;
  m_session.post([code, pressed](simulation::Node& root) {
    if (pressed) {
      core::KeypressedEvent key(code);
      root.broadcast(key);
    } else {
      core::KeyreleasedEvent key(code);
      root.broadcast(key);
    }
  });
  return true;
}

void Viewport::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Home && event->modifiers() == Qt::ShiftModifier) return setFollowing(!isFollowing());
  if (!sendKey(event, true)) QOpenGLWidget::keyPressEvent(event);
}

void Viewport::keyReleaseEvent(QKeyEvent* event) {
  if (!sendKey(event, false)) QOpenGLWidget::keyReleaseEvent(event);
}

}  // namespace sofa::gui
