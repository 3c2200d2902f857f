// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/DataEditorFields.h"

#include <fmt/format.h>

#include <QColorDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>
#include <cmath>

namespace sofa::gui {

QString exactText(double value, bool singlePrecision) {
  return QString::fromStdString(singlePrecision ? fmt::format("{}", static_cast<float>(value))
                                                : fmt::format("{}", value));
}

QString shortText(double value, bool singlePrecision) {
  const QString exact = exactText(value, singlePrecision);
  constexpr int longest = 10;
  return exact.size() <= longest ? exact : QString::number(value, 'g', 7);
}

namespace {

/// Whether the key of a QEvent::ShortcutOverride would undo or redo in a line of text.
bool asksToUndo(const QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return false;
  const auto* key = static_cast<const QKeyEvent*>(event);
  return key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
}

}  // namespace

// --- Numbers ---------------------------------------------------------------------------------------------------------

NumberEdit::NumberEdit(bool integer, QWidget* parent) : QAbstractSpinBox(parent), m_integer(integer) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(this, &QAbstractSpinBox::editingFinished, this, &NumberEdit::finish);
  connect(lineEdit(), &QLineEdit::textEdited, this, [this] { m_typed = true; });
}

QSize NumberEdit::sizeHint() const {
  const int buttons = buttonSymbols() == NoButtons ? 8 : 30;
  return {fontMetrics().horizontalAdvance("-0.000000e+00") + buttons, QAbstractSpinBox::sizeHint().height()};
}

QSize NumberEdit::minimumSizeHint() const {
  const int buttons = buttonSymbols() == NoButtons ? 8 : 30;
  return {fontMetrics().horizontalAdvance("0.00") + buttons, QAbstractSpinBox::minimumSizeHint().height()};
}

void NumberEdit::setValue(double value, bool singlePrecision) {
  m_value = value;
  m_single = singlePrecision;
  m_hasValue = true;
  if (!m_typed) display();
}

/// Exact where the user is, so that what is edited is what is there; short elsewhere.
void NumberEdit::display() {
  const QString text = !m_hasValue                   ? QString()
                       : m_integer                   ? QString::number(m_value, 'f', 0)
                       : hasFocus() && !isReadOnly() ? exactText(m_value, m_single)
                                                     : shortText(m_value, m_single);
  if (lineEdit()->text() == text) return;
  const int cursor = lineEdit()->cursorPosition();
  lineEdit()->setText(text);
  lineEdit()->setCursorPosition(hasFocus() ? cursor : 0);
}

void NumberEdit::restore() {
  m_typed = false;
  display();
}

void NumberEdit::finish() {
  if (!m_typed) return;
  m_typed = false;
  bool good = false;
  if (const double typed = lineEdit()->text().trimmed().toDouble(&good); good) m_value = typed;
  Q_EMIT edited(lineEdit()->text());
}

void NumberEdit::stepBy(int steps) {
  if (isReadOnly()) return;
  double step = 1;
  if (!m_integer) step = m_value == 0 ? 0.1 : std::pow(10, std::floor(std::log10(std::abs(m_value))) - 1);
  // Ten digits: sums of tenths are not to show their rounding.
  const double next = QString::number(m_value + steps * step, 'g', m_integer ? 17 : 10).toDouble();
  m_value = next;
  m_typed = false;
  display();
  Q_EMIT edited(m_integer ? QString::number(next, 'f', 0) : exactText(next));
}

QAbstractSpinBox::StepEnabled NumberEdit::stepEnabled() const {
  return isReadOnly() || !m_hasValue ? StepNone : StepEnabled(StepUpEnabled | StepDownEnabled);
}

void NumberEdit::wheelEvent(QWheelEvent* event) {
  if (hasFocus())
    QAbstractSpinBox::wheelEvent(event);
  else
    event->ignore();
}

bool NumberEdit::event(QEvent* event) {
  if (m_typed || !asksToUndo(event)) return QAbstractSpinBox::event(event);
  event->ignore();
  return true;
}

void NumberEdit::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QAbstractSpinBox::keyPressEvent(event);
  restore();
  event->ignore();
}

void NumberEdit::focusInEvent(QFocusEvent* event) {
  QAbstractSpinBox::focusInEvent(event);
  if (!m_typed) display();
  selectAll();
}

void NumberEdit::focusOutEvent(QFocusEvent* event) {
  QAbstractSpinBox::focusOutEvent(event);
  if (!m_typed) display();
}

// --- Texts -----------------------------------------------------------------------------------------------------------

TextField::TextField(QWidget* parent) : QLineEdit(parent) {
  connect(this, &QLineEdit::editingFinished, this, [this] {
    if (!isModified()) return;
    setModified(false);
    Q_EMIT edited(text());
  });
}

void TextField::setValue(const QString& value) {
  m_value = value;
  if (isModified() || text() == value) return;
  const int cursor = cursorPosition();
  setText(value);
  setCursorPosition(hasFocus() ? cursor : 0);
}

void TextField::restore() {
  setModified(false);
  setValue(m_value);
}

bool TextField::event(QEvent* event) {
  if (isModified() || !asksToUndo(event)) return QLineEdit::event(event);
  event->ignore();
  return true;
}

void TextField::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QLineEdit::keyPressEvent(event);
  restore();
  event->ignore();
}

ChoiceField::ChoiceField(QWidget* parent) : QComboBox(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(4);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ChoiceField::wheelEvent(QWheelEvent* event) {
  if (hasFocus())
    QComboBox::wheelEvent(event);
  else
    event->ignore();
}

// --- Colours ---------------------------------------------------------------------------------------------------------

ColorField::ColorField(QWidget* parent)
    : QWidget(parent), m_button(new QToolButton(this)), m_text(new TextField(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(m_button);
  layout->addWidget(m_text, 1);
  m_button->setObjectName("swatch");
  m_button->setToolTip(tr("Choose a colour"));
  m_button->setIconSize({30, 14});
  m_text->setMinimumWidth(40);
  setFocusProxy(m_text);
  connect(m_button, &QToolButton::clicked, this, &ColorField::pick);
  connect(m_text, &TextField::edited, this, &ColorField::edited);
}

void ColorField::setColor(const float rgba[4]) {
  m_color = QColor::fromRgbF(std::clamp(rgba[0], 0.f, 1.f), std::clamp(rgba[1], 0.f, 1.f),
                             std::clamp(rgba[2], 0.f, 1.f), std::clamp(rgba[3], 0.f, 1.f));
  m_button->setIcon(swatch(m_color, m_button->iconSize(), devicePixelRatioF()));
  QStringList numbers;
  for (int i = 0; i < 4; ++i) numbers << exactText(rgba[i], true);
  m_text->setValue(numbers.join(' '));
}

void ColorField::setReadOnly(bool readOnly) {
  m_button->setEnabled(!readOnly);
  m_text->setReadOnly(readOnly);
}

QIcon ColorField::swatch(const QColor& color, QSize size, qreal ratio) {
  QPixmap picture(size * ratio);
  picture.setDevicePixelRatio(ratio);
  picture.fill(Qt::white);
  QPainter painter(&picture);
  const QRect area(QPoint(0, 0), size);
  if (color.alpha() < 255) {
    constexpr int cell = 5;
    for (int x = 0; x < size.width(); x += cell)
      for (int y = x / cell % 2 * cell; y < size.height(); y += 2 * cell)
        painter.fillRect(x, y, cell, cell, Qt::lightGray);
  }
  painter.fillRect(area, color);
  painter.setPen(QColor(128, 128, 128));
  painter.drawRect(area.adjusted(0, 0, -1, -1));
  return picture;
}

void ColorField::pick() {
  auto* dialog = new QColorDialog(m_color, this);
  dialog->setObjectName("colorDialog");
  dialog->setOption(QColorDialog::ShowAlphaChannel);
  dialog->setOption(QColorDialog::DontUseNativeDialog);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QColorDialog::colorSelected, this, [this](const QColor& c) {
    Q_EMIT edited(QString("%1 %2 %3 %4").arg(c.redF()).arg(c.greenF()).arg(c.blueF()).arg(c.alphaF()));
  });
  dialog->open();
}

}  // namespace sofa::gui
