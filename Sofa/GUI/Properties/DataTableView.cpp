// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/DataTableView.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "Sofa/GUI/Properties/DataEditorFields.h"

namespace sofa::gui {
namespace {

/// Values that come while a cell is edited don't overwrite what was typed.
class CellDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override {
    const auto* line = qobject_cast<QLineEdit*>(editor);
    if (!line || !line->isModified()) QStyledItemDelegate::setEditorData(editor, index);
  }
};

}  // namespace

DataTableView::DataTableView(const EditorContext& context, const DataSnapshot& snapshot, QWidget* parent)
    : QWidget(parent), m_model(new DataTableModel(context, snapshot, this)), m_table(new QTableView(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  auto* header = m_table->verticalHeader();
  // Before the model, so that a million rows are not measured one by one.
  header->setSectionResizeMode(QHeaderView::Fixed);
  header->setDefaultSectionSize(fontMetrics().height() + 6);
  header->setMinimumWidth(fontMetrics().horizontalAdvance("0") * (QString::number(snapshot.elements).size() + 2));
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  m_table->horizontalHeader()->setMinimumSectionSize(40);
  m_table->setObjectName("table");
  m_table->setModel(m_model);
  m_table->setItemDelegate(new CellDelegate(m_table));
  m_table->setAlternatingRowColors(true);
  m_table->setWordWrap(false);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_table->installEventFilter(this);
  layout->addWidget(m_table, 1);

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(2);
  layout->addLayout(buttons);
  m_add = addButton("addRow", "+", tr("Add a row behind the current one"), &DataTableView::addRow);
  m_remove = addButton("removeRows", "−", tr("Remove the selected rows"), &DataTableView::removeRows);
  auto* copyButton =
      addButton("copyCells", tr("Copy"), tr("Copy the selected cells as comma-separated values"), &DataTableView::copy);
  m_paste = addButton("pasteCells", tr("Paste"), tr("Write comma-separated values from the current cell on"),
                      &DataTableView::paste);
  auto* go = addButton("goToRow", tr("Row…"), tr("Go to a row"), &DataTableView::goToRow);
  for (auto* button : {m_add, m_remove, copyButton, m_paste, go}) buttons->addWidget(button);
  buttons->addStretch();
  connect(m_model, &DataTableModel::problem, this, &DataTableView::problem);
  updateButtons();
}

QToolButton* DataTableView::addButton(const QString& name, const QString& text, const QString& help,
                                      void (DataTableView::*action)()) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAutoRaise(true);
  connect(button, &QToolButton::clicked, this, action);
  return button;
}

void DataTableView::setSnapshot(const DataSnapshot& snapshot) {
  m_model->setSnapshot(snapshot);
  updateButtons();
}

void DataTableView::updateButtons() {
  for (auto* button : {m_add, m_remove, m_paste}) button->setVisible(!m_model->isReadOnly());
}

void DataTableView::addRow() {
  const int current = m_table->currentIndex().isValid() ? m_table->currentIndex().row() + 1 : m_model->rowCount();
  m_model->insertRows(current, 1);
}

void DataTableView::removeRows() {
  const auto selection = m_table->selectionModel()->selection();
  if (selection.isEmpty()) return Q_EMIT problem(tr("Select the rows that are to go"));
  if (selection.size() > 1) return Q_EMIT problem(tr("Select rows that follow each other"));
  m_model->removeRows(selection.front().top(), selection.front().height());
}

void DataTableView::copy() {
  const auto selection = m_table->selectionModel()->selection();
  if (selection.size() > 1) return Q_EMIT problem(tr("Select one rectangle of cells"));
  if (m_model->rowCount() == 0) return;
  const QItemSelectionRange range =
      selection.isEmpty() ? QItemSelectionRange(m_model->index(0, 0),
                                                m_model->index(m_model->rowCount() - 1, m_model->columnCount() - 1))
                          : selection.front();
  m_model->copy(range.top(), range.height(), range.left(), range.width(), [](const QString& text) {
    auto* content = new QMimeData;
    content->setText(text);
    content->setData("text/csv", text.toUtf8());
    QApplication::clipboard()->setMimeData(content);
  });
}

void DataTableView::paste() {
  const auto current = m_table->currentIndex();
  m_model->paste(current.isValid() ? current.row() : 0, current.isValid() ? current.column() : 0,
                 QApplication::clipboard()->text());
}

void DataTableView::goToRow() {
  if (m_model->rowCount() == 0) return;
  auto* dialog = new QInputDialog(this);
  dialog->setObjectName("goToRowDialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setInputMode(QInputDialog::IntInput);
  dialog->setLabelText(tr("Row (0 to %L1)").arg(m_model->rowCount() - 1));
  dialog->setIntRange(0, m_model->rowCount() - 1);
  connect(dialog, &QInputDialog::intValueSelected, this, [this](int row) {
    m_table->setCurrentIndex(m_model->index(row, 0));
    m_table->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
  });
  dialog->open();
}

bool DataTableView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_table || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->matches(QKeySequence::Copy)) return copy(), true;
  if (key->matches(QKeySequence::Paste)) return paste(), true;
  const auto selection = m_table->selectionModel()->selection();
  const bool rows = !selection.isEmpty() && selection.front().width() == m_model->columnCount();
  if (key->key() == Qt::Key_Delete && rows && !m_model->isReadOnly()) return removeRows(), true;
  return QWidget::eventFilter(watched, event);
}

}  // namespace sofa::gui
