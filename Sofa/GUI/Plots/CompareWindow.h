// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFileSystemWatcher>
#include <QMainWindow>
#include <map>

#include "Sofa/GUI/Messages/ErrorForwarder.h"
#include "Sofa/GUI/Plots/DifferenceColors.h"
#include "Sofa/GUI/Session/OwnedSession.h"
#include "Sofa/GUI/Viewport/Viewport.h"
#include "Sofa/GUI/Window/DataFolders.h"

class QLabel;

namespace sofa::gui {

class ProblemOverlay;
class SpeedBox;

struct StateDifference {
  double largest = 0;         ///< of any coordinate (m or rad); NaN counts as infinite
  std::string path;           ///< of the state it is in
  bool comparable = false;    ///< some state has the same path and size in both scenes
  std::size_t unmatched = 0;  ///< states that only one scene has, or that differ in size
};
StatePositions statePositions(const simulation::Node& root);
StateDifference compareStates(const StatePositions& a, const StatePositions& b);

/// Two scenes side by side, in step: each steps in its own thread, and no one takes its next step before the other
/// finished the last. The cameras move together. Where both scenes have the same states, the largest difference of
/// positions is told, and the second scene is coloured by it.
class CompareWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit CompareWindow(const simulation::FrontEndOptions& options, QWidget* parent = nullptr);
  ~CompareWindow() override;

  Session& session(std::size_t side) { return m_sides[side]->session; }
  Viewport& viewport(std::size_t side) { return *m_sides[side]->viewport; }
  const StateDifference& difference() const { return m_difference; }
  bool isPlaying() const { return m_playing; }
  /// What a side tells of its scene; empty if all is well.
  QString problemOf(std::size_t side) const;

 public Q_SLOTS:
  void setPlaying(bool playing);
  void step();
  void reset();

 Q_SIGNALS:
  /// Both scenes took the step, and were compared.
  void compared();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  struct Side {
    OwnedSession owned;
    Session& session{*owned};
    Selection selection;
    Viewport* viewport = nullptr;
    QLabel* title = nullptr;
    ProblemOverlay* problem = nullptr;
    std::unique_ptr<ErrorForwarder> errors;
    QStringList loadErrors;
    StatePositions positions;
    bool good = false;
  };
  void buildSide(Side& side, const std::string& scene);
  void connectSide(Side& side);
  void buildToolBar();
  void sideLoaded(Side& side, bool good);
  void askPositions();
  void positionsArrived();
  void stepInTime();
  void showDifference();
  void colorDifference();
  void linkCameras(Side& from, Side& to);
  void updateActions();
  bool isReady() const { return m_sides[0]->good && m_sides[1]->good; }

  simulation::FrontEndOptions m_options;
  const DataFolders m_dataFolders;
  std::array<std::unique_ptr<Side>, 2> m_sides;
  QFileSystemWatcher m_watcher;
  std::map<std::string, QAction*> m_actions;
  QLabel *m_text = nullptr, *m_time = nullptr;
  SpeedBox* m_speed = nullptr;
  QElapsedTimer m_clock;
  double m_nextStep = 0;  // on the clock (s)
  StateDifference m_difference;
  std::unique_ptr<DifferenceColors> m_colors;
  bool m_colored = false;  // whether the second scene is coloured now
  int m_waiting = 0;       // the number of sides that have not finished their step or their answer
  bool m_starts, m_playing = false, m_linked = true, m_linking = false;
};

}  // namespace sofa::gui
