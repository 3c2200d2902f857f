// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/MouseOperations.h"

#include <deque>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gui {

using gl::MouseAction;
using gl::MouseButton;
using gl::MouseOperation;

/// The operations themselves, touched by the simulation's thread only.
class MouseOperations::Tool : public StepObserver {
 public:
  struct Pressed {
    bool good = false;
    QString description;
    ObjectHandle object;
  };

  void press(simulation::Node& root, const MouseButton& button, const geometry::Ray& ray) {
    release();
    m_answer = {};
    const auto picked = gl::pickPoint(root, ray);
    if (!picked) return;
    const auto state = picked->state.lock();
    m_answer.description = QString::fromStdString(picked->description);
    m_answer.object = {state, QString::fromStdString(state->path()), QString::fromStdString(state->name()),
                       QString::fromStdString(state->className()), false};
    auto operation = MouseOperation::create(button);
    m_answer.good = operation && operation->start(root, *picked, ray);
    if (!m_answer.good) return;
    m_current = std::move(operation);
    if (!m_current->changesMesh()) return;
    remember(root);
    m_current->move(ray);
  }
  int undoable() const { return static_cast<int>(m_before.size()); }
  /// Empty, or why it cannot be done.
  std::string undo(simulation::Node& root) {
    if (m_before.empty()) return {};
    release();
    const Before before = std::move(m_before.back());
    m_before.pop_back();
    bringBack(before.lasting);
    std::string problem;
    const bool good = simulation::restoreState(before.scene, root, problem) >= 0;
    if (good) return simulation::updateVisual(root), std::string();
    simulation::reset(root);  // half a state may have been read
    return problem;
  }
  Pressed answer() const { return m_answer; }
  void move(const geometry::Ray& ray) {
    if (m_current) m_current->move(ray);
  }
  void release() {
    if (!m_current) return;
    m_current->end();
    if (m_current->line()) m_lasting.push_back(std::move(m_current));
    m_current.reset();
  }
  void setStiffness(double stiffness) {
    if (m_current) m_current->setStiffness(stiffness);
  }
  Lines lines() {
    std::erase_if(m_lasting, [](const auto& operation) { return !operation->line(); });
    Lines all;
    for (const auto& operation : m_lasting) all.push_back(*operation->line());
    if (const auto line = m_current ? m_current->line() : std::nullopt) all.push_back(*line);
    return all;
  }

  void afterStep(simulation::Node&, const StepInfo&) override {}
  void started(simulation::Node&) override {
    if (m_current) m_current->reset();
    for (const auto& operation : m_lasting) operation->reset();
    ended();
  }
  void ended() override {
    m_current.reset();
    m_lasting.clear();
    m_before.clear();
  }

 private:
  using Lasting = std::vector<std::pair<std::shared_ptr<MouseOperation>, std::string>>;  ///< with what each holds
  struct Before {
    std::string scene;
    Lasting lasting;
  };

  /// The state before a mesh is changed, to go back to; the oldest give way.
  void remember(simulation::Node& root) {
    constexpr std::size_t most = 10;
    if (m_before.size() == most) m_before.pop_front();
    Lasting lasting;
    for (const auto& operation : m_lasting) {
      core::Archive archive;
      operation->archive(archive);
      lasting.emplace_back(operation, archive.bytes());
    }
    m_before.push_back({simulation::savedState(root, 0), std::move(lasting)});
  }
  /// Points that were fixed or stitched then hold what they held; others are let go.
  void bringBack(const Lasting& lasting) {
    for (const auto& operation : m_lasting)
      if (std::ranges::find(lasting, operation, &Lasting::value_type::first) == lasting.end()) operation->reset();
    m_lasting.clear();
    for (const auto& [operation, held] : lasting) {
      core::Archive archive{std::string_view(held)};
      operation->archive(archive);
      m_lasting.push_back(operation);
    }
  }

  std::unique_ptr<MouseOperation> m_current;
  std::vector<std::shared_ptr<MouseOperation>> m_lasting;  ///< fixed points and stitches
  Pressed m_answer;
  std::deque<Before> m_before;  ///< states before meshes were changed
};

MouseOperations::MouseOperations(Session& session, Selection& selection, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_selection(selection),
      m_buttons{MouseButton::standard(MouseAction::attach), MouseButton::standard(MouseAction::fix),
                MouseButton::standard(MouseAction::none)},
      m_tool(std::make_shared<Tool>()) {
  m_session.addObserver(m_tool.get());
  connect(&m_session, &Session::loading, this, &MouseOperations::forget);
  connect(&m_session, &Session::wasReset, this, &MouseOperations::forget);
  connect(&m_session, &Session::loaded, this, [this](bool good) {
    forget();
    if (good) readSettings();
  });
  connect(&m_session, &Session::frameReady, this, [this] {
    if (m_anything) askLines();
  });
}

MouseOperations::~MouseOperations() {
  m_session.removeObserver(m_tool.get());
  if (m_anything) m_session.post([tool = m_tool](simulation::Node&) { tool->release(); });
}

void MouseOperations::undoMeshChange() {
  struct Answer {
    std::string problem;
    int left;
  };
  m_session.ask(
      this,
      [tool = m_tool](simulation::Node& root) {
        auto problem = tool->undo(root);
        return Answer{std::move(problem), tool->undoable()};
      },
      [this](const Answer& answer) {
        setUndoable(answer.left);
        Q_EMIT statusText(answer.problem.empty() ? tr("The scene is as before the mesh was changed.")
                                                 : tr("The change cannot be undone, the scene was reset: %1")
                                                       .arg(QString::fromStdString(answer.problem)));
      });
}

void MouseOperations::setUndoable(int count) {
  if (std::exchange(m_undoable, count) != count) Q_EMIT undoableChanged();
}

void MouseOperations::readSettings() {
  m_session.ask(
      this, [](simulation::Node& root) { return gl::mouseButtons(root); },
      [this](const gl::MouseButtons& buttons) {
        m_buttons = buttons;
        Q_EMIT buttonsChanged();
      });
}

void MouseOperations::setButton(std::size_t index, const MouseButton& button) {
  if (index >= m_buttons.size() || m_buttons[index] == button) return;
  m_buttons[index] = button;
  if (m_pressed == index)
    m_session.ask(
        this,
        [tool = m_tool, stiffness = button.stiffness](simulation::Node&) { return tool->setStiffness(stiffness), 0; },
        [](int) {});
  Q_EMIT buttonsChanged();
}

/// Answers that were asked for will not come any more, or speak of what is no longer there.
void MouseOperations::forget() {
  m_pressed.reset();
  m_nextRay.reset();
  m_asked = m_anything = false;
  setUndoable(0);
  show({});
}

std::optional<std::size_t> MouseOperations::indexOf(Qt::MouseButton button) {
  switch (button) {
    case Qt::LeftButton:
      return 0;
    case Qt::MiddleButton:
      return 1;
    case Qt::RightButton:
      return 2;
    default:
      return {};
  }
}

geometry::Ray MouseOperations::rayOf(const QMouseEvent& event, const geometry::Camera& camera, double pixelRatio) {
  const QPointF pixel = event.position() * pixelRatio;
  return camera.ray(pixel.x(), pixel.y());
}

bool MouseOperations::mousePress(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) {
  if (m_pressed) return true;  // a second button changes nothing
  const auto index = indexOf(event->button());
  if (!index || !(event->modifiers() & Qt::ShiftModifier)) return false;
  const MouseButton button = m_buttons[*index];
  if (button.action == MouseAction::none) return false;
  m_pressed = index;
  m_anything = true;
  const auto ray = rayOf(*event, camera, pixelRatio);
  m_session.post([tool = m_tool, button, ray](simulation::Node& root) { tool->press(root, button, ray); });
  m_session.ask(
      this, [tool = m_tool](simulation::Node&) { return std::pair(tool->answer(), tool->undoable()); },
      [this](const std::pair<Tool::Pressed, int>& told) {
        const auto& [answer, undoable] = told;
        setUndoable(undoable);
        if (answer.description.isEmpty()) {
          Q_EMIT statusText(tr("Nothing to pick: the scene has no particles there."));
          return;
        }
        m_selection.select(answer.object);
        Q_EMIT statusText(answer.good ? answer.description
                                      : tr("%1 (not possible here, see the messages)").arg(answer.description));
      });
  askLines();
  return true;
}

void MouseOperations::mouseMove(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) {
  if (!m_pressed) return;
  m_nextRay = rayOf(*event, camera, pixelRatio);
  sendRay();
}

void MouseOperations::mouseRelease(QMouseEvent* event, const geometry::Camera& camera, double pixelRatio) {
  if (!m_pressed || indexOf(event->button()) != m_pressed) return;
  m_pressed.reset();
  m_nextRay.reset();
  m_session.post([tool = m_tool, ray = rayOf(*event, camera, pixelRatio)](simulation::Node&) {
    tool->move(ray);
    tool->release();
  });
  m_asked = false;
  askLines();
}

bool MouseOperations::wheel(QWheelEvent* event, const geometry::Camera&, double) {
  if (!m_pressed) return false;
  MouseButton button = m_buttons[*m_pressed];
  if (button.action != MouseAction::attach) return true;
  constexpr double perNotch = 1.25, notch = 120;
  button.stiffness = std::clamp(button.stiffness * std::pow(perNotch, event->angleDelta().y() / notch), 1e-6, 1e12);
  setButton(*m_pressed, button);
  Q_EMIT statusText(tr("Spring of the mouse: %1 N/m").arg(button.stiffness, 0, 'g', 4));
  return true;
}

void MouseOperations::hover(QPointF position, Qt::KeyboardModifiers, const geometry::Camera& camera,
                            double pixelRatio) {
  constexpr qint64 interval = 50;  // ms: every triangle is looked at
  if (!m_probe || !m_probe->field() || (m_sinceProbe.isValid() && m_sinceProbe.elapsed() < interval)) return;
  m_sinceProbe.start();
  const QPointF pixel = position * pixelRatio;
  if (const auto value = m_probe->valueAt(camera.ray(pixel.x(), pixel.y())))
    Q_EMIT statusText(m_probe->describe(*value));
}

/// One ray at a time is on its way; of those that come meanwhile the last counts.
void MouseOperations::sendRay() {
  if (m_asked || !m_nextRay) return;
  m_asked = true;
  m_session.ask(
      this,
      [tool = m_tool, ray = *std::exchange(m_nextRay, std::nullopt)](simulation::Node&) {
        tool->move(ray);
        return tool->lines();
      },
      [this](const Lines& lines) {
        m_asked = false;
        show(lines);
        sendRay();
      });
}

void MouseOperations::askLines() {
  if (m_asked) return;
  m_asked = true;
  m_session.ask(
      this, [tool = m_tool](simulation::Node&) { return tool->lines(); },
      [this](const Lines& lines) {
        m_asked = false;
        m_anything = m_pressed || !lines.empty();
        show(lines);
        sendRay();
      });
}

void MouseOperations::show(const Lines& lines) {
  if (lines.empty() && m_extra.empty()) return;
  constexpr type::Color magenta{1, 0, 1, 1}, green{0, 0.8f, 0, 1};
  constexpr float lineWidth = 2, pointSize = 8;
  m_extra.clear();
  for (const auto& line : lines) {
    const auto scale = static_cast<float>(line.scale);
    if (line.arrowRadius > 0)
      m_extra.arrow(line.held, line.mouse, line.arrowRadius, green);
    else
      m_extra.line(line.held, line.mouse, scale * lineWidth, green);
    m_extra.point(line.held, scale * pointSize, magenta);
  }
  Q_EMIT extraChanged();
}

}  // namespace sofa::gui
