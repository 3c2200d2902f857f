// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>

namespace sofa::gui {

/// How fast a scene plays: simulated seconds per second at most. Real time at first; what was chosen last is remembered
/// between runs.
class SpeedBox : public QComboBox {
  Q_OBJECT

 public:
  explicit SpeedBox(QWidget* parent = nullptr);
  /// 1: real time; 0: as fast as possible.
  double factor() const { return m_factor; }

 Q_SIGNALS:
  void chosen(double factor);
  /// What was typed is no speed.
  void refused(const QString& why);

 private:
  void apply();
  void setFactor(double factor);

  double m_factor = 1;
};

}  // namespace sofa::gui
