// SPDX-License-Identifier: Apache-2.0
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include "Sofa/GUI/Properties/DataEditor.h"
#include "Sofa/GUI/Properties/DataEditorFields.h"
#include "Sofa/GUI/Properties/DataTableView.h"

namespace sofa::gui {
namespace {

/// A list: its text where it is short, else its size and beginning; a table unfolds below.
class ListEditor : public DataEditor {
 public:
  ListEditor(EditorContext context, QWidget* parent)
      : DataEditor(parent),
        m_context(std::move(context)),
        m_line(new TextField(this)),
        m_size(new QLabel(this)),
        m_unfold(new QToolButton(this)) {
    m_all = new QVBoxLayout(this);
    m_all->setContentsMargins(0, 0, 0, 0);
    m_all->setSpacing(3);
    auto* top = new QHBoxLayout;
    top->setSpacing(4);
    m_all->addLayout(top);
    top->addWidget(m_size);
    top->addWidget(m_line, 1);
    top->addWidget(m_unfold);
    m_line->setMinimumWidth(40);
    m_size->setForegroundRole(QPalette::PlaceholderText);
    m_unfold->setObjectName("unfoldTable");
    m_unfold->setCheckable(true);
    m_unfold->setArrowType(Qt::RightArrow);
    m_unfold->setAutoRaise(true);
    m_unfold->setToolTip(tr("Show the values as a table"));
    setFocusProxy(m_line);
    connect(m_line, &TextField::edited, this, &DataEditor::edited);
    connect(m_unfold, &QToolButton::toggled, this, &ListEditor::unfold);
  }
  void restore() override { m_line->restore(); }
  bool isWide() const override { return m_table != nullptr; }

 protected:
  void display() override {
    const bool partial = !m_snapshot.complete;
    m_line->setReadOnly(isReadOnly() || partial);
    m_line->setValue(m_snapshot.text);
    m_line->setPlaceholderText(tr("empty"));
    m_size->setText(QLocale().toString(static_cast<qulonglong>(m_snapshot.elements)) + " ×");
    m_size->setVisible(m_snapshot.elements > 1);
    if (m_table) m_table->setSnapshot(m_snapshot);
  }

 private:
  void unfold(bool open) {
    m_unfold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    if (!open) {
      delete m_table;
      m_table = nullptr;
      Q_EMIT widthChanged();
      return;
    }
    m_table = new DataTableView(m_context, m_snapshot, this);
    const int line = fontMetrics().height() + 6;
    const auto rows = static_cast<int>(std::clamp<std::size_t>(m_snapshot.elements, 3, 9));
    m_table->setFixedHeight((rows + 2) * line + 36);
    m_all->addWidget(m_table);
    connect(m_table, &DataTableView::problem, this, &DataEditor::problem);
    Q_EMIT widthChanged();
  }

  EditorContext m_context;
  QVBoxLayout* m_all;
  TextField* m_line;
  QLabel* m_size;
  QToolButton* m_unfold;
  DataTableView* m_table = nullptr;
};

}  // namespace

DataEditor* makeListEditor(const EditorContext& context, QWidget* parent) { return new ListEditor(context, parent); }

}  // namespace sofa::gui
