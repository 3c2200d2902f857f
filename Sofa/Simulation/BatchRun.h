#pragma once
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
  long steps = 1000;  ///< negative: until interrupted
  bool progressBar = true;
  bool sceneChecks = true;
  bool checkOnly = false;  ///< load, initialise and report; run nothing
  std::vector<std::pair<std::string, std::string>>
      assignments;  ///< "/path/component.data" and value, applied before init
  std::set<long> stateAt;
  std::string stateOut;
  std::string exportFolder;
  long exportEvery = 0;
  long checkpointEvery = 0;
  std::string resume;
  bool profile = false;
  std::string profileOut;
  long timerSampling = 0;              ///< report times every N steps; 0 never
  std::string timerOutput = "stdout";  ///< stdout, json or ljson
  bool timeInit = false;
};

enum class ExitStatus : int { good = 0, badInput = 1, usage = 2, diverged = 3 };

ExitStatus runBatch(const BatchOptions& options);

}  // namespace sofa::simulation
