// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::simulation {

/// As long as it lives, SIGINT (Ctrl-C), SIGTERM and SIGHUP ask the running step to give up (helper::checkInterrupt);
/// the second that comes ends the program at once, with status 128 + its number. Signals that the program was told to
/// ignore, as by nohup, stay ignored. One at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Number of the signal that came; 0 if none did.
  static int received();
  /// From here on nothing is asked to give up any more: what is left to do is kept whole.
  static void finishInPeace();

  /// A script language whose programs cannot ask helper::checkInterrupt().
  struct Scripts {
    void (*interrupt)() = nullptr;  ///< called by the signal handler
    void (*goOn)() = nullptr;       ///< an interrupt that no script has met yet is forgotten
  };
  static void setScripts(Scripts scripts);
};

}  // namespace sofa::simulation
