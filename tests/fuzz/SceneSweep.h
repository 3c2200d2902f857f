// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Node.h"

/// What programs share that do something to many scenes, each in a process of its own.
namespace sofa::tests {

namespace fs = std::filesystem;

/// What a process tells of one run.
struct Told {
  std::string problem;
  std::vector<double> states;  // of the last steps
  bool finite = true;
};

inline std::vector<double> statesOf(simulation::Node& root) {
  std::vector<double> all;
  for (auto* node : root.order())
    for (const auto* state : node->allLocal<core::BaseState>()) {
      if (!state->isMechanical()) continue;
      for (const auto values : {state->hostRead(core::vec::position), state->hostRead(core::vec::velocity)})
        all.insert(all.end(), values.begin(), values.end());
    }
  return all;
}

inline void writeAll(int file, const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const auto done = ::write(file, bytes, size);
    if (done <= 0) return;
    bytes += done;
    size -= static_cast<std::size_t>(done);
  }
}

inline std::string readAll(int file) {
  std::string all;
  char buffer[65536];
  for (ssize_t got; (got = ::read(file, buffer, sizeof buffer)) > 0;) all.append(buffer, static_cast<std::size_t>(got));
  return all;
}

inline void send(int file, const Told& told) {
  const std::size_t sizes[2] = {told.problem.size(), told.states.size()};
  writeAll(file, sizes, sizeof sizes);
  writeAll(file, &told.finite, sizeof told.finite);
  writeAll(file, told.problem.data(), told.problem.size());
  writeAll(file, told.states.data(), told.states.size() * sizeof(double));
}

inline std::optional<Told> receive(const std::string& bytes) {
  Told told;
  std::size_t sizes[2];
  constexpr std::size_t head = sizeof sizes + sizeof told.finite;
  if (bytes.size() < head) return std::nullopt;
  std::memcpy(sizes, bytes.data(), sizeof sizes);
  std::memcpy(&told.finite, bytes.data() + sizeof sizes, sizeof told.finite);
  if (bytes.size() != head + sizes[0] + sizes[1] * sizeof(double)) return std::nullopt;
  told.problem = bytes.substr(head, sizes[0]);
  told.states.resize(sizes[1]);
  std::memcpy(told.states.data(), bytes.data() + head + sizes[0], sizes[1] * sizeof(double));
  return told;
}

inline Told guarded(const std::function<Told()>& job) {
  try {
    return job();
  } catch (const std::exception& problem) {
    return {std::string("an exception escapes: ") + problem.what(), {}, true};
  }
}

/// Does the job in a copy of this process; how that ended if it did not tell.
inline Told apart(const std::function<Told()>& job, unsigned seconds) {
  int ends[2];
  if (::pipe(ends) != 0) return {"no pipe", {}, true};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    ::alarm(seconds);
    send(ends[1], guarded(job));
    ::_exit(0);
  }
  ::close(ends[1]);
  auto told = receive(readAll(ends[0]));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return {fmt::format("no end after {} s", seconds), {}, true};
  if (WIFSIGNALED(status)) return {fmt::format("crashes: {}", ::strsignal(WTERMSIG(status))), {}, true};
  if (!told) return {fmt::format("ends with status {} and says nothing", WEXITSTATUS(status)), {}, true};
  return std::move(*told);
}

/// What is different in two results; empty if they are the same to the last bit.
inline std::string difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return fmt::format("{} values, not {}", a.size(), b.size());
  double most = 0;
  bool differ = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    differ = true;
    most = std::max(most, std::abs(a[i] - b[i]));
  }
  return differ ? fmt::format("it differs by {:.3g}", most) : std::string();
}

inline void leaveNoCore() {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

}  // namespace sofa::tests
