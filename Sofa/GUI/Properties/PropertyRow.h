// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <QWidget>

#include "Sofa/GUI/Properties/DataEditor.h"

class QFrame;
class QGridLayout;
class QLabel;
class QMenu;

namespace sofa::gui {

/// One Data in the property sheet: its name, bold if it differs from the default and with a dot if it changed since the
/// scene was loaded; its editor and unit; the Data it follows; and for a while what was wrong with the last input, with
/// a red frame around the editor.
class PropertyRow : public QWidget {
  Q_OBJECT

 public:
  PropertyRow(const DataSnapshot& snapshot, const EditorContext& context, QWidget* parent = nullptr);

  void setSnapshot(const DataSnapshot& snapshot);
  const DataSnapshot& snapshot() const { return m_snapshot; }
  DataEditor* editor() const { return m_editor; }
  /// Gives up what was typed and says why.
  void refuse(const QString& why);
  /// Whether the editor has the frame of a refused value.
  bool isRefused() const;
  QString problemText() const;
  void setNameWidth(int width);
  int nameWidthHint() const;
  /// Whether name, help or value hold `text`.
  bool matches(const QString& text) const;
  /// What can be done with the Data; the caller shows it.
  QMenu* makeMenu();

 Q_SIGNALS:
  void plotRequested(const QString& data);
  void colorByRequested(const QString& data);
  void followRequested(const sofa::gui::ObjectHandle& object);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void display();
  void layOut();
  void unlink();
  void endProblem();
  QString toolTipText() const;
  void showToolTip(const QPoint& where);

  DataSnapshot m_snapshot;
  EditorContext m_context;
  QGridLayout* m_grid;
  QLabel* m_name;
  DataEditor* m_editor;
  QLabel* m_unit;
  QLabel* m_link;
  QLabel* m_problem;
  QFrame* m_refused;
  QTimer m_problemEnd;
};

}  // namespace sofa::gui
