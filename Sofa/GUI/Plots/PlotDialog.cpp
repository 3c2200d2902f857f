// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/PlotDialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>

namespace sofa::gui {
namespace {

/// All words, in any order, anywhere.
QRegularExpression allWords(const QString& text) {
  QString pattern = "^";
  for (const QString& word : text.split(' ', Qt::SkipEmptyParts))
    pattern += "(?=.*" + QRegularExpression::escape(word) + ")";
  return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

const QStringList componentNames = {"x", "y", "z"};

}  // namespace

PlotDialog::PlotDialog(std::vector<PlotCandidate> candidates, QWidget* parent)
    : QDialog(parent), m_candidates(std::move(candidates)) {
  setObjectName("PlotDialog");
  setWindowTitle("Plot");
  QStringList names;
  for (const auto& candidate : m_candidates) names.push_back(candidate.quantity.name());
  m_names.setStringList(names);
  m_matching.setSourceModel(&m_names);
  build();
  updateReduction();
}

void PlotDialog::build() {
  m_search = new QLineEdit;
  m_search->setObjectName("plotSearch");
  m_search->setPlaceholderText("Words of a path, Data or quantity");
  m_search->setClearButtonEnabled(true);
  connect(m_search, &QLineEdit::textChanged, this, &PlotDialog::search);
  m_list = new QListView;
  m_list->setObjectName("plotList");
  m_list->setModel(&m_matching);
  m_list->setUniformItemSizes(true);
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PlotDialog::updateReduction);
  connect(m_list, &QListView::doubleClicked, this, &PlotDialog::accept);

  m_what = new QComboBox;
  m_what->setObjectName("plotWhat");
  m_element = new QSpinBox;
  m_element->setObjectName("plotElement");
  m_element->setPrefix("element ");
  m_component = new QComboBox;
  m_component->setObjectName("plotComponent");
  m_shape = new QLabel;
  connect(m_what, &QComboBox::currentIndexChanged, this,
          [this] { m_element->setEnabled(m_what->currentData().toString() == "element"); });
  auto* how = new QHBoxLayout;
  how->addWidget(m_what);
  how->addWidget(m_element);
  how->addWidget(m_component);
  how->addWidget(m_shape, 1);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_add = buttons->addButton("Add", QDialogButtonBox::AcceptRole);
  m_add->setObjectName("plotAdd");
  connect(buttons, &QDialogButtonBox::accepted, this, &PlotDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_search);
  layout->addWidget(m_list, 1);
  layout->addLayout(how);
  layout->addWidget(buttons);
  resize(560, 480);
}

void PlotDialog::search(const QString& words) {
  if (m_search->text() != words) m_search->setText(words);
  m_matching.setFilterRegularExpression(allWords(words));
  if (m_matching.rowCount() > 0 && m_list->selectionModel()->selectedRows().isEmpty())
    m_list->setCurrentIndex(m_matching.index(0, 0));
  updateReduction();
}

std::vector<std::size_t> PlotDialog::selectedRows() const {
  std::vector<std::size_t> rows;
  for (const auto& index : m_list->selectionModel()->selectedRows())
    rows.push_back(static_cast<std::size_t>(m_matching.mapToSource(index).row()));
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Offers what fits the shape of the first Data that is selected.
void PlotDialog::updateReduction() {
  const auto rows = selectedRows();
  m_add->setEnabled(!rows.empty());
  const PlotCandidate* shaped = nullptr;
  for (const std::size_t row : rows) {
    const auto& c = m_candidates[row];
    if (!shaped && c.quantity.kind == PlotQuantity::Kind::data && c.quantity.curve.empty()) shaped = &c;
  }
  m_what->clear();
  m_component->clear();
  m_what->setEnabled(shaped != nullptr && (shaped->elements != 1 || shaped->elementSize > 1));
  m_component->setEnabled(shaped != nullptr && shaped->elementSize > 1);
  m_element->setEnabled(false);
  m_shape->clear();
  if (!shaped) return;
  if (shaped->elements == 1) m_what->addItem("value", "");
  if (shaped->elements != 1 || shaped->elementSize > 1) {
    for (const char* name : {"max", "min", "mean", "norm"})
      if (shaped->elements != 1) m_what->addItem(name, name);
    if (shaped->elements != 1) m_what->addItem("one element", "element");
  }
  m_element->setRange(0, static_cast<int>(std::clamp<std::size_t>(shaped->elements, 1, 1 << 30)) - 1);
  m_component->addItem(shaped->elementSize > 1 ? "length" : "", "");
  for (int k = 0; k < shaped->elementSize && shaped->elementSize > 1; ++k)
    m_component->addItem(k < 3 ? componentNames[k] : QString::number(k), QString(".%1").arg(k));
  m_shape->setText(shaped->elementSize > 1
                       ? QString("%1 x %2 numbers").arg(shaped->elements).arg(shaped->elementSize)
                       : QString("%1 number%2").arg(shaped->elements).arg(shaped->elements == 1 ? "" : "s"));
}

std::vector<PlotQuantity> PlotDialog::chosen() const {
  std::vector<PlotQuantity> quantities;
  QString what = m_what->currentData().toString();
  if (what == "element") what = QString("[%1]").arg(m_element->value());
  const auto reduction = PlotReduction::fromText(what + m_component->currentData().toString());
  for (const std::size_t row : selectedRows()) {
    PlotQuantity quantity = m_candidates[row].quantity;
    const auto& c = m_candidates[row];
    const bool single = c.elements == 1 && c.elementSize == 1;
    if (quantity.kind == PlotQuantity::Kind::data && quantity.curve.empty() && reduction && !single)
      quantity.reduction = *reduction;
    quantities.push_back(std::move(quantity));
  }
  return quantities;
}

void PlotDialog::accept() {
  const auto quantities = chosen();
  if (quantities.empty()) return;
  Q_EMIT quantitiesChosen(quantities);
  QDialog::accept();
}

}  // namespace sofa::gui
