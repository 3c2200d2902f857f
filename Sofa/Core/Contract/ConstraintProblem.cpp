#include "Sofa/Core/Contract/ConstraintProblem.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Helper/Parallel.h"

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
  m_runs.clear();
  m_terms.clear();
  m_rows.clear();
  m_values.clear();
  m_begins.assign(static_cast<std::size_t>(size) + 1, 0);
}

/// Puts the entries that are there before what was added since.
void ComplianceMatrix::addFinished() {
  const auto runs = std::exchange(m_runs, {});
  const auto terms = std::exchange(m_terms, {});
  for (int column = 0; column < m_size; ++column)
    forEachOfColumn(column, [&](int row, double value) { add(row, column, value); });
  for (const Run& run : runs)
    for (int k = run.first; k < run.first + run.count; ++k) add(run.row, run.column, terms[k]);
}

/// Stable counting sort by columns, which begin at m_begins.
void ComplianceMatrix::sortRuns() {
  m_begins.assign(static_cast<std::size_t>(m_size) + 1, 0);
  for (const Run& run : m_runs) ++m_begins[run.column];
  std::exclusive_scan(m_begins.begin(), m_begins.end(), m_begins.begin(), 0);
  m_sorted.resize(m_runs.size());
  for (const Run& run : m_runs) m_sorted[m_begins[run.column]++] = run;
  std::shift_right(m_begins.begin(), m_begins.end(), 1);
  m_begins.front() = 0;
}

/// Writes the entries of a column, rows ascending, to where its runs begin; returns where they end.
int ComplianceMatrix::sumColumn(int column, int begin, int end) {
  static thread_local std::vector<int> places;  // in `entries`, by row; -1 between columns
  static thread_local std::vector<std::pair<int, double>> entries;
  if (places.size() < static_cast<std::size_t>(m_size)) places.resize(static_cast<std::size_t>(m_size), -1);
  entries.clear();
  for (int r = begin; r < end; ++r) {
    const Run& run = m_sorted[r];
    int& place = places[run.row];
    int term = run.first;
    if (place < 0) {
      place = static_cast<int>(entries.size());
      entries.emplace_back(run.row, m_terms[term++]);
    }
    for (; term < run.first + run.count; ++term) entries[place].second += m_terms[term];
  }
  for (const auto& [row, value] : entries) places[row] = -1;
  const auto rowOf = [](const auto& entry) { return entry.first; };
  if (!std::ranges::is_sorted(entries, {}, rowOf)) std::ranges::sort(entries, {}, rowOf);
  for (const auto& [row, value] : entries) {
    m_rows[begin] = row;
    m_values[begin++] = value;
  }
  return begin;
}

void ComplianceMatrix::finish() {
  if (!m_rows.empty()) addFinished();
  sortRuns();
  m_rows.resize(m_sorted.size());
  m_values.resize(m_sorted.size());
  static thread_local std::vector<int> ends;
  auto& endOf = ends;  // that of this thread, for all
  endOf.resize(static_cast<std::size_t>(m_size));
  constexpr std::size_t chunk = 64;
  helper::parallelChunks(endOf.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (auto column = static_cast<int>(first); column < static_cast<int>(last); ++column)
      endOf[column] = sumColumn(column, m_begins[column], m_begins[column + 1]);
  });
  int kept = 0;
  for (int column = 0; column < m_size; ++column) {
    const int begin = std::exchange(m_begins[column], kept), count = endOf[column] - begin;
    if (begin != kept) {
      std::copy_n(m_rows.begin() + begin, count, m_rows.begin() + kept);
      std::copy_n(m_values.begin() + begin, count, m_values.begin() + kept);
    }
    kept += count;
  }
  m_begins.back() = kept;
  m_rows.resize(static_cast<std::size_t>(kept));
  m_values.resize(static_cast<std::size_t>(kept));
  m_runs.clear();
  m_sorted.clear();
  m_terms.clear();
}

double ComplianceMatrix::operator()(int row, int column) const {
  const auto first = m_rows.begin() + m_begins[column], last = m_rows.begin() + m_begins[column + 1];
  const auto found = std::lower_bound(first, last, row);
  return found != last && *found == row ? m_values[static_cast<std::size_t>(found - m_rows.begin())] : 0;
}

linearalgebra::DenseMatrix ComplianceMatrix::dense() const {
  linearalgebra::DenseMatrix w = linearalgebra::DenseMatrix::Zero(m_size, m_size);
  for (int column = 0; column < m_size; ++column)
    forEachOfColumn(column, [&](int row, double value) { w(row, column) = value; });
  return w;
}

linearalgebra::BlockMatrix ComplianceMatrix::byRows() const {
  std::vector<int> starts(static_cast<std::size_t>(m_size) + 1, 0), columns(m_rows.size()), places(m_rows.size());
  for (const int row : m_rows) ++starts[row + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<int> next(starts.begin(), starts.end() - 1);
  for (int column = 0; column < m_size; ++column)  // those of a row are found ascending
    for (int k = m_begins[column]; k < m_begins[column + 1]; ++k) {
      places[k] = next[m_rows[k]]++;
      columns[places[k]] = column;
    }
  linearalgebra::BlockMatrix rows;
  rows.setPattern(1, std::move(starts), std::move(columns), m_size);
  for (std::size_t i = 0; i < m_values.size(); ++i) *rows.block(places[i]) = m_values[i];
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
