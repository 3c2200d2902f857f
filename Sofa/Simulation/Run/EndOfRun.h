#pragma once
#include "Sofa/Helper/Interrupt.h"

namespace sofa::simulation {

/// Thrown within a step by a script that asks for the end: sys.exit(), or a KeyboardInterrupt. The step gives up as it
/// does after a signal; a batch run keeps what was computed and ends with this status.
class EndOfRun : public helper::Interrupted {
 public:
  explicit EndOfRun(int status) : m_status(status) {}
  int status() const { return m_status; }
  const char* what() const noexcept override { return "a script ended the run"; }

 private:
  int m_status;
};

}  // namespace sofa::simulation
