#pragma once
#include <atomic>

namespace sofa::fem {

/// The least of the numbers of elements that were noted, by any thread.
class FirstElement {
 public:
  static constexpr unsigned none = ~0u;

  void note(unsigned element) {
    unsigned known = m_element.load(std::memory_order_relaxed);
    while (element < known && !m_element.compare_exchange_weak(known, element, std::memory_order_relaxed)) {
    }
  }
  void forget() { m_element.store(none, std::memory_order_relaxed); }
  unsigned value() const { return m_element.load(std::memory_order_relaxed); }

 private:
  std::atomic<unsigned> m_element = none;
};

}  // namespace sofa::fem
