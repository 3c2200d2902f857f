// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

class QLineEdit;
class QToolBar;

namespace sofa::gui {

class Session;
class SpeedBox;
class Viewport;

/// The fields for time in the tool bar: the time step of the scene, and how fast it plays.
class TimeFields : public QObject {
  Q_OBJECT

 public:
  TimeFields(Session& session, const Viewport& viewport);
  void addTo(QToolBar& bar);

 Q_SIGNALS:
  /// A value was taken over.
  void entered();
  /// What was typed is no time step or no speed.
  void refused(const QString& why);

 private:
  void applyTimeStep();
  void showTimeStep();

  Session& m_session;
  const Viewport& m_viewport;
  QLineEdit* m_timeStep;
  SpeedBox* m_speed;
};

}  // namespace sofa::gui
