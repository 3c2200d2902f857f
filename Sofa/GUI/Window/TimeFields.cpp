// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/TimeFields.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolBar>

#include "Sofa/GUI/Viewport/Viewport.h"
#include "Sofa/GUI/Window/SpeedBox.h"

namespace sofa::gui {
namespace {

constexpr double smallestTimeStep = 1e-9;  // s

}  // namespace

TimeFields::TimeFields(Session& session, const Viewport& viewport)
    : m_session(session), m_viewport(viewport), m_timeStep(new QLineEdit), m_speed(new SpeedBox) {
  m_timeStep->setObjectName("timeStepField");
  m_timeStep->setMaximumWidth(90);
  m_timeStep->setToolTip("Time step of the scene: simulated seconds per step, at least 1e-9");
  m_timeStep->setEnabled(false);
  connect(&m_session, &Session::loading, this, [this] { m_timeStep->setEnabled(false); });
  connect(&m_session, &Session::loaded, this, [this](bool good) {
    m_timeStep->setEnabled(good);
    showTimeStep();
  });
  connect(&m_viewport, &Viewport::painted, this, &TimeFields::showTimeStep);
  connect(m_timeStep, &QLineEdit::editingFinished, this, &TimeFields::applyTimeStep);
  m_session.setSpeed(m_speed->factor());
  connect(m_speed, &SpeedBox::chosen, this, [this](double factor) {
    m_session.setSpeed(factor);
    Q_EMIT entered();
  });
  connect(m_speed, &SpeedBox::refused, this, &TimeFields::refused);
}

void TimeFields::addTo(QToolBar& bar) {
  auto* label = new QLabel(" dt (s) ");
  label->setBuddy(m_timeStep);
  for (QWidget* widget :
       {static_cast<QWidget*>(label), static_cast<QWidget*>(m_timeStep), static_cast<QWidget*>(m_speed)})
    bar.addWidget(widget);
}

void TimeFields::applyTimeStep() {
  if (!m_timeStep->isModified()) return;
  m_timeStep->setModified(false);
  bool number = false;
  const double dt = QLocale::c().toDouble(m_timeStep->text(), &number);
  if (!number || !(dt >= smallestTimeStep) || !std::isfinite(dt)) {
    Q_EMIT refused(
        QString("dt: a number of seconds of at least 1e-9 is expected, \"%1\" was given").arg(m_timeStep->text()));
    return showTimeStep();
  }
  m_session.post([dt](simulation::Node& root) { root.d_dt.set(dt); });
  Q_EMIT entered();
}

/// The field follows the scene unless it is being edited.
void TimeFields::showTimeStep() {
  if (m_timeStep->hasFocus() && m_timeStep->isModified()) return;
  const auto frame = m_viewport.frame();
  const QString text = frame && m_session.hasScene() ? QString::number(frame->dt, 'g', 10) : QString();
  if (text != m_timeStep->text()) m_timeStep->setText(text);
}

}  // namespace sofa::gui
