// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractSpinBox>
#include <QColor>
#include <QComboBox>
#include <QLineEdit>
#include <QWidget>

class QToolButton;

namespace sofa::gui {

/// A real or whole number as text, in scientific notation where that is shorter. Arrows step by a tenth of the number's
/// decade (whole numbers by one). It takes any text: whether it is a number is for who receives it to say. Escape puts
/// back what was there. Enter and Escape also go to the parent, which may give the keys to another widget. While
/// nothing is typed, the keys of undo and redo are the window's.
class NumberEdit : public QAbstractSpinBox {
  Q_OBJECT

 public:
  explicit NumberEdit(bool integer, QWidget* parent = nullptr);
  /// Shows a number; what is being typed stays.
  void setValue(double value, bool singlePrecision = false);
  double value() const { return m_value; }
  /// Shows the number that was there before the user typed.
  void restore();
  /// For the tests and for fields that take over a value: as if typed and finished.
  void finish();

  void stepBy(int steps) override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void edited(const QString& text);

 protected:
  bool event(QEvent* event) override;
  StepEnabled stepEnabled() const override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void display();

  bool m_integer, m_single = false, m_hasValue = false;
  bool m_typed = false;  // the line edit forgets at the Enter key that it was modified
  double m_value = 0;
};

/// A line of text that says when it was changed and left. Keys are as those of a NumberEdit.
class TextField : public QLineEdit {
  Q_OBJECT

 public:
  explicit TextField(QWidget* parent = nullptr);
  /// Shows a text; what is being typed stays.
  void setValue(const QString& text);
  void restore();

 Q_SIGNALS:
  void edited(const QString& text);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString m_value;
};

/// A choice that the mouse wheel changes only where it was clicked, so that scrolling a sheet edits nothing.
class ChoiceField : public QComboBox {
  Q_OBJECT

 public:
  explicit ChoiceField(QWidget* parent = nullptr);

 protected:
  void wheelEvent(QWheelEvent* event) override;
};

/// A colour: a swatch that opens a picker, and its text: numbers, a name or #rrggbb.
class ColorField : public QWidget {
  Q_OBJECT

 public:
  explicit ColorField(QWidget* parent = nullptr);
  void setColor(const float rgba[4]);
  void setReadOnly(bool readOnly);
  void restore() { m_text->restore(); }
  /// The picture of a colour, transparent ones over a chequered ground.
  static QIcon swatch(const QColor& color, QSize size, qreal ratio);

 Q_SIGNALS:
  void edited(const QString& text);

 private:
  void pick();

  QToolButton* m_button;
  TextField* m_text;
  QColor m_color;
};

/// Shortest text that reads back to the number.
QString exactText(double value, bool singlePrecision = false);
/// At most 7 digits.
QString shortText(double value, bool singlePrecision = false);

}  // namespace sofa::gui
