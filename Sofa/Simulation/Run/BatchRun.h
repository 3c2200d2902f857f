// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// A run without display: what `runSofa -g batch` does. Exit statuses of the program come from here.
struct BatchOptions {
  std::string scene;
  /// A scene that a program made, in place of that of the file; it is shown as it is, and stays when the run ends.
  std::shared_ptr<Node> root;
  long steps = 1000;  ///< negative: until interrupted
  bool progressBar = true;
  bool sceneChecks = true;
  bool strict = false;     ///< warnings count as errors in the exit status
  bool checkOnly = false;  ///< load, initialise and report; run nothing
  std::vector<std::pair<std::string, std::string>>
      assignments;  ///< "/path/component.data" and value, applied before init
  std::set<long> stateAt;
  std::string stateOut;
  std::string timesOut;
  std::string exportFolder;
  long exportEvery = 1;
  long checkpointEvery = 0;
  std::string resume;
  bool profile = false;
  std::string profileOut;
  long timerSampling = 0;              ///< report times every N steps; 0 never
  std::string timerOutput = "stdout";  ///< stdout, json or ljson
  bool timeInit = false;
};

/// Where a signal stopped the run: 128 + its number, as shells tell of it (130 for Ctrl-C, 143 for SIGTERM).
enum class ExitStatus : int { good = 0, badInput = 1, usage = 2, diverged = 3, signalled = 128 };

/// Looks on at a run, for front ends that do more with it: pictures, for example.
class BatchObserver {
 public:
  virtual ~BatchObserver() = default;
  /// The scene is loaded, at that step. False, after an error message, ends the run with bad input.
  virtual bool start(Node& root, long step) = 0;
  /// A step is done. False, after an error message, ends the run with bad input.
  virtual bool afterStep(Node& root, long step) = 0;
  /// No more steps follow, because all are done, the user stopped them or the simulation diverged. False as above.
  virtual bool finish(Node& root, long step) = 0;
};

ExitStatus runBatch(const BatchOptions& options, BatchObserver* observer = nullptr);

}  // namespace sofa::simulation
