// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <QWidget>
#include <deque>
#include <memory>

#include "Sofa/GUI/Plots/Chart.h"
#include "Sofa/GUI/Plots/ConvergenceRecorder.h"
#include "Sofa/GUI/Session/Selection.h"

class QCheckBox;
class QLabel;
class QTableWidget;

namespace sofa::gui {

/// How solvers of constraints fare: contacts, rows, iterations and error of each step, and how the error fell in the
/// step that is chosen. Reads the scene while it is visible.
class ConvergencePanel : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::size_t history = 2000;  ///< steps that are kept
  ConvergencePanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~ConvergencePanel() override;

  /// A panel behind others in a dock counts as visible for Qt: whoever places it says whether it is seen.
  void setSeen(bool seen);
  /// Shows that step; 0 follows the last.
  void selectStep(long step);
  /// Takes what was recorded by now instead of waiting.
  void flush();
  void clear();
  const std::deque<ConstraintSample>& samples() const { return m_samples; }
  /// Contacts, rows and iterations over the steps.
  Chart& steps() { return *m_steps; }
  /// Error over the iterations of a step, of each solver, with the tolerance.
  Chart& errors() { return *m_errors; }

 protected:
  void showEvent(QShowEvent*) override;
  void hideEvent(QHideEvent*) override;

 private:
  void build();
  void refresh();
  const ConstraintSample* shown() const;
  void fillTable(const ConstraintSample& sample);
  void drawErrors(const ConstraintSample& sample);
  void drawSteps();
  void updateRecording();

  Session& m_session;
  Selection& m_selection;
  std::unique_ptr<ConvergenceRecorder> m_recorder;
  std::deque<ConstraintSample> m_samples;
  long m_selectedStep = 0;
  bool m_seen = true;
  QTimer m_timer;
  Chart* m_steps = nullptr;
  Chart* m_errors = nullptr;
  QTableWidget* m_table = nullptr;
  QCheckBox* m_iterations = nullptr;
  QLabel* m_summary = nullptr;
};

}  // namespace sofa::gui
