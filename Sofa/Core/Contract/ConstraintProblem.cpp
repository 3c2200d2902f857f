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
  const auto found = std::ranges::lower_bound(m_identities, block.identity);
  if (found == m_identities.end() || *found != block.identity) return;
  const auto first = static_cast<std::size_t>(m_begins[static_cast<std::size_t>(found - m_identities.begin())]);
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

void ComplianceMatrix::reset(int size) {
  m_size = size;
  m_entries.clear();
  m_begins.assign(static_cast<std::size_t>(size) + 1, 0);
}

/// Stable counting sort.
void ComplianceMatrix::sortBy(int Entry::*key) {
  m_begins.assign(static_cast<std::size_t>(m_size) + 1, 0);
  for (const Entry& e : m_entries) ++m_begins[e.*key + 1];
  std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
  m_sorted.resize(m_entries.size());
  for (const Entry& e : m_entries) m_sorted[m_begins[e.*key]++] = e;
  m_entries.swap(m_sorted);
}

void ComplianceMatrix::finish() {
  sortBy(&Entry::row);
  sortBy(&Entry::column);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const Entry e = m_entries[i];
    if (kept > 0 && m_entries[kept - 1].row == e.row && m_entries[kept - 1].column == e.column)
      m_entries[kept - 1].value += e.value;
    else
      m_entries[kept++] = e;
  }
  m_entries.resize(kept);
  m_begins.assign(static_cast<std::size_t>(m_size) + 1, 0);
  for (const Entry& e : m_entries) ++m_begins[e.column + 1];
  std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
}

double ComplianceMatrix::operator()(int row, int column) const {
  const auto first = m_entries.begin() + m_begins[column], last = m_entries.begin() + m_begins[column + 1];
  const auto found = std::lower_bound(first, last, row, [](const Entry& e, int wanted) { return e.row < wanted; });
  return found != last && found->row == row ? found->value : 0;
}

linearalgebra::DenseMatrix ComplianceMatrix::dense() const {
  linearalgebra::DenseMatrix w = linearalgebra::DenseMatrix::Zero(m_size, m_size);
  for (const Entry& e : m_entries) w(e.row, e.column) = e.value;
  return w;
}

linearalgebra::BlockMatrix ComplianceMatrix::byRows() const {
  std::vector<int> starts(static_cast<std::size_t>(m_size) + 1, 0), columns(m_entries.size()), places(m_entries.size());
  for (const Entry& e : m_entries) ++starts[e.row + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<int> next(starts.begin(), starts.end() - 1);
  for (std::size_t i = 0; i < m_entries.size(); ++i) {  // by columns: those of a row are found ascending
    places[i] = next[m_entries[i].row]++;
    columns[places[i]] = m_entries[i].column;
  }
  linearalgebra::BlockMatrix rows;
  rows.setPattern(1, std::move(starts), std::move(columns), m_size);
  for (std::size_t i = 0; i < m_entries.size(); ++i) *rows.block(places[i]) = m_entries[i].value;
  return rows;
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
