// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

#include "Sofa/GUI/Properties/DataTableModel.h"

class QLabel;
class QTableView;
class QToolButton;

namespace sofa::gui {

/// A list of numbers as a table: cells are edited in place, rows added and removed, ranges copied and pasted as
/// comma-separated values.
class DataTableView : public QWidget {
  Q_OBJECT

 public:
  DataTableView(const EditorContext& context, const DataSnapshot& snapshot, QWidget* parent = nullptr);
  void setSnapshot(const DataSnapshot& snapshot);
  DataTableModel* model() const { return m_model; }
  QTableView* table() const { return m_table; }

 Q_SIGNALS:
  void problem(const QString& why);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QToolButton* addButton(const QString& name, const QString& text, const QString& help,
                         void (DataTableView::*action)());
  void addRow();
  void removeRows();
  void copy();
  void paste();
  void goToRow();
  void updateButtons();

  DataTableModel* m_model;
  QTableView* m_table;
  QToolButton *m_add, *m_remove, *m_paste;
};

}  // namespace sofa::gui
