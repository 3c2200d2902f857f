// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::core {

/// Tells other threads which component is at work in one thread. AtWork and ComponentScope note it.
class WorkWatch {
 public:
  using Describe = std::function<std::string(const Component&)>;
  /// `describe` runs in the thread that is watched, once for each component.
  explicit WorkWatch(Describe describe) : m_describe(std::move(describe)) {}

  /// Watches the calling thread until end(). No component may be at work then, and the thread may have no other watch.
  void begin();
  void end();
  /// Forgets all descriptions, since names changed or components went. No component may be at work.
  void forget() { m_known.clear(); }
  /// The description of the innermost component at work, empty if there is none. Any thread may call it.
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
