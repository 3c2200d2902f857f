// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "Sofa/Simulation/Run/FrontEnd.h"
#include "Trust.h"

/// What the command line asks for.
struct Options {
  sofa::simulation::BatchOptions batch;
  sofa::simulation::FrontEndOptions frontEnd;
  std::string gui;  ///< empty until it is chosen
  bool recent = false;
  std::string colors = "auto";
  std::string formatting = "auto";
  int threads = 1;
  std::vector<std::string> dataFolders;
  std::string compatibility;  ///< of scenes that do not say; empty: SOFA
  std::vector<std::string> plugins;
  bool autoload = true;
  bool allowPluginPaths = false;
  Trust trust;
  bool allMessages = false;
  bool componentTable = false;
  bool printFactory = false;
  bool listComponents = false;
  std::string listPattern;
  std::string componentCatalogue;
  std::string describe;
  std::string upgrade;
  bool doctor = false;
};

/// Fills `options`; an exit status if the program is to end here (help, or a malformed option).
std::optional<int> parseOptions(int argc, char** argv, Options& options);

/// Applies the options and runs the front end they choose; the exit status of the program.
int runWith(const Options& options);
