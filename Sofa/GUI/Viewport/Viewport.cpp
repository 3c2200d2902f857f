// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/Viewport.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QScreen>
#include <QtGlobal>
#include <numbers>

#include "Sofa/Component/Visual/InteractiveCamera.h"
#include "Sofa/Component/Visual/VisualStyle.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/GL/Capture/SavedView.h"
#include "Sofa/GL/Capture/SceneSight.h"
#include "Sofa/GUI/Properties/BodyComponents.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gui {

using component::visual::BaseCamera;
using component::visual::InteractiveCamera;
using component::visual::VisualStyle;

namespace {

constexpr int writeBackDelay = 250;  // ms after the last turn of the wheel
constexpr int hoverDelay = 60;       // ms of rest before what is under the mouse is looked up

void tell(helper::Severity severity, const QString& text) { helper::send(severity, "Viewer", text.toStdString()); }

/// Scenes without them get a camera and a style, so that the user can change both.
void addMissing(simulation::Node& root, const geometry::Camera& view) {
  if (!root.down<BaseCamera>())
    if (const auto camera = std::dynamic_pointer_cast<InteractiveCamera>(root.add("InteractiveCamera"))) {
      camera->init();
      camera->take(view);
    }
  if (!root.slot<VisualStyle>())
    if (const auto style = root.add("VisualStyle", {{"displayFlags", "showVisualModels"}})) style->init();
}

ViewControl::Habits habitsOf(simulation::Node& root) {
  ViewControl::Habits habits;
  if (const auto* camera = root.down<BaseCamera>()) {
    habits.activated = camera->d_activated.value();
    habits.fixedLookAt = camera->d_fixedLookAt.value();
    if (const auto* interactive = dynamic_cast<const InteractiveCamera*>(camera)) {
      habits.zoomSpeed = interactive->d_zoomSpeed.value();
      habits.panSpeed = interactive->d_panSpeed.value();
      habits.pivot = interactive->d_pivot.value();
    }
  }
  return habits;
}

/// Whether a box lies within the borders of the view.
bool isInSight(const geometry::Camera& camera, const type::BoundingBox& box) {
  for (int corner = 0; corner < 8; ++corner) {
    const type::Vec3 pixel = camera.project({(corner & 1 ? box.max : box.min).x(), (corner & 2 ? box.max : box.min).y(),
                                             (corner & 4 ? box.max : box.min).z()});
    const bool isInside = pixel.x() >= 0 && pixel.x() <= camera.width && pixel.y() >= 0 && pixel.y() <= camera.height;
    if (!isInside || pixel.z() <= 0) return false;
  }
  return true;
}

}  // namespace

Viewport::Viewport(Session& session, Selection& selection, QWidget* parent)
    : QOpenGLWidget(parent), m_session(session), m_selection(selection) {
  setObjectName("viewport");
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(160, 120);
  m_clock.start();
  for (auto* timer : {&m_paintTimer, &m_refineTimer, &m_writeBackTimer, &m_hoverTimer}) timer->setSingleShot(true);
  for (auto* timer : {&m_paintTimer, &m_refineTimer})
    connect(timer, &QTimer::timeout, this, qOverload<>(&QWidget::update));
  connect(&m_writeBackTimer, &QTimer::timeout, this, &Viewport::writeCameraBack);
  connect(&m_hoverTimer, &QTimer::timeout, this, &Viewport::readPointed);
  connect(&m_session, &Session::loading, this, [this] { m_loading = true; });
  connect(&m_session, &Session::loaded, this, &Viewport::sceneLoaded);
  connect(&m_session, &Session::fileChanged, this, [this] { m_shownFile = m_session.file(); });
  connect(&m_session, &Session::frameReady, this, [this] {
    if (isVisible() && m_problem.isEmpty()) return schedulePaint();
    takeFrame();
  });
  connect(&m_selection, &Selection::changed, this, &Viewport::selectionChanged);
}

Viewport::~Viewport() {
  releaseGl();
  if (context()) disconnect(context(), nullptr, this, nullptr);  // which ends in the base's destructor
}

// --- The scene -------------------------------------------------------------------------------------------------------

QString Viewport::viewFile() const {
  return m_viewFile.isEmpty() ? QString::fromStdString(gl::savedViewFile(m_session.file().toStdString())) : m_viewFile;
}

void Viewport::sceneLoaded(bool good) {
  m_loading = false;
  m_frame.reset();
  m_past.reset();
  m_highlighted = 0;
  m_selectionBox = {};
  m_fresh = good;
  m_keepView = !m_shownFile.isEmpty() && m_shownFile == m_session.file();  // of a scene that is loaded again
  m_shownFile = good ? m_session.file() : QString();
  schedulePaint();
}

void Viewport::startScene() {
  m_fresh = false;
  m_cameraVersion = m_frame->cameraVersion;
  m_framesScene = m_frame->framesScene;
  m_sceneCamera = m_frame->camera;
  if (!m_keepView) resetView();
  m_session.post([view = m_control.camera()](simulation::Node& root) { addMissing(root, view); });
  m_session.setCamera(m_control.camera());
  m_session.ask(this, habitsOf, [this](const ViewControl::Habits& habits) { m_control.setHabits(habits); });
}

void Viewport::takeFrame() {
  if (m_loading) return;  // a frame may be there before it is known to be of another scene
  auto frame = m_past ? m_past : m_session.frame();
  if (!frame || frame == m_frame) return;
  m_frame = std::move(frame);
  m_control.setScene(m_frame->box, m_frame->gravity);
  if (!m_fresh && m_control.follow()) cameraChanged(true);
  if (m_tool) m_tool->frameChanged(*m_frame);
  followFrame();
  updateHighlight();
}

/// The camera of a new scene, or one that the scene moved.
void Viewport::followFrame() {
  if (m_fresh) return startScene();
  if (m_frame->cameraVersion == m_cameraVersion) return;
  m_cameraVersion = m_frame->cameraVersion;
  setCamera(m_frame->camera);
}

void Viewport::resetView() {
  if (m_framesScene) {
    auto camera = m_control.camera();
    camera.fieldOfView = m_sceneCamera.fieldOfView;
    camera.orthographic = m_sceneCamera.orthographic;
    camera.computeClipping = m_sceneCamera.computeClipping;
    m_control.setCamera(camera);
    m_control.defaultView();
  } else {
    setCamera(m_sceneCamera);
  }
  if (const QString file = viewFile(); QFileInfo::exists(file)) {
    std::string reason;
    auto camera = m_control.camera();
    const bool good = gl::readView(file.toStdString(), camera, reason);
    if (good && m_viewFile.isEmpty() && m_frame && !gl::seesScene(camera, m_frame->box))
      passOver(file);
    else if (good)
      setCamera(camera);
    else
      tell(helper::Severity::Warning, QString::fromStdString(reason));
  } else if (!m_viewFile.isEmpty()) {
    tell(helper::Severity::Error, QString("--view %1: there is no such file.").arg(m_viewFile));
  }
  cameraChanged(true);
}

/// A view beside the scene that sees nothing of it, as when the scene was made smaller since.
void Viewport::passOver(const QString& file) {
  if (!m_framesScene) m_control.viewAll();
  const auto text = QString("The view %1 sees nothing of the scene; all of it is shown.").arg(file);
  tell(helper::Severity::Warning, text);
  Q_EMIT picked(text);
}

bool Viewport::saveView() { return saveViewAs(viewFile()); }

bool Viewport::saveViewAs(const QString& file) {
  std::string reason;
  const bool good = gl::writeView(file.toStdString(), m_control.camera(), reason);
  if (!good) tell(helper::Severity::Error, QString::fromStdString(reason));
  Q_EMIT picked(good ? QString("View saved as %1").arg(file) : QString::fromStdString(reason));
  return good;
}

bool Viewport::showSavedView(const QString& file) {
  std::string reason;
  auto camera = m_control.camera();
  const bool good = gl::readView(file.toStdString(), camera, reason);
  if (good) {
    setCamera(camera);
    cameraChanged(true);
    Q_EMIT settingsChanged();
  } else {
    reason = fmt::format("{}: {}", file.toStdString(), reason);
    tell(helper::Severity::Error, QString::fromStdString(reason));
    Q_EMIT picked(QString::fromStdString(reason));
  }
  return good;
}

// --- The camera ------------------------------------------------------------------------------------------------------

void Viewport::setCamera(geometry::Camera camera) {
  camera.width = m_control.camera().width;
  camera.height = m_control.camera().height;
  m_control.setCamera(camera);
  cameraChanged(false);
}

void Viewport::cameraChanged(bool settled) {
  if (settled) m_writeBackTimer.start(writeBackDelay);
  schedulePaint();
  Q_EMIT cameraMoved();
}

void Viewport::writeCameraBack() { m_session.setCamera(m_control.camera()); }

void Viewport::viewAll() {
  m_control.viewAll();
  cameraChanged(true);
}

void Viewport::setFollowing(bool on) {
  m_control.setFollowing(on);
  Q_EMIT picked(on ? "The camera follows the scene when it leaves the view." : "The camera stays where it is.");
  Q_EMIT settingsChanged();
  if (m_control.follow()) cameraChanged(true);
}

void Viewport::standardView(ViewControl::StandardView view) {
  m_control.standardView(view);
  cameraChanged(true);
}

void Viewport::toggleProjection() {
  m_control.toggleProjection();
  cameraChanged(true);
  Q_EMIT settingsChanged();
}

bool Viewport::hasHeadLight() const {
  return m_frame && std::any_of(m_frame->surfaces.begin(), m_frame->surfaces.end(), [&](const gl::Surface& surface) {
           return surface.lightSet < m_frame->lightSets.size() && m_frame->lightSets[surface.lightSet].headLight;
         });
}

/// Half a view's height is a quarter of a turn.
void Viewport::turnLight(QPointF by) {
  if (!hasHeadLight())
    return void(Q_EMIT picked("The scene has lights of its own: change their Data in the scene graph."));
  const double perPixel = std::numbers::pi / std::max(1, height());
  m_lightTurn += by * perPixel;
  m_lightTurn.setY(std::clamp(m_lightTurn.y(), -0.49 * std::numbers::pi, 0.49 * std::numbers::pi));
  schedulePaint();
}

void Viewport::resetLight() {
  m_lightTurn = {};
  schedulePaint();
}

void Viewport::setViewSettings(const ViewSettings& settings) {
  m_settings = settings;
  schedulePaint();
  Q_EMIT settingsChanged();
}

// --- The selection ---------------------------------------------------------------------------------------------------

namespace {

/// What is drawn of the body of a component: its visual models, then others.
std::vector<std::weak_ptr<const core::Base>> drawnOfBody(core::Base& object) {
  std::vector<std::weak_ptr<const core::Base>> models, others;
  for (const auto* component : componentsOfBody(object)) {
    const auto* state = dynamic_cast<const core::BaseState*>(component);
    (state && !state->isMechanical() ? models : others).push_back(component->weak_from_this());
  }
  models.insert(models.end(), others.begin(), others.end());
  return models;
}

}  // namespace

/// Components that draw nothing, such as a material, are seen by what is drawn of their body.
void Viewport::selectionChanged() {
  m_outlined.clear();
  const auto& selected = m_selection.current();
  if (m_clicked.lock()) m_outlined.push_back(m_clicked);
  m_clicked.reset();
  if (!m_selection.isEmpty() && !selected.isNode) {
    m_outlined.push_back(selected.object);
    m_session.ask(
        this,
        [weak = selected.object](simulation::Node&) {
          const auto object = weak.lock();
          return object ? drawnOfBody(*object) : std::vector<std::weak_ptr<const core::Base>>();
        },
        [this, selected](const std::vector<std::weak_ptr<const core::Base>>& drawn) {
          if (!(m_selection.current() == selected)) return;
          m_outlined.insert(m_outlined.end(), drawn.begin(), drawn.end());
          updateHighlight();
        });
  }
  updateHighlight();
}

void Viewport::updateHighlight() {
  m_highlighted = 0;
  if (m_selection.isEmpty()) m_selectionBox = {};
  if (!m_frame || m_selection.isEmpty()) return schedulePaint();
  const auto& owners = m_frame->owners;
  for (const auto& wanted : m_outlined) {
    const auto drawn = std::find_if(owners.begin(), owners.end(), [&](const auto& owner) {
      return !owner.owner_before(wanted) && !wanted.owner_before(owner);
    });
    if (drawn == owners.end()) continue;
    m_highlighted = static_cast<std::uint32_t>(drawn - owners.begin() + 1);
    break;
  }
  if (m_highlighted == 0)
    askSelectionBox();
  else
    m_selectionBox = {};
  schedulePaint();
}

void Viewport::askSelectionBox() {
  if (m_boxAsked) return;
  m_boxAsked = true;
  m_session.ask(
      this,
      [weak = m_selection.current().object](simulation::Node&) -> type::BoundingBox {
        const auto object = weak.lock();
        return object ? object->d_bbox.value() : type::BoundingBox{};
      },
      [this](const type::BoundingBox& box) {
        m_boxAsked = false;
        m_selectionBox = m_selection.isEmpty() || m_highlighted != 0 ? type::BoundingBox{} : box;
        schedulePaint();
      });
}

void Viewport::viewSelected() {
  if (!m_selection.isEmpty()) viewObject(m_selection.current());
}

void Viewport::viewObject(const ObjectHandle& handle) {
  m_session.ask(
      this,
      [weak = handle.object](simulation::Node&) -> type::BoundingBox {
        const auto object = weak.lock();
        if (!object) return {};
        const auto solid = [](const type::BoundingBox& b) { return !b.empty() && (b.max - b.min).minCoeff() > 0; };
        if (solid(object->d_bbox.value())) return object->d_bbox.value();
        const auto* component = dynamic_cast<const core::Component*>(object.get());
        return component && component->context() ? component->context()->d_bbox.value() : type::BoundingBox{};
      },
      [this](const type::BoundingBox& box) {
        m_control.frame(box);
        cameraChanged(true);
      });
}

void Viewport::showToo(const ObjectHandle& handle) {
  m_session.ask(
      this,
      [weak = handle.object](simulation::Node& root) {
        simulation::updateBoundingBoxes(root);
        const auto object = weak.lock();
        const auto* node = object ? object->linkContext() : nullptr;
        return std::pair(node ? node->d_bbox.value() : type::BoundingBox{}, root.d_bbox.value());
      },
      [this](const std::pair<type::BoundingBox, type::BoundingBox>& boxes) {
        if (!m_frame || boxes.first.empty()) return;
        m_control.setScene(boxes.second, m_frame->gravity);
        if (!isInSight(m_control.camera(), boxes.first)) viewAll();
      });
}

void Viewport::showFrame(std::shared_ptr<const gl::Frame> frame) {
  m_past = std::move(frame);
  takeFrame();
  schedulePaint();
}

/// A body is selected by its material, which is what one wants to know and to change first.
void Viewport::selectOwner(std::uint32_t owner) {
  if (!m_frame || owner == 0 || owner > m_frame->owners.size()) return m_selection.clear();
  m_session.ask(
      this,
      [weak = m_frame->owners[owner - 1]](simulation::Node&) -> ObjectHandle {
        const auto component = std::const_pointer_cast<core::Component>(weak.lock());
        return component ? makeHandle(*materialOf(*component)) : ObjectHandle{};
      },
      [this, clicked = m_frame->owners[owner - 1]](const ObjectHandle& handle) {
        if (handle.path.isEmpty()) return;
        m_clicked = clicked;
        m_selection.select(handle);
        m_clicked.reset();
        Q_EMIT picked(QString("%1 : %2").arg(handle.path, handle.className));
      });
}

}  // namespace sofa::gui
