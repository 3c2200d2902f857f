// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/ConstraintProblem.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::core {

namespace {
constexpr int none = -1;
}

/// Where an identity is, or where it would go.
std::size_t KeptMultipliers::slotOf(std::int64_t identity) const {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;  // spreads neighbours (Knuth, TAOCP 3, 6.4)
  const std::size_t mask = m_slots.size() - 1;
  std::size_t slot = (static_cast<std::uint64_t>(identity) * golden >> 32) & mask;
  while (m_slots[slot] != none && m_identities[static_cast<std::size_t>(m_slots[slot])] != identity)
    slot = (slot + 1) & mask;
  return slot;
}

void KeptMultipliers::read(const ConstraintBlock& block, std::span<double> lambda) const {
  std::ranges::fill(lambda, 0.0);
  if (m_slots.empty()) return;
  const int place = m_slots[slotOf(block.identity)];
  if (place == none) return;
  const auto first = static_cast<std::size_t>(m_begins[static_cast<std::size_t>(place)]);
  if (first + lambda.size() <= m_values.size()) std::copy_n(m_values.begin() + first, lambda.size(), lambda.begin());
}

void KeptMultipliers::clear() {
  m_identities.clear();
  m_begins.clear();
  m_values.clear();
  m_slots.clear();
}

void KeptMultipliers::add(const ConstraintBlock& block, std::span<const double> lambda) {
  m_identities.push_back(block.identity);
  m_begins.push_back(static_cast<int>(m_values.size()));
  for (const double f : lambda) m_values.push_back(std::isfinite(f) ? f : 0.0);
}

void KeptMultipliers::finish() {
  m_slots.assign(m_identities.empty() ? 0 : std::bit_ceil(2 * m_identities.size()), none);
  for (std::size_t k = 0; k < m_identities.size(); ++k) m_slots[slotOf(m_identities[k])] = static_cast<int>(k);
}

void KeptMultipliers::archive(Archive& archive) {
  archive.io(m_identities);
  archive.io(m_begins);
  archive.io(m_values);
  if (!archive.isLoading() || !archive.isGood()) return;
  const auto isPlace = [&](int i) { return i >= 0 && i <= static_cast<int>(m_values.size()); };
  if (m_begins.size() == m_identities.size() && std::ranges::all_of(m_begins, isPlace)) return finish();
  clear();
  archive.fail();
}

ConstraintSolver* findConstraintSolver(const Node& node) {
  auto* solver = node.up<ConstraintSolver>();
  return solver ? solver : node.down<ConstraintSolver>();
}

void ConstraintProblem::clear(const ConstraintParams& wanted) {
  ConstraintRows::clear();
  params = wanted;
  jacobian.clear();
  last.clear();
}

int ConstraintProblem::addBlock(ConstraintBlock block, std::span<const double> violation) {
  block.isExact = params.isExact;
  jacobian.addRows(static_cast<int>(violation.size()));
  return ConstraintRows::addBlock(block, violation);
}

}  // namespace sofa::core
