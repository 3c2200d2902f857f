// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

namespace sofa::core {

/// The vectors of one state that solvers asked for, by the number of their id. Addresses stay valid when others come.
///
/// Numbers are unique among all solvers of the process, and a state meets a few of them: a list with a place for every
/// number would take memory in proportion to the square of the bodies in a scene where each has a solver.
template <class Vector>
class SolverVectors {
 public:
  struct Entry {
    int index;
    std::unique_ptr<Vector> values;
  };

  /// Null if nobody asked for it.
  Vector* find(int index) const {
    const auto entry = place(m_entries, index);
    return entry != m_entries.end() && entry->index == index ? entry->values.get() : nullptr;
  }
  /// The vector, made of `arguments` if it was not there.
  template <class... Arguments>
  Vector& at(int index, Arguments&&... arguments) {
    const auto entry = place(m_entries, index);
    if (entry != m_entries.end() && entry->index == index) [[likely]]
      return *entry->values;
    auto made = std::make_unique<Vector>(std::forward<Arguments>(arguments)...);
    return *m_entries.insert(entry, {index, std::move(made)})->values;
  }
  /// In the order of their numbers.
  const std::vector<Entry>& entries() const { return m_entries; }

 private:
  template <class Entries>
  static auto place(Entries& entries, int index) {
    return std::ranges::lower_bound(entries, index, {}, &Entry::index);
  }

  std::vector<Entry> m_entries;
};

}  // namespace sofa::core
