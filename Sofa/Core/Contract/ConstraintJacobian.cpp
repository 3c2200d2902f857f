#include "Sofa/Core/Contract/ConstraintJacobian.h"

#include <algorithm>
#include <utility>

namespace sofa::core {

void ConstraintJacobian::clear() {
  m_rowCount = 0;
  for (auto& [state, entries] : m_entries) entries.clear();
}

int ConstraintJacobian::addRows(int count) { return std::exchange(m_rowCount, m_rowCount + count); }

std::span<const ConstraintJacobian::Entry> ConstraintJacobian::entries(const BaseState* state) const {
  const auto it = m_entries.find(state);
  return it == m_entries.end() ? std::span<const Entry>() : it->second;
}

void ConstraintJacobian::sort(const BaseState* state) {
  auto& entries = m_entries[state];
  const auto before = [](const Entry& a, const Entry& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  };
  if (!std::is_sorted(entries.begin(), entries.end(), before)) std::stable_sort(entries.begin(), entries.end(), before);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (kept > 0 && entries[kept - 1].row == entries[i].row && entries[kept - 1].column == entries[i].column)
      entries[kept - 1].value += entries[i].value;
    else
      entries[kept++] = entries[i];
  }
  entries.resize(kept);
}

void ConstraintJacobian::addTransposedProduct(const BaseState* state, std::span<const double> lambda,
                                              std::span<double> out) const {
  for (const Entry& entry : entries(state)) out[entry.column] += entry.value * lambda[entry.row];
}

}  // namespace sofa::core
