// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/StatusLine.h"

#include <QLabel>
#include <QStatusBar>
#include <QToolButton>

#include "Sofa/GUI/Viewport/ColorBy.h"
#include "Sofa/GUI/Viewport/Viewport.h"

namespace sofa::gui {
namespace {

constexpr int statusPeriod = 500;  // ms

}  // namespace

StatusLine::StatusLine(QStatusBar& bar, const Session& session, const Viewport& viewport, const ColorBy& colorBy)
    : m_bar(bar),
      m_session(session),
      m_viewport(viewport),
      m_colorBy(colorBy),
      m_pointed(new QLabel(&bar)),
      m_time(new QLabel(&bar)),
      m_rates(new QLabel(&bar)),
      m_errorMark(new QToolButton(&bar)) {
  m_pointed->setObjectName("pointedLabel");
  m_time->setObjectName("timeLabel");
  m_rates->setObjectName("ratesLabel");
  m_errorMark->setText(QString::fromUtf8("\u26a0 Error"));
  m_errorMark->setAutoRaise(true);
  m_errorMark->hide();
  m_bar.addPermanentWidget(m_errorMark);
  for (auto* label : {m_pointed, m_time, m_rates}) {
    label->setContentsMargins(8, 0, 8, 0);
    m_bar.addPermanentWidget(label);
  }
  connect(m_errorMark, &QToolButton::clicked, this, [this] {
    m_errorMark->hide();
    Q_EMIT errorMarkClicked();
  });
  connect(&m_session, &Session::wasReset, this, [this] { m_rate.clear(); });
  connect(&m_viewport, &Viewport::pointed, this, &StatusLine::showPointed);
  m_clock.start();
  m_timer.start(statusPeriod);
  connect(&m_timer, &QTimer::timeout, this, &StatusLine::update);
}

void StatusLine::tell(const QString& text, int milliseconds) {
  text.isEmpty() ? m_bar.clearMessage() : m_bar.showMessage(text, milliseconds);
}

void StatusLine::tellProblem(const QString& problem) {
  constexpr int duration = 8000;  // ms
  tell(problem, duration);
  helper::send(helper::Severity::Error, "Viewer", problem.toStdString());
}

void StatusLine::markError(const QString& line) {
  m_errorMark->setToolTip(line);
  m_errorMark->show();
}

void StatusLine::update() {
  const StepInfo info = m_session.lastStep();
  QString rates = QString("%1 frames/s").arg(m_viewport.framesPerSecond(), 0, 'f', 0);
  if (m_session.isPlaying()) {
    m_rate.add(static_cast<double>(m_clock.nsecsElapsed()) * 1e-9, info.step, info.time);
    rates += rateText();
  } else {
    m_rate.clear();
  }
  const bool hasScene = m_session.hasScene();
  m_time->setText(hasScene ? QString("Time %1 s   Step %2").arg(info.time, 0, 'g', 6).arg(info.step) : QString());
  m_rates->setText(hasScene ? rates : QString());
}

/// Steps per second and the real-time factor, with a sign where the scene takes longer than was asked for.
QString StatusLine::rateText() const {
  const double steps = m_rate.stepsPerSecond(), factor = m_rate.realTimeFactor(), asked = m_session.speed();
  constexpr double tolerance = 0.9;
  const bool isSlow = steps > 0 && asked > 0 && factor < tolerance * asked;
  return QString("   %1 steps/s   %2 × real time%3")
      .arg(steps, 0, 'f', steps < 10 ? 1 : 0)
      .arg(QString::number(factor, 'g', factor < 100 ? 2 : 3), isSlow ? "  (cannot keep up)" : "");
}

void StatusLine::showPointed(const QString& text, const geometry::Ray& ray) {
  const auto value = m_colorBy.field() ? m_colorBy.valueAt(ray) : std::nullopt;
  m_pointed->setText(value ? QString("%1   %2").arg(text, m_colorBy.describe(*value)) : text);
}

}  // namespace sofa::gui
