// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <optional>

namespace sofa::fem {

/// The least of the numbers of elements that were noted, by any thread.
class FirstElement {
 public:
  void note(unsigned element) {
    unsigned known = m_element.load(std::memory_order_relaxed);
    while (element < known && !m_element.compare_exchange_weak(known, element, std::memory_order_relaxed)) {
    }
  }
  void forget() { m_element.store(none, std::memory_order_relaxed); }
  std::optional<unsigned> value() const {
    const unsigned element = m_element.load(std::memory_order_relaxed);
    return element == none ? std::nullopt : std::optional(element);
  }

 private:
  static constexpr unsigned none = ~0u;
  std::atomic<unsigned> m_element = none;
};

}  // namespace sofa::fem
