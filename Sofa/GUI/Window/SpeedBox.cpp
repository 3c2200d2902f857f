// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/SpeedBox.h"

#include <QLineEdit>
#include <QLocale>
#include <cmath>

#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {
namespace {

constexpr auto speedKey = "simulation/speed";

struct Speed {
  const char* name;
  double factor;
};
constexpr Speed speeds[] = {{"Real time", 1}, {"As fast as possible", 0},
                            {"1/2", 0.5},     {"1/4", 0.25},
                            {"1/10", 0.1},    {"1/100", 0.01},
                            {"2 x", 2},       {"10 x", 10}};

bool isSpeed(double factor) { return std::isfinite(factor) && factor >= 0; }

}  // namespace

SpeedBox::SpeedBox(QWidget* parent) : QComboBox(parent) {
  setObjectName("speedField");
  setEditable(true);
  setInsertPolicy(NoInsert);
  setMinimumContentsLength(14);
  setToolTip("Simulated seconds per second at most: choose, or type a number. A scene that takes longer plays slower.");
  for (const auto& speed : speeds) addItem(speed.name, speed.factor);
  bool isNumber = false;
  const double remembered = settings().value(speedKey, 1.0).toDouble(&isNumber);
  setFactor(isNumber && isSpeed(remembered) ? remembered : 1);
  connect(this, &QComboBox::activated, this, &SpeedBox::apply);
  connect(lineEdit(), &QLineEdit::editingFinished, this, &SpeedBox::apply);
}

void SpeedBox::setFactor(double factor) {
  m_factor = factor;
  if (const int known = findData(factor); known >= 0)
    setCurrentIndex(known);
  else
    setEditText(QLocale::c().toString(factor, 'g', 6) + " x");
}

void SpeedBox::apply() {
  double factor = 0;
  if (const int known = findText(currentText()); known >= 0) {
    factor = itemData(known).toDouble();
  } else {
    bool isNumber = false;
    QString text = currentText();
    factor = QLocale::c().toDouble(text.remove('x').trimmed(), &isNumber);
    if (!isNumber || !isSpeed(factor) || factor == 0) {
      Q_EMIT refused(QString("Speed: a positive factor is expected, \"%1\" was given").arg(currentText()));
      return setFactor(m_factor);
    }
  }
  const bool isNew = factor != m_factor;
  setFactor(factor);
  if (!isNew) return;  // the field only lost the focus
  settings().setValue(speedKey, factor);
  Q_EMIT chosen(factor);
}

}  // namespace sofa::gui
