// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Helper/Profiler.h"

/// Times of code written for SOFA appear in the profiler under their names.
namespace sofa::helper {
using ScopedAdvancedTimer = ProfileScope;

/// The same by pairs of calls, which have to be made on the same thread while the profiler runs.
class AdvancedTimer {
 public:
  static void stepBegin(std::string_view name) {
    if (Profiler::isEnabled()) Profiler::instance().enter(name);
  }
  static void stepEnd(std::string_view /*name*/ = {}) {
    if (Profiler::isEnabled()) Profiler::instance().leave();
  }
  static void stepNext(std::string_view before, std::string_view next) {
    stepEnd(before);
    stepBegin(next);
  }
  static void begin(std::string_view name) { stepBegin(name); }
  static void end(std::string_view name) { stepEnd(name); }
};
}  // namespace sofa::helper

#define SOFA_TIMER_AT(line, name) const ::sofa::helper::ProfileScope sofaTimer##line(name)
#define SOFA_TIMER_IN(line, name) SOFA_TIMER_AT(line, name)
#define SCOPED_TIMER(name) SOFA_TIMER_IN(__LINE__, name)
#define SCOPED_TIMER_VARNAME(variable, name) const ::sofa::helper::ProfileScope variable(name)
