// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/System.h"

#include <execinfo.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace sofa::helper {

void BackTrace::dump() {
  constexpr int most = 128;
  void* functions[most];
  backtrace_symbols_fd(functions, backtrace(functions, most), STDERR_FILENO);
}

void BackTrace::autodump() {
  const auto onSignal = [](int signal) {
    dump();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  };
  for (const int signal : {SIGSEGV, SIGILL, SIGFPE, SIGABRT, SIGBUS}) std::signal(signal, onSignal);
}

namespace system::thread {

ctime_t CTime::getTime() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void CTime::sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

}  // namespace system::thread

}  // namespace sofa::helper
