// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/ColorBy.h"

namespace sofa::gui {

/// Works in the simulation's thread; what it found out is read from others.
class ColorBy::Painter : public StepObserver {
 public:
  void choose(const std::optional<gl::Field>& field, const gl::FieldOptions& options) {
    if (field)
      m_colors.show(*field, options);
    else
      m_colors.hide();
  }
  void afterStep(simulation::Node&, const StepInfo&) override {}
  void started(simulation::Node&) override { m_colors.clear(); }
  void ended() override { m_colors.clear(); }
  void captured(simulation::Node& root, gl::Frame& frame) override {
    if (m_colors.isShown()) m_colors.addTo(root, frame);
    const std::lock_guard lock(m_mutex);
    m_snapshot = m_colors.snapshot();
    m_problem = m_colors.problem();
  }
  std::pair<std::shared_ptr<const gl::FieldSnapshot>, std::string> result() const {
    const std::lock_guard lock(m_mutex);
    return {m_snapshot, m_problem};
  }

 private:
  gl::FieldColors m_colors;
  mutable std::mutex m_mutex;
  std::shared_ptr<const gl::FieldSnapshot> m_snapshot;
  std::string m_problem;
};

ColorBy::ColorBy(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_painter(std::make_shared<Painter>()) {
  m_options.where = gl::FieldOptions::Where::visualModels;
  m_session.addObserver(m_painter.get());
  connect(&m_session, &Session::frameReady, this, &ColorBy::readResult);
  connect(&m_session, &Session::loaded, this, [this](bool good) {
    if (good && m_field) apply();
  });
}

ColorBy::~ColorBy() {
  m_session.removeObserver(m_painter.get());
  m_session.post([painter = m_painter](simulation::Node&) { painter->ended(); });
}

void ColorBy::setField(std::optional<gl::Field> field) {
  if (m_field == field) return;
  m_field = std::move(field);
  apply();
  Q_EMIT changed();
}

void ColorBy::setOptions(const gl::FieldOptions& options) {
  m_options = options;
  if (m_field) apply();
  Q_EMIT changed();
}

void ColorBy::apply() {
  m_session.post([painter = m_painter, field = m_field, options = m_options](simulation::Node&) {
    painter->choose(field, options);
  });
}

void ColorBy::readResult() {
  auto [snapshot, text] = m_painter->result();
  const auto rangeOf = [](const auto& s) { return s ? std::pair(s->min, s->max) : std::pair(0.0, 0.0); };
  const bool other = rangeOf(snapshot) != rangeOf(m_snapshot);
  m_snapshot = std::move(snapshot);
  if (m_snapshot && other) Q_EMIT rangeChanged(m_snapshot->min, m_snapshot->max);
  const QString why = m_field ? QString::fromStdString(text) : QString();
  if (why == m_problem) return;
  m_problem = why;
  Q_EMIT problem(why);
}

std::optional<double> ColorBy::valueAt(const geometry::Ray& ray) const {
  return m_field && m_snapshot ? m_snapshot->valueAt(ray) : std::nullopt;
}

QString ColorBy::describe(double value) const {
  if (!m_field) return {};
  const QString text = QString("%1 = %2").arg(QString::fromStdString(m_field->name)).arg(value, 0, 'g', 5);
  return m_field->unit.empty() ? text : text + " " + QString::fromStdString(m_field->unit);
}

}  // namespace sofa::gui
