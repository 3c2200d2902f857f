// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr unsigned most = 300;  ///< seconds for a test, of builds with sanitizers too
constexpr std::array signals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM};
std::array<struct sigaction, signals.size()> before;
std::string running;

void say(std::string_view text) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

/// Names the test in the way gtest names a failed one, and leaves the rest to who handled the signal before: the
/// instruction that failed, or abort(), meets them next.
void nameTest(int signal) {
  say("[  FAILED  ] ");
  say(running);
  say(signal == SIGALRM ? " (it did not end)\n" : " (the program crashed)\n");
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
  if (signal == SIGALRM) std::abort();
}

/// All tests run in one process. Where it ends in the middle of one, or one does not end, its name is what a reader
/// needs.
class UnfinishedTest : public testing::EmptyTestEventListener {
  void OnTestProgramStart(const testing::UnitTest&) override {
    struct sigaction action {};
    action.sa_handler = nameTest;
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &action, &before[i]);
  }
  void OnTestStart(const testing::TestInfo& test) override {
    running = std::string(test.test_suite_name()) + "." + test.name();
    ::alarm(most);
  }
  void OnTestEnd(const testing::TestInfo&) override { ::alarm(0); }
  void OnTestProgramEnd(const testing::UnitTest&) override {
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
  }
};

[[maybe_unused]] const bool isAdded = (testing::UnitTest::GetInstance()->listeners().Append(new UnfinishedTest), true);

}  // namespace
