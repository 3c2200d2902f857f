// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/ColorByPanel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>

namespace sofa::gui {

namespace {

QString labelOf(const gl::Field& field) {
  QString text = QString("%1  %2").arg(QString::fromStdString(field.path), QString::fromStdString(field.name));
  if (!field.unit.empty()) text += QString(" (%1)").arg(QString::fromStdString(field.unit));
  return text;
}

NumberBox* makeNumber(const QString& name, QWidget* parent) {
  auto* box = new NumberBox(parent);
  box->setObjectName(name);
  box->setEnabled(false);
  return box;
}

}  // namespace

ColorByPanel::ColorByPanel(Session& session, Selection& selection, ColorBy& colorBy, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection), m_colorBy(colorBy) {
  setObjectName("colorByPanel");
  build();
  connectWidgets();
  askFields();
}

void ColorByPanel::build() {
  auto* form = new QFormLayout(this);
  m_list = new QComboBox(this);
  m_list->setObjectName("colorByField");
  m_list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_list->setMinimumContentsLength(20);
  m_list->addItem(tr("Nothing"));
  form->addRow(tr("Colour by"), m_list);
  m_scheme = new QComboBox(this);
  m_scheme->setObjectName("colorByScheme");
  for (const auto& scheme : helper::ColorMap::schemes())
    if (scheme != "Custom") m_scheme->addItem(QString::fromStdString(scheme));
  m_scheme->setCurrentText(QString::fromStdString(m_colorBy.options().scheme));
  form->addRow(tr("Colours"), m_scheme);
  m_automatic = new QCheckBox(tr("Range of the current values"), this);
  m_automatic->setObjectName("colorByAutomatic");
  m_automatic->setChecked(m_colorBy.options().automaticRange);
  form->addRow(QString(), m_automatic);
  m_min = makeNumber("colorByMin", this);
  m_max = makeNumber("colorByMax", this);
  form->addRow(tr("From"), m_min);
  form->addRow(tr("To"), m_max);
  m_where = new QComboBox(this);
  m_where->setObjectName("colorByWhere");
  // In the order of gl::FieldOptions::Where.
  m_where->addItems({tr("The mesh"), tr("The mesh beside the visual models"), tr("The visual models")});
  m_where->setToolTip(
      tr("Values per element, and what cannot be interpolated on a visual model, are shown on the mesh"));
  m_where->setCurrentIndex(static_cast<int>(m_colorBy.options().where));
  form->addRow(tr("Shown on"), m_where);
  m_problem = new QLabel(this);
  m_problem->setObjectName("colorByProblem");
  m_problem->setWordWrap(true);
  m_problem->hide();
  form->addRow(m_problem);
}

void ColorByPanel::connectWidgets() {
  connect(m_list, &QComboBox::activated, this, &ColorByPanel::chooseField);
  for (auto* box : {m_scheme, m_where}) connect(box, &QComboBox::activated, this, &ColorByPanel::changeOptions);
  connect(m_automatic, &QCheckBox::toggled, this, &ColorByPanel::changeOptions);
  for (auto* box : {m_min, m_max}) connect(box, &NumberBox::valueChanged, this, &ColorByPanel::changeOptions);
  connect(&m_colorBy, &ColorBy::rangeChanged, this, &ColorByPanel::showRange);
  connect(&m_colorBy, &ColorBy::changed, this, &ColorByPanel::sort);
  connect(&m_colorBy, &ColorBy::problem, this, [this](const QString& text) {
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
  });
  connect(&m_selection, &Selection::changed, this, &ColorByPanel::sort);
  connect(&m_session, &Session::graphChanged, this, &ColorByPanel::askFields);
  connect(&m_session, &Session::loaded, this, [this](bool good) {
    if (good)
      askFields();
    else
      fill({});
  });
}

void ColorByPanel::askFields() {
  m_session.ask(
      this, [](simulation::Node& root) { return gl::findFields(root); },
      [this](std::vector<gl::Field> fields) { fill(std::move(fields)); });
}

void ColorByPanel::fill(std::vector<gl::Field> fields) {
  m_fields = std::move(fields);
  sort();
}

void ColorByPanel::sort() {
  const std::string selected = m_selection.current().path.toStdString();
  std::stable_partition(m_fields.begin(), m_fields.end(), [&](const gl::Field& f) { return f.path == selected; });
  const QSignalBlocker blocker(m_list);
  m_list->clear();
  m_list->addItem(tr("Nothing"));
  int current = 0;
  for (const auto& field : m_fields) {
    m_list->addItem(labelOf(field));
    if (m_colorBy.field() == field) current = m_list->count() - 1;
  }
  m_list->setCurrentIndex(current);
}

void ColorByPanel::chooseField(int row) {
  const auto i = static_cast<std::size_t>(row) - 1;
  m_colorBy.setField(row > 0 && i < m_fields.size() ? std::optional(m_fields[i]) : std::nullopt);
}

void ColorByPanel::changeOptions() {
  gl::FieldOptions options;
  options.scheme = m_scheme->currentText().toStdString();
  options.automaticRange = m_automatic->isChecked();
  options.min = m_min->value();
  options.max = m_max->value();
  options.where = static_cast<gl::FieldOptions::Where>(m_where->currentIndex());
  m_min->setEnabled(!options.automaticRange);
  m_max->setEnabled(!options.automaticRange);
  m_colorBy.setOptions(options);
}

/// The numbers start from what was seen when the range is fixed.
void ColorByPanel::showRange(double min, double max) {
  if (!m_automatic->isChecked()) return;
  const QSignalBlocker blockMin(m_min), blockMax(m_max);
  m_min->setValue(min);
  m_max->setValue(max);
}

}  // namespace sofa::gui
