// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include "Sofa/Helper/Printable.h"

namespace sofa::helper {

/// Writes text to a standard stream, as it is: for what holds nothing of a scene that is not printable(). What cannot
/// be written, because the disk is full or nobody reads the pipe any more, is lost without an exception: a run goes on
/// for its files.
inline void printText(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

/// To the standard output, printable().
template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  printText(stdout, printable(fmt::format(format, std::forward<Args>(args)...)));
}

/// Brings what was printed so far to its reader; false if any of it was lost.
inline bool flushOutput() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace sofa::helper
