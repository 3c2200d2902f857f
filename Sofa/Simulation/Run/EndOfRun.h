// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Helper/Interrupt.h"

namespace sofa::simulation {

/// Whether a run goes on after an exception in a controller written in Python, as SOFA's does. Without it, an
/// exception ends the run.
void keepGoing(bool on);
bool keepsGoing();

/// Thrown within a step by a script that asks for the end, by sys.exit() or a KeyboardInterrupt, or whose exception
/// ends it. The step gives up as it does after a signal; a batch run keeps what was computed and ends with this status.
class EndOfRun : public helper::Interrupted {
 public:
  explicit EndOfRun(int status) : m_status(status) {}
  int status() const { return m_status; }
  const char* what() const noexcept override { return "a script ended the run"; }

 private:
  int m_status;
};

}  // namespace sofa::simulation
