// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QOpenGLWidget>
#include <QTimer>

#include "Sofa/GL/Picture/Renderer.h"
#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/GUI/Viewport/ViewControl.h"
#include "Sofa/GUI/Viewport/ViewportTool.h"

namespace sofa::gui {

/// What of the view the user decides, beside the camera.
struct ViewSettings {
  bool axes = false, grid = false, boundingBox = false, scale = false;
  bool sceneFrame = true, shadows = true;
  std::optional<type::Color> background;  ///< in place of the scene's
  std::vector<gl::ClipPlane> clipPlanes;
  int samples = 4;
};

/// Shows the frames of a session, and moves the camera with the mouse.
///
/// Repaints when a frame came or the camera moved, at most as often as the screen does. Where OpenGL cannot do it, a
/// text tells why and everything else goes on.
class Viewport : public QOpenGLWidget {
  Q_OBJECT

 public:
  Viewport(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~Viewport() override;

  const geometry::Camera& camera() const { return m_control.camera(); }
  /// Looks from there, keeping the size of the view.
  void setCamera(geometry::Camera camera);
  const ViewSettings& viewSettings() const { return m_settings; }
  void setViewSettings(const ViewSettings& settings);
  void setMode(ViewControl::Mode mode) { m_control.setMode(mode); }
  ViewControl::Mode mode() const { return m_control.mode(); }
  /// While it is on, the camera moves back when the scene leaves the view (Shift+Home).
  void setFollowing(bool on);
  bool isFollowing() const { return m_control.isFollowing(); }
  /// Takes mouse events first; null for none. The tool is not owned.
  void setTool(ViewportTool* tool) { m_tool = tool; }
  /// The saved view that a scene opened from now on starts with; empty: SCENE.view.
  void setViewFile(const QString& file) { m_viewFile = file; }
  QString viewFile() const;

  /// The frame that is shown; null before the first.
  const std::shared_ptr<const gl::Frame>& frame() const { return m_frame; }
  /// The picture at any size (pixels), without what Qt draws over it. Empty, with a reason, if that fails.
  gl::Image picture(int width, int height, QString& reason);
  /// The same of any frame, as this view shows it.
  gl::Image picture(const gl::Frame& frame, int width, int height, QString& reason);
  /// Why nothing can be drawn; empty if it can.
  const QString& problem() const { return m_problem; }
  gl::RenderStatistics statistics() const;
  double framesPerSecond() const;
  double pixelRatio() const { return devicePixelRatioF(); }

 public Q_SLOTS:
  void viewAll();
  /// The saved view, else that of the scene, else the default one.
  void resetView();
  void standardView(sofa::gui::ViewControl::StandardView view);
  void toggleProjection();
  /// Frames the selected object.
  void viewSelected();
  void viewObject(const sofa::gui::ObjectHandle& object);
  /// Shows the whole scene if the object is not all in sight.
  void showToo(const sofa::gui::ObjectHandle& object);
  /// Shows a frame of the past instead of the session's; null: the present again.
  void showFrame(std::shared_ptr<const gl::Frame> frame);
  /// Soon, at most as often as the screen can.
  void schedulePaint();
  bool saveView();
  /// Writes the view to a file, or looks from one; a message tells why that fails.
  bool saveViewAs(const QString& file);
  bool showSavedView(const QString& file);
  /// The light of scenes without lights, back to beside the camera.
  void resetLight();

 Q_SIGNALS:
  void cameraMoved();
  void settingsChanged();
  void painted();
  /// The place that lies under the mouse, or an empty text, and the ray there.
  void pointed(const QString& text, const sofa::geometry::Ray& ray);
  void picked(const QString& text);
  void problemChanged(const QString& problem);

 protected:
  void initializeGL() override;
  void resizeGL(int width, int height) override;
  void paintGL() override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;

 private:
  void sceneLoaded(bool good);
  void startScene();
  void takeFrame();
  void followFrame();
  void updateSize();
  int samplesNow();
  gl::View view() const;
  void cameraChanged(bool settled);
  void writeCameraBack();
  void passOver(const QString& file);
  void clickAt(QPointF pixel);
  std::optional<gl::Pick> pick(QPointF at);
  void turnLight(QPointF by);
  bool hasHeadLight() const;
  void readPointed();
  void selectOwner(std::uint32_t owner);
  void selectionChanged();
  void updateHighlight();
  void askSelectionBox();
  void setProblem(const QString& problem);
  void releaseGl();
  bool sendKey(QKeyEvent* event, bool pressed);
  QPointF toPixels(QPointF position) const { return position * pixelRatio(); }

  Session& m_session;
  Selection& m_selection;
  ViewControl m_control;
  ViewSettings m_settings;
  ViewportTool* m_tool = nullptr;
  QString m_viewFile;

  std::unique_ptr<gl::Renderer> m_renderer;
  QString m_problem;
  std::shared_ptr<const gl::Frame> m_frame, m_past;
  std::uint64_t m_cameraVersion = 0;
  geometry::Camera m_sceneCamera;
  bool m_loading = false, m_fresh = false, m_keepView = false, m_framesScene = false;
  QString m_shownFile;

  std::uint32_t m_highlighted = 0;
  /// The first of these that is drawn has an outline: what was clicked, what is selected, what is drawn of its body.
  std::vector<std::weak_ptr<const core::Base>> m_outlined;
  std::weak_ptr<const core::Component> m_clicked;  // led to the selection
  type::BoundingBox m_selectionBox;
  bool m_boxAsked = false;

  bool m_toolActive = false, m_moved = false, m_turningLight = false;
  QPointF m_pressedAt, m_hoverAt, m_lightAt;
  QPointF m_lightTurn;  // about the camera's up and right axes (radians)
  QTimer m_paintTimer, m_refineTimer, m_writeBackTimer, m_hoverTimer;
  bool m_software = false;  // draws
  QElapsedTimer m_sincePaint;
  std::array<double, 30> m_paintTimes{};
  std::size_t m_paints = 0;
  QElapsedTimer m_clock;
};

}  // namespace sofa::gui
