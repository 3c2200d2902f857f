// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

/// Limits of what the program uses from here on. What meets one is told and ends the program with exit status 1, or
/// fails for want of memory as it would on a smaller machine.

/// 0: no limit.
void limitMemory(std::size_t mebibytes);
/// Of time that passes, whatever it is spent on. 0: no limit.
void limitTime(unsigned seconds);
/// No program is started any more, and no other process; threads are. False if the system has no way to forbid it.
bool forbidProcesses();
