// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <QWidget>
#include <memory>

#include "Sofa/GUI/Plots/Chart.h"
#include "Sofa/GUI/Plots/PlotRecorder.h"

class QComboBox;
class QLabel;
class QMenu;
class QTabWidget;

namespace sofa::gui {

/// Numbers of a scene over time, and the convergence of its solvers in the last step.
///
/// Every step gives one sample, however busy the interface is. A reset or a reload starts the curves anew and keeps the
/// last run behind them, dashed; going back to an earlier step cuts off what came after it. The newest 1 000 000
/// samples of a curve are kept.
class PlotPanel : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::size_t capacity = 1000000;  ///< samples per curve
  PlotPanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~PlotPanel() override;

  /// Plots a Data. `reduction` is a text form of PlotReduction; empty: as it is if it is one number, else the dialog
  /// asks. What is wrong with the name or the reduction is told by a message.
  void addData(const ObjectHandle& object, const QString& dataName, const QString& reduction = {});
  void add(PlotQuantity quantity);
  /// Kinetic, potential and total energy of a node and what is below.
  void addEnergies(const QString& nodePath = "/");
  void remove(const QString& name);
  void removeAll();
  /// Opens the dialog on what the scene offers, narrowed to `words`.
  void chooseQuantities(const QString& words = {});

  /// Takes what was recorded by now instead of waiting.
  void flush();
  Chart& chart() { return *m_chart; }
  Chart& convergenceChart() { return *m_convergence; }
  QStringList names() const;
  bool exportCsv(const QString& file, QString& reason) const;
  bool exportPng(const QString& file, QString& reason) const;

 private:
  struct Series {
    int id = 0;
    int color = 0;
    PlotQuantity quantity;
    std::vector<double> steps, times, values;
    std::vector<double> oldSteps, oldTimes, oldValues;  // of the run before
  };
  void build();
  QWidget* buildBar();
  void addFirstSample(int id, const PlotQuantity& quantity);
  void startRun(unsigned run);
  void addSample(const PlotSample& sample, bool& rebuild);
  void rebuildCurves();
  void updateNote();
  void askUncounted(const PlotQuantity& quantity);
  void updateGraphs();
  void updateConvergence();
  void watchVisibleGraph();
  void fillRemoveMenu(QMenu& menu);
  void exportWith(bool (PlotPanel::*write)(const QString&, QString&) const, const QString& filter);
  Chart& shownChart() const;

  Session& m_session;
  Selection& m_selection;
  std::unique_ptr<PlotRecorder> m_recorder;
  std::vector<Series> m_series;
  unsigned m_run = 0;
  int m_nextColor = 0;
  bool m_overSteps = false, m_references = true;
  std::uint64_t m_dropped = 0;
  QStringList m_uncounted;  ///< force fields without a potential energy
  QTimer m_timer;

  QTabWidget* m_tabs = nullptr;
  Chart* m_chart = nullptr;
  Chart* m_convergence = nullptr;
  QComboBox* m_graphs = nullptr;
  QLabel* m_note = nullptr;
};

}  // namespace sofa::gui
