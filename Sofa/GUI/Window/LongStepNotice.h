// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>

class QWidget;

namespace sofa::gui {

class HintOverlay;
class Session;

/// Tells of a step that takes longer than a second what it computes, and lets it be given up.
class LongStepNotice : public QObject {
  Q_OBJECT

 public:
  LongStepNotice(Session& session, QWidget& view);
  /// Whether there was a step to be given up.
  bool giveUp();

 private:
  void update();

  Session& m_session;
  HintOverlay* m_overlay;
  QTimer m_timer;
  bool m_closed = false;  // for the step that runs
};

}  // namespace sofa::gui
