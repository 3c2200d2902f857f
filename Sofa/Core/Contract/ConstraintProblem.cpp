#include "Sofa/Core/Contract/ConstraintProblem.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::core {

void KeptMultipliers::read(const ConstraintBlock& block, std::span<double> lambda) const {
  std::ranges::fill(lambda, 0.0);
  const auto after = std::ranges::upper_bound(m_identities, block.identity);  // of equal ones the last
  if (after == m_identities.begin() || *std::prev(after) != block.identity) return;
  const auto first = static_cast<std::size_t>(m_begins[static_cast<std::size_t>(after - m_identities.begin()) - 1]);
  if (first + lambda.size() <= m_values.size()) std::copy_n(m_values.begin() + first, lambda.size(), lambda.begin());
}

void KeptMultipliers::clear() {
  m_identities.clear();
  m_begins.clear();
  m_values.clear();
}

void KeptMultipliers::add(const ConstraintBlock& block, std::span<const double> lambda) {
  m_identities.push_back(block.identity);
  m_begins.push_back(static_cast<int>(m_values.size()));
  for (const double f : lambda) m_values.push_back(std::isfinite(f) ? f : 0.0);
}

void KeptMultipliers::finish() {
  if (std::ranges::is_sorted(m_identities)) return;
  m_order.resize(m_identities.size());
  std::iota(m_order.begin(), m_order.end(), 0);
  std::ranges::stable_sort(m_order, {}, [&](int i) { return m_identities[i]; });
  const auto permute = [&](auto& values) {
    auto sorted = values;
    for (std::size_t i = 0; i < m_order.size(); ++i) sorted[i] = values[m_order[i]];
    values.swap(sorted);
  };
  permute(m_identities);
  permute(m_begins);
}

void KeptMultipliers::archive(Archive& archive) {
  archive.io(m_identities);
  archive.io(m_begins);
  archive.io(m_values);
  if (!archive.isLoading() || !archive.isGood()) return;
  const auto isPlace = [&](int i) { return i >= 0 && i <= static_cast<int>(m_values.size()); };
  if (m_begins.size() == m_identities.size() && std::ranges::all_of(m_begins, isPlace)) return;
  clear();
  archive.fail();
}

ConstraintSolver* findConstraintSolver(const Node& node) {
  auto* solver = node.up<ConstraintSolver>();
  return solver ? solver : node.down<ConstraintSolver>();
}

void ConstraintProblem::clear(const ConstraintParams& wanted) {
  params = wanted;
  jacobian.clear();
  m_blocks.clear();
  m_violation.clear();
  last.clear();
  lambda.clear();
}

int ConstraintProblem::addBlock(ConstraintBlock block, std::span<const double> violation) {
  block.rows = static_cast<int>(violation.size());
  block.firstRow = jacobian.addRows(block.rows);
  m_blocks.push_back(block);
  m_violation.insert(m_violation.end(), violation.begin(), violation.end());
  return block.firstRow;
}

}  // namespace sofa::core
