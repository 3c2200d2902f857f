// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDoubleSpinBox>

namespace sofa::gui {

/// A number of any size: shown with as many digits as it takes, "2.5e+06" where that is shorter.
class NumberBox : public QDoubleSpinBox {
 public:
  explicit NumberBox(QWidget* parent = nullptr) : QDoubleSpinBox(parent) {
    setDecimals(20);  // what is kept, not what is shown
    setRange(-1e30, 1e30);
    setStepType(AdaptiveDecimalStepType);
    setKeyboardTracking(false);
  }
  QString textFromValue(double value) const override { return locale().toString(value, 'g', 6); }
  double valueFromText(const QString& text) const override { return read(text, nullptr); }
  QValidator::State validate(QString& text, int&) const override {
    bool good = false;
    read(text, &good);
    return good ? QValidator::Acceptable : QValidator::Intermediate;
  }
  QSize sizeHint() const override { return {150, QDoubleSpinBox::sizeHint().height()}; }
  QSize minimumSizeHint() const override { return {80, QDoubleSpinBox::minimumSizeHint().height()}; }

 private:
  double read(QString text, bool* good) const {
    if (!suffix().isEmpty() && text.endsWith(suffix())) text.chop(suffix().size());
    bool fits = false;
    double value = locale().toDouble(text.trimmed(), &fits);
    if (!fits) value = text.trimmed().toDouble(&fits);  // as scenes write it
    if (good) *good = fits && value >= minimum() && value <= maximum();
    return value;
  }
};

}  // namespace sofa::gui
