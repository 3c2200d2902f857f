// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/PointwiseCompliance.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace sofa::mechanics {

namespace {
constexpr int noUse = -1;
}

/// Of few rows, or rows that seldom share a point, W has few entries.
bool PointwiseCompliance::isWorthIt(const ConstraintRows& problem) {
  constexpr int manyRows = 500;
  constexpr std::size_t manyEntries = 12;  // for each block of J
  m_rowCounts.assign(m_compliances.size(), 0);
  std::size_t blocks = 0;
  for (const auto& [rows, first] : m_pointRows)
    for (const JacobianBlock& row : rows) {
      ++m_rowCounts[first + static_cast<std::size_t>(row.point)];
      ++blocks;
    }
  std::size_t entries = 0;
  for (const auto count : m_rowCounts) entries += static_cast<std::size_t>(count) * static_cast<std::size_t>(count);
  return problem.rows() >= manyRows && entries >= manyEntries * blocks;
}

bool PointwiseCompliance::build(const ConstraintRows& problem, std::span<const PointCompliance> points,
                                std::span<const PointRows> rows) {
  m_compliances = points;
  m_pointRows = rows;
  if (!isWorthIt(problem)) return false;
  m_points.resize(points.size());
  for (std::size_t p = 0; p < m_points.size(); ++p) {
    const auto& [linear, r] = points[p];
    m_points[p].linear = Quad{linear, linear, linear, 0};
    m_points[p].angular[0] = Quad{r[0], r[1], r[2], 0};
    m_points[p].angular[1] = Quad{r[1], r[3], r[4], 0};
    m_points[p].angular[2] = Quad{r[2], r[4], r[5], 0};
  }
  findParts(problem);
  findUses();
  planSweeps(problem);
  setTerms();
  m_compliances = {};
  m_pointRows = {};
  return true;
}

void PointwiseCompliance::findParts(const ConstraintRows& problem) {
  m_partOfRow.resize(static_cast<std::size_t>(problem.rows()));
  m_placeOfRow.resize(m_partOfRow.size());
  int part = 0;
  for (const auto& block : problem.blocks()) {
    for (int k = 0; k < block.rows; ++k) {
      m_partOfRow[block.firstRow + k] = part + k / together;
      m_placeOfRow[block.firstRow + k] = k % together;
    }
    part += (block.rows + together - 1) / together;
  }
  m_termsOf.resize(static_cast<std::size_t>(part));
}

/// Which points every part acts on, in the order of states.
void PointwiseCompliance::findUses() {
  m_uses.clear();
  m_useOf.clear();
  for (const auto& [rows, first] : m_pointRows) {
    std::size_t begin = m_uses.size();
    for (const JacobianBlock& row : rows) {
      const Use use{m_partOfRow[row.row], static_cast<int>(first) + row.point};
      if (m_compliances[use.point] == PointCompliance{}) {
        m_useOf.push_back(noUse);
        continue;
      }
      if (begin < m_uses.size() && m_uses[begin].part != use.part) begin = m_uses.size();
      std::size_t k = begin;
      while (k < m_uses.size() && m_uses[k].point != use.point) ++k;
      if (k == m_uses.size()) m_uses.push_back(use);
      m_useOf.push_back(static_cast<int>(k));
    }
  }
  m_useBegins.assign(m_termsOf.size() + 2, 0);
  for (const Use& use : m_uses) ++m_useBegins[use.part + 2];
  std::partial_sum(m_useBegins.begin(), m_useBegins.end(), m_useBegins.begin());
  m_usedPoints.resize(m_uses.size());
  m_placeOfUse.resize(m_uses.size());
  for (std::size_t k = 0; k < m_uses.size(); ++k) {
    m_placeOfUse[k] = m_useBegins[m_uses[k].part + 1]++;
    m_usedPoints[m_placeOfUse[k]] = m_uses[k].point;
  }
}

void PointwiseCompliance::planSweeps(const ConstraintRows& problem) {
  const auto blocks = problem.blocks();
  m_blockUses.clear();
  for (const auto& block : blocks) m_blockUses.push_back(m_useBegins[partsOf(block).first]);
  m_blockUses.push_back(static_cast<int>(m_uses.size()));
  m_schedule.plan(uses(), helper::threadCount());
  int terms = 0;
  for (const int b : m_schedule.order())
    for (auto [part, last] = partsOf(blocks[b]); part < last; ++part) {
      const int count = m_useBegins[part + 1] - m_useBegins[part];
      m_termsOf[part] = {terms, terms + count};
      terms += count;
    }
}

void PointwiseCompliance::setTerms() {
  constexpr std::size_t chunk = 1024;
  m_terms.resize(m_uses.size());
  const auto termOf = [this](std::size_t use) -> Term& {
    const int part = m_uses[use].part;
    return m_terms[m_termsOf[part].begin + m_placeOfUse[use] - m_useBegins[part]];
  };
  helper::parallelChunks(m_uses.size(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) termOf(k) = {.point = m_uses[k].point};
  });
  const int* useOf = m_useOf.data();
  for (const PointRows& of : m_pointRows) {
    const auto rows = of.blocks;
    helper::parallelChunks(rows.size(), chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        if (useOf[k] == noUse) continue;
        double* const into = termOf(static_cast<std::size_t>(useOf[k])).rows;
        const auto& direction = rows[k].direction;
        std::ranges::copy(direction, into + direction.size() * m_placeOfRow[rows[k].row]);
      }
    });
    useOf += rows.size();
  }
}

void PointwiseCompliance::start(const ConstraintRows& problem) {
  for (Point& point : m_points) point.moved = point.turned = Quad{};
  constexpr std::array<double, together> zeros{};
  for (const auto& block : problem.blocks())
    for (int k = 0, part = m_partOfRow[block.firstRow]; k < block.rows; k += together, ++part) {
      std::array<double, together> forces{};
      std::copy_n(problem.lambda.begin() + block.firstRow + k, std::min(together, block.rows - k), forces.begin());
      if (forces != zeros) push(m_termsOf[part], forces.data());
    }
}

/// Its columns: how far the rows go by one force after the other.
void PointwiseCompliance::diagonalBlock(const ConstraintBlock& block, linearalgebra::DenseMatrix& w) const {
  w.setZero(block.rows, block.rows);
  const auto [first, last] = partsOf(block);
  const auto sum = [](const Quad& q) { return q[0] + q[1] + q[2]; };
  for (int partA = first; partA < last; ++partA)
    for (int partB = first; partB < last; ++partB)
      for (int a = m_termsOf[partA].begin; a < m_termsOf[partA].end; ++a)
        for (int b = m_termsOf[partB].begin; b < m_termsOf[partB].end; ++b) {
          if (m_terms[a].point != m_terms[b].point) continue;
          const Point& point = m_points[m_terms[a].point];
          const int row = (partA - first) * together, column = (partB - first) * together;
          for (int j = 0; j < std::min(together, block.rows - column); ++j) {
            const Quad moved = point.linear * m_terms[b].linear(j), angular = m_terms[b].angular(j);
            const Quad turned =
                point.angular[0] * angular[0] + point.angular[1] * angular[1] + point.angular[2] * angular[2];
            for (int i = 0; i < std::min(together, block.rows - row); ++i)
              w(row + i, column + j) += sum(m_terms[a].linear(i) * moved + m_terms[a].angular(i) * turned);
          }
        }
}

void PointwiseCompliance::addDisplacement(const ConstraintRows&, const ConstraintBlock& block,
                                          std::span<double> d) const {
  const auto [first, last] = partsOf(block);
  for (int part = first; part < last; ++part) {
    const auto begin = static_cast<std::size_t>((part - first) * together);
    const std::size_t count = std::min<std::size_t>(together, d.size() - begin);
    double all[together] = {};
    std::copy_n(d.begin() + begin, count, all);
    addDisplacement(m_termsOf[part], all);
    std::copy_n(all, count, d.begin() + begin);
  }
}

void PointwiseCompliance::forcesChanged(const ConstraintBlock& block, std::span<const double> before,
                                        std::span<const double> now) {
  const auto [first, last] = partsOf(block);
  for (int part = first; part < last; ++part) {
    const auto begin = static_cast<std::size_t>((part - first) * together);
    const std::size_t count = std::min<std::size_t>(together, now.size() - begin);
    double change[together] = {};
    bool isNonzero = false;
    for (std::size_t row = 0; row < count; ++row) {
      change[row] = now[begin + row] - before[begin + row];
      isNonzero = isNonzero || change[row] != 0;
    }
    if (isNonzero) push(m_termsOf[part], change);
  }
}

}  // namespace sofa::mechanics
