// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <QWidget>
#include <memory>

#include "Sofa/GUI/Messages/MessageModel.h"
#include "Sofa/GUI/Session/Selection.h"

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace sofa::gui {

/// Every message of the program, newest last, each with its component and its place in a file: filtered by severity,
/// component and text; a click selects the component, a double click also opens the file at the line or, where there is
/// no editor for it, copies the place.
///
/// Messages come in batches, ten times a second, so that a scene that sends 100 000 a second does not hold up the
/// interface; the newest 100 000 are kept, and a note tells how many were dropped.
class MessagePanel : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::size_t capacity = 100000;
  MessagePanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~MessagePanel() override;

  MessageModel& model() { return m_model; }
  /// Takes what has been sent by now instead of waiting for the next batch.
  void flush();
  /// Shows messages that hold `text`, of components whose path or class holds `component`.
  void setTextFilter(const QString& text);
  void setComponentFilter(const QString& component);
  void setSeverityShown(helper::Severity severity, bool shown);
  /// Whether only messages of the selected object, and of what is below it, are shown.
  void setSelectedOnly(bool only);
  void setClearOnLoad(bool clear) { m_clearOnLoad = clear; }

  /// The selected rows as lines of text; all that are shown if none is selected.
  QString shownText() const;
  /// Writes all that is shown. False with a reason if the file cannot be written; nothing is left of it then.
  bool save(const QString& file, QString& reason) const;

 public Q_SLOTS:
  void clear();

 Q_SIGNALS:
  /// After loading, if the scene had something to complain about: how many errors and warnings, and the first lines.
  void loadProblems(int errors, int warnings, const QStringList& firstLines);
  /// Any later error: for a mark in the status bar.
  void errorArrived(const QString& line);
  /// A place was double clicked; the panel itself asks an editor to open it.
  void openRequested(const QString& file, int line);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  QWidget* buildFilters();
  void connectSession();
  void tellLoadProblems();
  void updateFilter();
  void updateCounts();
  void selectComponent(const QModelIndex& index);
  void openPlace(const QModelIndex& index);
  void copyShown() const;
  void saveAs();

  Session& m_session;
  Selection& m_selection;
  MessageModel m_model;
  std::unique_ptr<MessageQueue> m_queue;
  QTimer m_timer;
  bool m_clearOnLoad = true, m_loading = false;

  QTreeView* m_view = nullptr;
  QLineEdit* m_text = nullptr;
  QLineEdit* m_component = nullptr;
  QToolButton* m_selectedOnly = nullptr;
  QLabel* m_note = nullptr;
  struct SeverityButton {
    QToolButton* button;
    std::vector<helper::Severity> severities;
  };
  std::vector<SeverityButton> m_buttons;
};

}  // namespace sofa::gui
