// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "Sofa/GUI/Session/RateMeter.h"
#include "Sofa/Geometry/Camera.h"

class QLabel;
class QStatusBar;
class QToolButton;

namespace sofa::gui {

class ColorBy;
class Session;
class Viewport;

/// The status bar of a window: what happened last, the place under the mouse with the value of the field that colours
/// it, simulated time, rates, and a mark after errors.
class StatusLine : public QObject {
  Q_OBJECT

 public:
  StatusLine(QStatusBar& bar, const Session& session, const Viewport& viewport, const ColorBy& colorBy);

  /// 0 ms: until the next. An empty text takes back what is shown.
  void tell(const QString& text, int milliseconds);
  /// Also as an error message.
  void tellProblem(const QString& problem);
  /// Stays until it is clicked.
  void markError(const QString& line);

 Q_SIGNALS:
  void errorMarkClicked();

 private:
  void update();
  QString rateText() const;
  void showPointed(const QString& text, const geometry::Ray& ray);

  QStatusBar& m_bar;
  const Session& m_session;
  const Viewport& m_viewport;
  const ColorBy& m_colorBy;
  QLabel *m_pointed, *m_time, *m_rates;
  QToolButton* m_errorMark;
  QTimer m_timer;
  QElapsedTimer m_clock;
  RateMeter m_rate;
};

}  // namespace sofa::gui
