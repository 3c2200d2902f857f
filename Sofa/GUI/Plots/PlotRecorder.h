// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <mutex>

#include "Sofa/GUI/Plots/PlotQuantity.h"
#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

/// One value of one quantity.
struct PlotSample {
  int id = 0;        ///< of the quantity
  unsigned run = 0;  ///< counts loads and resets
  long step = 0;
  double time = 0;  ///< simulated (s)
  double value = 0;
};

/// The lists of a graph Data after a step.
struct PlotGraphSample {
  long step = 0;
  PlotGraph graph;
};

/// Reads quantities after every step, in the simulation's thread, and keeps the samples until the interface comes for
/// them: however long that takes, none is lost.
class PlotRecorder : public StepObserver {
 public:
  /// `notify` is called in the simulation's thread when the first sample since take() came.
  PlotRecorder(Session& session, std::function<void()> notify);
  ~PlotRecorder() override;

  /// Reads a quantity from the next step on; the number its samples carry.
  int add(PlotQuantity quantity);
  void remove(int id);
  /// The Data ("/path/component.graph") whose lists are taken whole; empty: none.
  void watchGraph(std::string path);

  std::vector<PlotSample> take();
  PlotGraphSample graph() const;
  /// The number of the present run.
  unsigned run() const;

  void afterStep(simulation::Node& root, const StepInfo& info) override;
  void started(simulation::Node& root) override;
  void ended() override;

 private:
  struct Entry {
    int id;
    PlotProbe probe;
    bool bound = false;
  };
  void sampleAll(simulation::Node& root, const StepInfo& info);
  void takeGraph(simulation::Node& root, long step);
  void push(std::vector<PlotSample> samples);

  Session& m_session;
  std::function<void()> m_notify;

  std::mutex m_entryMutex;  // held while quantities are read
  std::vector<Entry> m_entries;
  std::string m_graphPath;
  int m_nextId = 1;

  mutable std::mutex m_sampleMutex;
  std::vector<PlotSample> m_samples;
  PlotGraphSample m_graph;
  unsigned m_run = 0;
};

}  // namespace sofa::gui
