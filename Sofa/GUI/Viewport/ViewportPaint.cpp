// SPDX-License-Identifier: Apache-2.0
#include <QGuiApplication>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QScreen>

#include "Sofa/GUI/Viewport/Viewport.h"

namespace sofa::gui {

constexpr int refineDelay = 150;  // ms after the last picture

void Viewport::schedulePaint() {
  if (!isVisible() || m_paintTimer.isActive()) return;
  const double rate = screen() ? std::max(30.0, screen()->refreshRate()) : 60;
  const double wait = m_sincePaint.isValid() ? 1000 / rate - static_cast<double>(m_sincePaint.elapsed()) : 0;
  if (wait <= 1)
    update();
  else
    m_paintTimer.start(static_cast<int>(wait));
}

void Viewport::initializeGL() {
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &Viewport::releaseGl);
  try {
    m_renderer = std::make_unique<gl::Renderer>();
    m_software = gl::Renderer::isSoftware();
    setProblem({});
  } catch (const gl::GlError& problem) {
    setProblem(QString::fromStdString(problem.what()));
  }
}

void Viewport::releaseGl() {
  if (!m_renderer) return;
  makeCurrent();
  m_renderer.reset();
  doneCurrent();
}

void Viewport::setProblem(const QString& problem) {
  if (problem == m_problem) return;
  m_problem = problem;
  if (!problem.isEmpty()) helper::send(helper::Severity::Error, "Viewer", problem.toStdString());
  Q_EMIT problemChanged(problem);
}

void Viewport::updateSize() {
  m_control.setSize(static_cast<unsigned>(std::lround(width() * pixelRatio())),
                    static_cast<unsigned>(std::lround(height() * pixelRatio())));
}

void Viewport::resizeGL(int, int) { updateSize(); }

void Viewport::resizeEvent(QResizeEvent* event) {
  QOpenGLWidget::resizeEvent(event);
  updateSize();
  m_writeBackTimer.start(250);
}

gl::View Viewport::view() const {
  gl::View v;
  v.camera = m_control.camera();
  v.pixelRatio = pixelRatio();
  v.samples = m_settings.samples;
  v.background = m_settings.background;
  v.clipPlanes = m_settings.clipPlanes;
  v.highlighted = m_highlighted;
  v.selectionBox = m_selectionBox;
  v.axes = m_settings.axes;
  v.grid = m_settings.grid;
  v.boundingBox = m_settings.boundingBox;
  v.scale = m_settings.scale;
  v.sceneFrame = m_settings.sceneFrame;
  v.shadows = m_settings.shadows;
  v.emptyNote = false;  // the window says so, with what can be done
  // The light turns about the point that is looked at, which lies in front of the camera.
  const double distance = m_control.camera().distance(), across = distance * std::cos(m_lightTurn.y());
  v.headLight += type::Vec3(across * std::sin(m_lightTurn.x()), -distance * std::sin(m_lightTurn.y()),
                            across * std::cos(m_lightTurn.x()) - distance);
  if (m_tool) {
    v.extra = m_tool->extra();
    v.onTop = m_tool->onTop();
  }
  return v;
}

/// Without OpenGL a text stands where the scene would be.
void Viewport::paintEvent(QPaintEvent* event) {
  if (isValid()) return QOpenGLWidget::paintEvent(event);
  setProblem(
      "The view cannot be drawn: this display gives no OpenGL 3.3 context. Everything else works; pictures can "
      "be made with -g offscreen.");
}

/// Averaging samples takes most of a processor's time for a picture: one that soon gives way to the next, and the very
/// first, do without, and the last is drawn again with them.
int Viewport::samplesNow() {
  const bool moves = m_paints == 0 || m_sincePaint.elapsed() < refineDelay;
  if (!m_software || !moves || m_settings.samples == 0) return m_settings.samples;
  m_refineTimer.start(refineDelay + 20);  // timers may be a little early
  return 0;
}

void Viewport::paintGL() {
  takeFrame();
  if (!m_renderer || !m_frame) {
    m_sincePaint.start();
    const QColor colour = palette().color(QPalette::Window).darker(130);
    auto* gl = context()->functions();
    gl->glClearColor(static_cast<float>(colour.redF()), static_cast<float>(colour.greenF()),
                     static_cast<float>(colour.blueF()), 1);
    gl->glClear(GL_COLOR_BUFFER_BIT);
    return;
  }
  gl::View shown = view();
  shown.samples = samplesNow();
  m_sincePaint.start();
  try {
    m_renderer->draw(*m_frame, shown);
  } catch (const gl::GlError& problem) {
    m_renderer.reset();
    setProblem(QString::fromStdString(problem.what()));
  }
  m_paintTimes[m_paints++ % m_paintTimes.size()] = static_cast<double>(m_clock.nsecsElapsed()) * 1e-9;
  Q_EMIT painted();
}

double Viewport::framesPerSecond() const {
  const std::size_t n = std::min(m_paints, m_paintTimes.size());
  if (n < 2) return 0;
  const double newest = m_paintTimes[(m_paints - 1) % m_paintTimes.size()];
  const double oldest = m_paintTimes[(m_paints - n) % m_paintTimes.size()];
  const double now = static_cast<double>(m_clock.nsecsElapsed()) * 1e-9;
  return now - newest > 1 ? 0 : static_cast<double>(n - 1) / std::max(1e-6, newest - oldest);
}

gl::RenderStatistics Viewport::statistics() const {
  return m_renderer ? m_renderer->statistics() : gl::RenderStatistics{};
}

gl::Image Viewport::picture(int width, int height, QString& reason) {
  takeFrame();
  if (m_frame) return picture(*m_frame, width, height, reason);
  reason = "There is no scene to take a picture of.";
  return {};
}

gl::Image Viewport::picture(const gl::Frame& frame, int width, int height, QString& reason) {
  if (!m_renderer) {
    reason = m_problem.isEmpty() ? QString("The view was not yet shown.") : m_problem;
    return {};
  }
  gl::View v = view();
  // Lines and texts keep their part of the picture's height.
  v.pixelRatio *= static_cast<double>(height) / std::max(1u, v.camera.height);
  v.camera.width = static_cast<unsigned>(width);
  v.camera.height = static_cast<unsigned>(height);
  makeCurrent();
  gl::Image image;
  try {
    image = m_renderer->drawImage(frame, v);
  } catch (const std::exception& problem) {
    reason = QString("A picture of %1 x %2 pixels cannot be drawn: %3").arg(width).arg(height).arg(problem.what());
  }
  doneCurrent();
  return image;
}

}  // namespace sofa::gui
