// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::core {

/// While it lives, components that this thread takes out of their nodes still know these as their contexts: in the
/// middle of a step others are at work with them. Whoever makes it has them let go afterwards, by a node that they pass
/// through.
class ContextStays {
 public:
  ContextStays() { ++depth; }
  ~ContextStays() { --depth; }
  ContextStays(const ContextStays&) = delete;
  ContextStays& operator=(const ContextStays&) = delete;
  static bool isWanted() { return depth > 0; }

 private:
  static thread_local int depth;
};

}  // namespace sofa::core
