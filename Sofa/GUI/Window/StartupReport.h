// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GUI/Viewport/Viewport.h"

namespace sofa::gui {

/// Milliseconds since this process was started, with a resolution of 10 ms.
double processAge();

/// How long it took from the start of the program until its window was on the screen, until the scene was loaded, and
/// until the first picture of it was on the screen.
class StartupReport : public QObject {
  Q_OBJECT

 public:
  StartupReport(Session& session, Viewport& viewport, QObject* parent = nullptr);

  /// In milliseconds since the start of the program; 0: not yet.
  double window() const { return m_window; }
  double loading() const { return m_loading; }
  double loaded() const { return m_loaded; }
  double picture() const { return m_picture; }
  /// "Startup: window after 210 ms, ..."
  std::string text() const;

 Q_SIGNALS:
  void finished();

 protected:
  /// Waits for the window to be exposed.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  Viewport& m_viewport;
  double m_window = 0, m_picture = 0;
  std::atomic<double> m_loading{0}, m_loaded{0};
  bool m_painted = false;
};

}  // namespace sofa::gui
