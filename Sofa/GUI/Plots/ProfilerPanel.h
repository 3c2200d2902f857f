// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <QWidget>
#include <deque>
#include <memory>

#include "Sofa/GUI/Plots/Chart.h"
#include "Sofa/GUI/Plots/ProfilerModel.h"
#include "Sofa/GUI/Session/Selection.h"

class QLabel;
class QSpinBox;
class QTabWidget;
class QTableWidget;
class QToolButton;
class QTreeView;

namespace sofa::gui {

/// Where the computing time goes: a tree of operations and components, mean of the last steps or of those up to one
/// chosen in the chart; totals per component; and the history of any of them. Measures while it is visible and running.
class ProfilerPanel : public QWidget {
  Q_OBJECT

 public:
  static constexpr int shortestHistory = 10, longestHistory = 5000;
  ProfilerPanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~ProfilerPanel() override;

  /// A panel behind others in a dock counts as visible for Qt: whoever places it says whether it is seen.
  void setSeen(bool seen);
  /// Steps that are kept.
  void setHistory(int steps);
  /// Steps that the tree is the mean of.
  void setAveraged(int steps);
  /// Shows that step and those before it; 0 follows the last.
  void selectStep(long step);
  long selectedStep() const { return m_selectedStep; }
  bool isMeasuring() const { return m_recorder->isEnabled(); }

  /// Takes what was measured by now instead of waiting.
  void flush();
  const std::deque<ProfileSample>& history() const { return m_history; }
  const ProfilerModel& model() const { return m_model; }
  Chart& chart() { return *m_chart; }

 public Q_SLOTS:
  void clear();

 protected:
  void showEvent(QShowEvent*) override;
  void hideEvent(QHideEvent*) override;

 private:
  void build();
  QWidget* buildBar();
  void updateMeasuring();
  void trimHistory();
  std::vector<const ProfileSample*> chosenSamples() const;
  void updateTables();
  void updateComponents(const std::vector<const ProfileSample*>& samples);
  void rebuildCurves();
  void exportCsv();

  Session& m_session;
  Selection& m_selection;
  std::unique_ptr<ProfilerRecorder> m_recorder;
  std::deque<ProfileSample> m_history;
  std::vector<std::string> m_names;
  ProfilerModel m_model;
  std::vector<std::vector<std::uint32_t>> m_plotted;  // paths of the chart's curves behind the first
  long m_selectedStep = 0;
  bool m_expanded = false, m_seen = true;
  QTimer m_timer;

  Chart* m_chart = nullptr;
  QTreeView* m_tree = nullptr;
  QTableWidget* m_components = nullptr;
  QToolButton* m_measure = nullptr;
  QSpinBox* m_historySteps = nullptr;
  QSpinBox* m_averaged = nullptr;
  QLabel* m_summary = nullptr;
  QToolButton* m_follow = nullptr;
};

}  // namespace sofa::gui
