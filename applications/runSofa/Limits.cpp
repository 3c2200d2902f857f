// SPDX-License-Identifier: Apache-2.0
#include "Limits.h"

#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <new>
#include <string>

#include "Sofa/Simulation/Run/BatchRun.h"

namespace {

/// Made beforehand: a handler of signals and one of want of memory can only write and end.
std::string s_timeIsUp, s_memoryIsUsed;

void tell(const std::string& text) {
  const auto ignored = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(ignored);
}

[[noreturn]] void endWith(const std::string& text) {
  tell(text);
  std::_Exit(static_cast<int>(sofa::simulation::ExitStatus::badInput));
}

void timeIsUp(int) { endWith(s_timeIsUp); }

}  // namespace

void limitTime(unsigned seconds) {
  if (seconds == 0) return;
  s_timeIsUp = fmt::format(
      "\n[ERROR]   [runSofa] The run took longer than {} s and ends here. --limit-time allows more.\n", seconds);
  std::signal(SIGALRM, timeIsUp);
  ::alarm(seconds);
}

void limitMemory(std::size_t mebibytes) {
  if (mebibytes == 0) return;
  s_memoryIsUsed = fmt::format(
      "[ERROR]   [runSofa] More than {} MiB of memory are asked for. --limit-memory allows more.\n", mebibytes);
  const rlim_t bytes = static_cast<rlim_t>(mebibytes) << 20;
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = std::min(limit.rlim_max, bytes);
  ::setrlimit(RLIMIT_AS, &limit);
  // Told where it happens; whether the program goes on without is for who asked for the memory.
  std::set_new_handler([] {
    static std::atomic_flag told;
    if (!told.test_and_set()) tell(s_memoryIsUsed);
    throw std::bad_alloc();
  });
}

bool forbidProcesses() {
#if defined(__x86_64__) || defined(__aarch64__)
#ifdef __x86_64__
  constexpr unsigned machine = AUDIT_ARCH_X86_64;
  constexpr unsigned x32Calls = 0x40000000;  // the same calls again, for programs with short addresses: none is needed
#else
  constexpr unsigned machine = AUDIT_ARCH_AARCH64;
#endif
  constexpr unsigned denied = SECCOMP_RET_ERRNO | EPERM, unknown = SECCOMP_RET_ERRNO | ENOSYS;
  constexpr unsigned threadFlag = 0x00010000;  // CLONE_THREAD
  // Jumps name how many instructions are passed over.
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, denied),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
#ifdef __x86_64__
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32Calls, 8, 0),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 7, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 6, 0),
#ifdef __x86_64__
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fork, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_vfork, 4, 0),
#else
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 4, 0),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 4, 0),  // its flags cannot be read here: the library takes clone
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, threadFlag, 2, 0),
      BPF_STMT(BPF_RET | BPF_K, denied),
      BPF_STMT(BPF_RET | BPF_K, unknown),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{static_cast<unsigned short>(std::size(program)), program};
  // Of all threads: a library may have started some while it was loaded.
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
#else
  return false;
#endif
}
