// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr unsigned most = 300;  ///< seconds for a test
constexpr std::array signals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM};
std::array<struct sigaction, signals.size()> before;
std::array<char, 65536> stack;  ///< of the handler: the thread's own one may be full
std::string running, order;

void say(std::string_view text) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

/// Names the test as gtest names a failed one. What handled the signal before takes over when this returns: the
/// instruction that failed, or abort(), raises the signal again.
void nameTest(int signal) {
  say("[  FAILED  ] ");
  say(running);
  say(signal == SIGALRM ? " (it did not end)\n" : " (the program crashed)\n");
  say(order);
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
  if (signal == SIGALRM) std::abort();
}

/// All tests of a program run in one process. Where it ends in the middle of a test, or a test does not end, this tells
/// which one it was, and by which seed --gtest_random_seed gives the same order again. A debugger sets NO_TEST_TIMEOUT.
class UnfinishedTest : public testing::EmptyTestEventListener {
  void OnTestIterationStart(const testing::UnitTest& program, int) override {
    order = "the order of tests is that of --gtest_random_seed=" + std::to_string(program.random_seed()) + "\n";
    const stack_t own{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
    stack_t set{};
    ::sigaltstack(nullptr, &set);
    if (set.ss_flags & SS_DISABLE) ::sigaltstack(&own, nullptr);  // else a sanitizer has one
    struct sigaction action {};
    action.sa_handler = nameTest;
    action.sa_flags = SA_ONSTACK;
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &action, &before[i]);
  }
  void OnTestStart(const testing::TestInfo& test) override {
    running = std::string(test.test_suite_name()) + "." + test.name();
    if (!std::getenv("NO_TEST_TIMEOUT")) ::alarm(most);
  }
  void OnTestEnd(const testing::TestInfo&) override { ::alarm(0); }
  void OnTestIterationEnd(const testing::UnitTest& program, int) override {
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
    if (program.Failed()) say(order);
  }
};

[[maybe_unused]] const bool isWatched =
    (testing::UnitTest::GetInstance()->listeners().Append(new UnfinishedTest), true);

}  // namespace
