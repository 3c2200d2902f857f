// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::core {

/// Lets other threads know what component is at work in one thread, by AtWork and ComponentScope.
class WorkWatch {
 public:
  using Describe = std::function<std::string(const Component&)>;
  /// `describe` runs in the thread that is watched, once for each component.
  explicit WorkWatch(Describe describe) : m_describe(std::move(describe)) {}

  /// The calling thread is watched from here to end(). Nothing is at work in it at either, and it has no other watch.
  void begin();
  void end();
  /// Describes all anew: names changed, or components went. Between begin() and end(), with nothing at work.
  void forget() { m_known.clear(); }
  /// The innermost component at work, as it was described; empty if there is none. From any thread.
  std::string current() const;

  // For AtWork.
  void enter(const Component& component);
  void leave();

 private:
  Describe m_describe;
  std::unordered_map<const Component*, std::string> m_known;
  mutable std::mutex m_mutex;  // for what follows
  std::vector<const std::string*> m_atWork;
};

}  // namespace sofa::core
