#pragma once
#include "Sofa/Helper/Profiler.h"

/// Times of code written for SOFA appear in the profiler under their names.
namespace sofa::helper {
using ScopedAdvancedTimer = ProfileScope;
}  // namespace sofa::helper

#define SOFA_TIMER_AT(line, name) const ::sofa::helper::ProfileScope sofaTimer##line(name)
#define SOFA_TIMER_IN(line, name) SOFA_TIMER_AT(line, name)
#define SCOPED_TIMER(name) SOFA_TIMER_IN(__LINE__, name)
