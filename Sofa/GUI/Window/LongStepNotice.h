// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>

class QWidget;

namespace sofa::gui {

class HintOverlay;
class Session;

/// A notice that shows what a step of more than a second computes, and offers to give the step up.
class LongStepNotice : public QObject {
  Q_OBJECT

 public:
  LongStepNotice(Session& session, QWidget& view);
  /// Gives the current step up. Returns whether there was one.
  bool giveUp();

 private:
  void update();

  Session& m_session;
  HintOverlay* m_overlay;
  QTimer m_timer;
  bool m_closed = false;  // whether the user closed the notice of the current step
};

}  // namespace sofa::gui
