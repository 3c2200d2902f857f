// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/StopSignals.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

#include "Sofa/Helper/Interrupt.h"

namespace sofa::simulation {
namespace {

constexpr int numbers[] = {SIGINT, SIGTERM, SIGHUP};
constexpr int shellBase = 128;  // the status by which shells tell of a signal is this and its number

std::atomic<int> first{0};
std::atomic<bool> inPeace{false};
struct sigaction before[std::size(numbers)];
StopSignals::Scripts scripts;

void stop(int number) {
  int none = 0;
  if (!first.compare_exchange_strong(none, number)) ::_exit(shellBase + number);
  if (inPeace) return;
  helper::requestInterrupt();
  if (scripts.interrupt) scripts.interrupt();
}

}  // namespace

StopSignals::StopSignals() {
  first = 0;
  inPeace = false;
  struct sigaction action {};
  action.sa_handler = stop;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < std::size(numbers); ++i) {
    ::sigaction(numbers[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) ::sigaction(numbers[i], &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  for (std::size_t i = 0; i < std::size(numbers); ++i) ::sigaction(numbers[i], &before[i], nullptr);
  helper::withdrawInterrupt();
}

int StopSignals::received() { return first; }

void StopSignals::finishInPeace() {
  inPeace = true;
  helper::withdrawInterrupt();
  if (first != 0 && scripts.goOn) scripts.goOn();
}

void StopSignals::setScripts(Scripts chosen) { scripts = chosen; }

}  // namespace sofa::simulation
