// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <memory>

#include "Sofa/GUI/Console/ConsoleInput.h"
#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Simulation/Run/ScriptConsole.h"

class QLabel;
class QToolButton;

namespace sofa::gui {

/// A console for commands in Python that see the scene: they run in the simulation's thread, between two steps, in the
/// interpreter of scenes and controllers. Where there is no Python the panel says how to get it.
class ConsolePanel : public QWidget {
  Q_OBJECT

 public:
  ConsolePanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~ConsolePanel() override;

  /// A panel behind others in a dock counts as visible for Qt: whoever places it says whether it is seen.
  void setSeen(bool seen);
  /// As if it were written and entered.
  void enter(const QString& text, bool whole = false);
  /// Whether a command runs, or waits for the step to end.
  bool isBusy() const { return m_busy; }
  QString output() const { return m_output->toPlainText(); }
  ConsoleInput& input() { return *m_input; }

 public Q_SLOTS:
  void clear();
  void interrupt();

 Q_SIGNALS:
  void finished();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Language;
  struct Result {
    simulation::ScriptConsole::Outcome outcome = simulation::ScriptConsole::Outcome::failed;
    bool isThere = false;
    QString problem;
  };
  void build();
  void greet();
  void write(const QString& text, const QColor& color = {});
  void finish(const QString& source, const Result& result);
  void complete(const QString& text);
  void setBusy(bool busy);
  void tellMissing(const QString& problem);

  Session& m_session;
  Selection& m_selection;
  std::shared_ptr<Language> m_language;
  bool m_busy = false, m_greeted = false, m_seen = true;
  bool m_again = false;  // Enter was pressed while it was busy
  QPlainTextEdit* m_output = nullptr;
  ConsoleInput* m_input = nullptr;
  QLabel* m_prompt = nullptr;
  QLabel* m_missing = nullptr;
  QToolButton* m_stop = nullptr;
};

}  // namespace sofa::gui
