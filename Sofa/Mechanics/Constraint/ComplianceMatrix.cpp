// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/ComplianceMatrix.h"

#include <algorithm>
#include <numeric>

#include "Sofa/Helper/Parallel.h"

namespace sofa::mechanics {

void ComplianceColumn::fit(int size) {
  const std::size_t groups = (static_cast<std::size_t>(size) + groupSize - 1) / groupSize;
  if (groups <= m_isGroupThere.size()) return;
  m_isGroupThere.resize(groups, 0);
  m_isThere.resize(groups * groupSize, 0);
  m_sums.resize(groups * groupSize, 0.0);
}

void ComplianceColumn::moveTo(std::vector<int>& rows, std::vector<double>& values) {
  std::size_t count = rows.size();
  for (std::size_t g = 0; g < m_isGroupThere.size(); ++g) {
    if (std::exchange(m_isGroupThere[g], 0) == 0) continue;
    rows.resize(count + groupSize);
    values.resize(count + groupSize);
    for (std::size_t row = g * groupSize; row < (g + 1) * groupSize; ++row) {  // written over unless it is there
      rows[count] = static_cast<int>(row);
      values[count] = std::exchange(m_sums[row], 0.0);
      count += std::exchange(m_isThere[row], 0);
    }
  }
  rows.resize(count);
  values.resize(count);
}

void ComplianceMatrix::reset(int size) {
  m_size = size;
  m_terms.clear();
  m_sources.clear();
  m_rows.clear();
  m_values.clear();
  m_begins.assign(static_cast<std::size_t>(size) + 1, 0);
}

void ComplianceMatrix::addColumns(std::span<const int> columns,
                                  std::function<void(int k, ComplianceColumn& sum)> term) {
  m_sources.push_back({columns, std::move(term)});
}

/// Puts the entries that are there before what was added since.
void ComplianceMatrix::addFinished() {
  const auto terms = std::exchange(m_terms, {});
  for (int column = 0; column < m_size; ++column)
    forEachOfColumn(column, [&](int row, double value) { add(row, column, value); });
  m_terms.insert(m_terms.end(), terms.begin(), terms.end());
}

/// Stable counting sort by columns.
void ComplianceMatrix::sortUses() {
  constexpr int single = -1;
  const auto forEachUse = [&](const auto& use) {
    for (std::size_t s = 0; s < m_sources.size(); ++s)
      for (std::size_t k = 0; k < m_sources[s].columns.size(); ++k)
        use(m_sources[s].columns[k], Use{static_cast<int>(s), static_cast<int>(k)});
    for (std::size_t t = 0; t < m_terms.size(); ++t) use(m_terms[t].column, Use{single, static_cast<int>(t)});
  };
  m_useBegins.assign(static_cast<std::size_t>(m_size) + 1, 0);
  forEachUse([&](int column, Use) { ++m_useBegins[column]; });
  std::exclusive_scan(m_useBegins.begin(), m_useBegins.end(), m_useBegins.begin(), 0);
  m_uses.resize(static_cast<std::size_t>(m_useBegins.back()));
  forEachUse([&](int column, Use use) { m_uses[m_useBegins[column]++] = use; });
  std::shift_right(m_useBegins.begin(), m_useBegins.end(), 1);
  m_useBegins.front() = 0;
}

void ComplianceMatrix::sum(Chunk& chunk, int first, int last) {
  static thread_local ComplianceColumn column(0);
  column.fit(m_size);
  for (int c = first; c < last; ++c) {
    for (int u = m_useBegins[c]; u < m_useBegins[c + 1]; ++u) {
      const auto [source, index] = m_uses[u];
      if (source >= 0)
        m_sources[source].term(index, column);
      else
        column[m_terms[index].row] += m_terms[index].value;
    }
    const std::size_t before = chunk.rows.size();
    column.moveTo(chunk.rows, chunk.values);
    chunk.counts.push_back(static_cast<int>(chunk.rows.size() - before));
  }
}

void ComplianceMatrix::finish() {
  if (!m_rows.empty()) addFinished();
  sortUses();
  constexpr std::size_t together = 64;
  m_chunks.resize((static_cast<std::size_t>(m_size) + together - 1) / together);
  helper::parallelChunks(static_cast<std::size_t>(m_size), together, [&](std::size_t first, std::size_t last) {
    sum(m_chunks[first / together], static_cast<int>(first), static_cast<int>(last));
  });
  int column = 0, begin = 0;
  for (const Chunk& chunk : m_chunks)
    for (const int count : chunk.counts) m_begins[column++] = std::exchange(begin, begin + count);
  m_begins.back() = begin;
  m_rows.resize(static_cast<std::size_t>(begin));
  m_values.resize(static_cast<std::size_t>(begin));
  helper::parallelChunks(m_chunks.size(), 1, [&](std::size_t c, std::size_t) {
    Chunk& chunk = m_chunks[c];
    std::ranges::copy(chunk.rows, m_rows.begin() + m_begins[c * together]);
    std::ranges::copy(chunk.values, m_values.begin() + m_begins[c * together]);
    chunk.rows.clear();
    chunk.values.clear();
    chunk.counts.clear();
  });
  // Nothing is left of its making, so that copies of it are small.
  m_terms.clear();
  m_sources.clear();
  m_uses.clear();
}

double ComplianceMatrix::operator()(int row, int column) const {
  const auto first = m_rows.begin() + m_begins[column], last = m_rows.begin() + m_begins[column + 1];
  const auto found = std::lower_bound(first, last, row);
  return found != last && *found == row ? m_values[static_cast<std::size_t>(found - m_rows.begin())] : 0;
}

void ComplianceMatrix::addColumnDots(int column, std::span<const double> x, std::span<double> sums) const {
  std::size_t i = 0;
  while (i < sums.size()) {
    const int* begins = m_begins.data() + column + static_cast<int>(i);
    const int length = begins[1] - begins[0];
    if (sums.size() - i < 3 || begins[2] - begins[1] != length || begins[3] - begins[2] != length) {
      sums[i] = addColumnDot(column + static_cast<int>(i), x, sums[i]);
      ++i;
      continue;
    }
    const int* rows = m_rows.data() + begins[0];
    const double* values = m_values.data() + begins[0];
    double a = sums[i], b = sums[i + 1], c = sums[i + 2];
    for (int k = 0; k < length; ++k) {
      a += values[k] * x[rows[k]];
      b += values[length + k] * x[rows[length + k]];
      c += values[2 * length + k] * x[rows[2 * length + k]];
    }
    for (const double sum : {a, b, c}) sums[i++] = sum;
  }
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

}  // namespace sofa::mechanics
