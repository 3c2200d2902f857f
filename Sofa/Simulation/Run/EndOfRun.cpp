// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/EndOfRun.h"

#include <atomic>

namespace sofa::simulation {
namespace {
std::atomic<bool> goesOn{false};
}

void keepGoing(bool on) { goesOn = on; }
bool keepsGoing() { return goesOn; }

}  // namespace sofa::simulation
