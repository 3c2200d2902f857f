// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "Sofa/Core/Contract/MeshChange.h"

/// Sets of numbers of points or elements below a bound. Few are kept sorted, so that a small change does not look at a
/// large mesh; many are marked, which takes one pass.
namespace sofa::core {

namespace detail {
/// Whether marking `count` numbers below `bound` is faster than sorting them.
inline bool areMany(std::size_t count, std::size_t bound) { return 16 * count > bound; }
}  // namespace detail

/// Makes numbers ascend, each once. Those from `bound` on go.
inline void sortOnce(std::vector<type::Index>& numbers, std::size_t bound) {
  if (!detail::areMany(numbers.size(), bound)) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    numbers.erase(std::ranges::lower_bound(numbers, bound), numbers.end());
    return;
  }
  std::vector<char> marks(bound, 0);
  for (const type::Index i : numbers)
    if (i < bound) marks[i] = 1;
  numbers.clear();
  for (std::size_t i = 0; i < bound; ++i)
    if (marks[i]) numbers.push_back(static_cast<type::Index>(i));
}

class NumberSet {
 public:
  NumberSet(std::span<const type::Index> numbers, std::size_t bound) {
    if (!detail::areMany(numbers.size(), bound)) {
      m_sorted.assign(numbers.begin(), numbers.end());
      std::ranges::sort(m_sorted);
      return;
    }
    m_marks.assign(bound, 0);
    for (const type::Index i : numbers)
      if (i < bound) m_marks[i] = 1;
  }
  bool contains(type::Index i) const {
    return m_marks.empty() ? std::ranges::binary_search(m_sorted, i) : i < m_marks.size() && m_marks[i];
  }

 private:
  std::vector<type::Index> m_sorted;
  std::vector<char> m_marks;
};

/// ElementChange::newIndex() for about so many calls.
class NewIndices {
 public:
  NewIndices(const ElementChange& change, std::size_t calls) : m_change(&change) {
    if (detail::areMany(calls, change.before())) m_all = change.newIndices();
  }
  type::Index operator[](type::Index i) const {
    if (m_all.empty()) return m_change->newIndex(i);
    return i < m_all.size() ? m_all[i] : type::invalidIndex;
  }

 private:
  const ElementChange* m_change;
  std::vector<type::Index> m_all;
};

}  // namespace sofa::core
