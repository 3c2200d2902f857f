// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/LongStepNotice.h"

#include "Sofa/GUI/Session/Session.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"

namespace sofa::gui {
namespace {

constexpr double longStep = 1;     // s
constexpr int noticePeriod = 200;  // ms

}  // namespace

LongStepNotice::LongStepNotice(Session& session, QWidget& view)
    : m_session(session), m_overlay(new HintOverlay(&view, "longStepOverlay")) {
  connect(m_overlay, &HintOverlay::accepted, this, &LongStepNotice::giveUp);
  connect(m_overlay, &HintOverlay::closed, this, [this] { m_closed = true; });
  connect(&m_timer, &QTimer::timeout, this, &LongStepNotice::update);
  m_timer.start(noticePeriod);
}

bool LongStepNotice::giveUp() {
  const auto& step = m_session.runningStep();
  if (step.seconds() < longStep || step.isGivenUp()) return false;
  m_session.giveUpStep();
  update();
  return true;
}

void LongStepNotice::update() {
  const auto& step = m_session.runningStep();
  const double seconds = step.seconds();
  if (seconds < longStep) {
    m_closed = false;
    return m_overlay->hide();
  }
  if (m_closed) return;
  const QString what = QString::fromStdString(step.what());
  QString text = QString("Step %1 takes %2 s so far").arg(m_session.lastStep().step + 1).arg(seconds, 0, 'f', 1);
  if (!what.isEmpty()) text += " (" + what + ")";
  text += step.isGivenUp() ? ". It ends where it can be left, at the latest with the step." : ".";
  m_overlay->tell(text, step.isGivenUp() ? QString() : QString("Give up (Esc)"));
}

}  // namespace sofa::gui
