// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/DataEditor.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QSlider>
#include <QVBoxLayout>

#include "Sofa/GUI/Properties/DataEditorFields.h"

namespace sofa::gui {
namespace {

QHBoxLayout* rowLayout(QWidget* parent = nullptr) {
  auto* layout = new QHBoxLayout(parent);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  return layout;
}

bool isSingle(const DataSnapshot& s) {
  return s.typeName == "float" || (s.typeName.startsWith("Vec") && s.typeName.endsWith('f'));
}

class BoolEditor : public DataEditor {
 public:
  explicit BoolEditor(QWidget* parent) : DataEditor(parent), m_box(new QCheckBox(this)) {
    auto* layout = rowLayout(this);
    layout->addWidget(m_box);
    layout->addStretch();
    setFocusProxy(m_box);
    connect(m_box, &QCheckBox::clicked, this, [this](bool checked) { Q_EMIT edited(checked ? "true" : "false"); });
  }

 protected:
  void display() override {
    m_box->setChecked(!m_snapshot.scalars.empty() && m_snapshot.scalars[0] != 0);
    m_box->setEnabled(!isReadOnly());
  }

 private:
  QCheckBox* m_box;
};

class NumberEditor : public DataEditor {
 public:
  NumberEditor(bool integer, QWidget* parent) : DataEditor(parent), m_number(new NumberEdit(integer, this)) {
    rowLayout(this)->addWidget(m_number);
    setFocusProxy(m_number);
    connect(m_number, &NumberEdit::edited, this, &DataEditor::edited);
  }
  void restore() override {
    m_number->restore();
    display();
  }

 protected:
  void display() override {
    m_number->setReadOnly(isReadOnly());
    m_number->setFrame(!isReadOnly());
    m_number->setButtonSymbols(isReadOnly() ? QAbstractSpinBox::NoButtons : QAbstractSpinBox::UpDownArrows);
    if (!m_snapshot.scalars.empty()) m_number->setValue(m_snapshot.scalars[0], isSingle(m_snapshot));
  }
  NumberEdit* m_number;
};

/// Poisson's ratio: the slider spans what materials have; other values can be typed and are refused or not by the
/// scene.
class RatioEditor : public NumberEditor {
 public:
  explicit RatioEditor(QWidget* parent) : NumberEditor(false, parent), m_slider(new QSlider(Qt::Horizontal, this)) {
    m_slider->setRange(0, steps / 2);
    m_slider->setPageStep(steps / 20);
    m_slider->setMinimumWidth(40);
    m_slider->setFocusPolicy(Qt::StrongFocus);
    static_cast<QHBoxLayout*>(layout())->insertWidget(0, m_slider, 1);
    m_number->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
      if (!m_showing) Q_EMIT edited(QString::number(static_cast<double>(value) / steps));
    });
  }

 protected:
  void display() override {
    NumberEditor::display();
    m_slider->setEnabled(!isReadOnly());
    if (m_snapshot.scalars.empty() || m_slider->isSliderDown()) return;
    m_showing = true;
    m_slider->setValue(static_cast<int>(std::lround(std::clamp(m_snapshot.scalars[0], 0.0, 0.5) * steps)));
    m_showing = false;
  }

 private:
  static constexpr int steps = 1000;  // per unit
  QSlider* m_slider;
  bool m_showing = false;
};

/// One field per scalar; matrices by rows, long ones in several lines.
class VectorEditor : public DataEditor {
 public:
  VectorEditor(const DataSnapshot& s, QWidget* parent) : DataEditor(parent) {
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(2);
    const QStringList names = scalarNames(s.typeName, s.elementSize);
    QHBoxLayout* line = nullptr;
    for (int i = 0; i < s.elementSize; ++i) {
      if (startsLine(s, i)) lines->addLayout(line = rowLayout());
      auto* field = new NumberEdit(s.isInteger, this);
      field->setButtonSymbols(QAbstractSpinBox::NoButtons);
      if (i < names.size()) field->setToolTip(names[i]);
      field->setObjectName(QString("scalar%1").arg(i));
      line->addWidget(field, 1);
      m_fields.push_back(field);
      connect(field, &NumberEdit::edited, this, [this, i](const QString& text) { Q_EMIT edited(with(i, text)); });
    }
    if (!m_fields.empty()) setFocusProxy(m_fields.front());
  }
  void restore() override {
    for (auto* field : m_fields) field->restore();
    display();
  }

 protected:
  void display() override {
    for (std::size_t i = 0; i < m_fields.size() && i < m_snapshot.scalars.size(); ++i) {
      m_fields[i]->setReadOnly(isReadOnly());
      m_fields[i]->setFrame(!isReadOnly());
      m_fields[i]->setValue(m_snapshot.scalars[i], isSingle(m_snapshot));
    }
  }

 private:
  static bool startsLine(const DataSnapshot& s, int i) {
    if (s.matrixColumns > 0) return i % s.matrixColumns == 0;
    if (s.elementSize == 7) return i == 0 || i == 3;  // place, then orientation
    if (s.elementSize == 6) return i % 3 == 0;
    return i % 4 == 0;
  }
  /// The value's text with scalar i replaced; it may be no number.
  QString with(int i, const QString& text) const {
    QStringList words;
    for (std::size_t k = 0; k < m_snapshot.scalars.size(); ++k) {
      const bool replaced = static_cast<int>(k) == i;
      words << (replaced ? (text.trimmed().isEmpty() ? "?" : text)
                         : exactText(m_snapshot.scalars[k], isSingle(m_snapshot)));
    }
    return words.join(' ');
  }

  std::vector<NumberEdit*> m_fields;
};

class OptionEditor : public DataEditor {
 public:
  explicit OptionEditor(QWidget* parent) : DataEditor(parent), m_choice(new ChoiceField(this)) {
    rowLayout(this)->addWidget(m_choice);
    setFocusProxy(m_choice);
    connect(m_choice, &QComboBox::textActivated, this, &DataEditor::edited);
  }

 protected:
  void display() override {
    if (m_items != m_snapshot.options) {
      m_items = m_snapshot.options;
      m_choice->clear();
      m_choice->addItems(m_items);
    }
    m_choice->setCurrentText(m_snapshot.text);
    m_choice->setEnabled(!isReadOnly());
  }

 private:
  ChoiceField* m_choice;
  QStringList m_items;
};

}  // namespace

DataEditor* makeDataEditor(const DataSnapshot& s, const EditorContext& context, QWidget* parent) {
  switch (s.editor) {
    case EditorKind::boolean:
      return new BoolEditor(parent);
    case EditorKind::integer:
      return new NumberEditor(true, parent);
    case EditorKind::real:
      return new NumberEditor(false, parent);
    case EditorKind::ratio:
      return new RatioEditor(parent);
    case EditorKind::vector:
      return new VectorEditor(s, parent);
    case EditorKind::option:
      return new OptionEditor(parent);
    case EditorKind::color:
      return makeColorEditor(parent);
    case EditorKind::material:
      return makeMaterialEditor(parent);
    case EditorKind::flags:
      return makeFlagsEditor(parent);
    case EditorKind::list:
      return makeListEditor(context, parent);
    case EditorKind::file:
      return makeTextEditor(context, true, parent);
    case EditorKind::text:
    case EditorKind::other:
      break;
  }
  return makeTextEditor(context, false, parent);
}

}  // namespace sofa::gui
