#include "Sofa/Component/ConstraintLagrangian/PointwiseCompliance.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace sofa::component::constraintlagrangian {

using core::ConstraintBlock;
using core::ConstraintProblem;

/// Of few rows, or rows that seldom share a point, W has few entries.
bool PointwiseCompliance::isWorthIt(const ConstraintProblem& problem) {
  constexpr int manyRows = 500;
  constexpr std::size_t manyEntries = 12;  // for each block of J
  m_rowCounts.assign(m_compliances.points.size(), 0);
  std::size_t blocks = 0;
  for (const auto& [state, first] : m_compliances.states)
    for (const RowBlock& row : problem.jacobian.blocks(state)) {
      ++m_rowCounts[first + static_cast<std::size_t>(row.point)];
      ++blocks;
    }
  std::size_t entries = 0;
  for (const auto count : m_rowCounts) entries += static_cast<std::size_t>(count) * static_cast<std::size_t>(count);
  return problem.rows() >= manyRows && entries >= manyEntries * blocks;
}

bool PointwiseCompliance::build(const simulation::ConstraintAssembly& assembly) {
  const ConstraintProblem& problem = assembly.problem();
  if (!assembly.listPoints(m_compliances) || !isWorthIt(problem)) return false;
  m_points.resize(m_compliances.points.size());
  for (std::size_t p = 0; p < m_points.size(); ++p) {
    const auto& [linear, r] = m_compliances.points[p];
    m_points[p].linear = linear;
    m_points[p].angular[0] = Quad{r[0], r[1], r[2], 0};
    m_points[p].angular[1] = Quad{r[1], r[3], r[4], 0};
    m_points[p].angular[2] = Quad{r[2], r[4], r[5], 0};
  }
  findParts(problem);
  findTerms(problem);
  setTerms(problem);
  return true;
}

void PointwiseCompliance::findParts(const ConstraintProblem& problem) {
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
  m_termBegins.assign(static_cast<std::size_t>(part) + 2, 0);
}

/// Which points every part acts on, in the order of states, and where its terms are to be.
void PointwiseCompliance::findTerms(const ConstraintProblem& problem) {
  m_uses.clear();
  m_useOf.clear();
  for (const auto& [state, first] : m_compliances.states) {
    std::size_t begin = m_uses.size();
    for (const RowBlock& row : problem.jacobian.blocks(state)) {
      const Use use{m_partOfRow[row.row], static_cast<int>(first) + row.point};
      if (begin < m_uses.size() && m_uses[begin].part != use.part) begin = m_uses.size();
      std::size_t k = begin;
      while (k < m_uses.size() && m_uses[k].point != use.point) ++k;
      if (k == m_uses.size()) m_uses.push_back(use);
      m_useOf.push_back(static_cast<int>(k));
    }
  }
  for (const Use& use : m_uses) ++m_termBegins[use.part + 2];
  std::partial_sum(m_termBegins.begin(), m_termBegins.end(), m_termBegins.begin());
  m_termOf.resize(m_uses.size());
  for (std::size_t k = 0; k < m_uses.size(); ++k) m_termOf[k] = m_termBegins[m_uses[k].part + 1]++;
}

void PointwiseCompliance::setTerms(const ConstraintProblem& problem) {
  m_terms.resize(m_uses.size());
  for (std::size_t k = 0; k < m_uses.size(); ++k) m_terms[m_termOf[k]] = {m_uses[k].point, {}, {}};
  auto use = m_useOf.begin();
  for (const auto& [state, first] : m_compliances.states)
    for (const RowBlock& row : problem.jacobian.blocks(state)) {
      Term& term = m_terms[m_termOf[*use++]];
      const auto& d = row.direction;
      const int place = m_placeOfRow[row.row];
      term.linear[place] = Quad{d[0], d[1], d[2], 0};
      term.angular[place] = Quad{d[3], d[4], d[5], 0};
    }
}

void PointwiseCompliance::start(const ConstraintProblem& problem) {
  for (Point& point : m_points) point.moved = point.turned = Quad{};
  constexpr std::array<double, together> zeros{};
  for (const auto& block : problem.blocks())
    for (int k = 0, part = m_partOfRow[block.firstRow]; k < block.rows; k += together, ++part) {
      std::array<double, together> forces{};
      std::copy_n(problem.lambda.begin() + block.firstRow + k, std::min(together, block.rows - k), forces.begin());
      if (forces != zeros) push(part, forces.data());
    }
}

/// Its columns: how far the rows go by one force after the other.
void PointwiseCompliance::diagonalBlock(const ConstraintBlock& block, linearalgebra::DenseMatrix& w) const {
  w.setZero(block.rows, block.rows);
  const auto [first, last] = partsOf(block);
  const auto sum = [](const Quad& q) { return q[0] + q[1] + q[2]; };
  for (int partA = first; partA < last; ++partA)
    for (int partB = first; partB < last; ++partB)
      for (int a = m_termBegins[partA]; a < m_termBegins[partA + 1]; ++a)
        for (int b = m_termBegins[partB]; b < m_termBegins[partB + 1]; ++b) {
          if (m_terms[a].point != m_terms[b].point) continue;
          const Point& point = m_points[m_terms[a].point];
          const int row = (partA - first) * together, column = (partB - first) * together;
          for (int j = 0; j < std::min(together, block.rows - column); ++j) {
            const Quad &linear = m_terms[b].linear[j], &angular = m_terms[b].angular[j];
            const Quad moved = point.linear * linear;
            const Quad turned =
                point.angular[0] * angular[0] + point.angular[1] * angular[1] + point.angular[2] * angular[2];
            for (int i = 0; i < std::min(together, block.rows - row); ++i)
              w(row + i, column + j) += sum(m_terms[a].linear[i] * moved + m_terms[a].angular[i] * turned);
          }
        }
}

void PointwiseCompliance::addDisplacement(const ConstraintProblem&, const ConstraintBlock& block,
                                          std::span<double> d) const {
  const auto [first, last] = partsOf(block);
  for (int part = first; part < last; ++part) {
    const auto begin = static_cast<std::size_t>((part - first) * together);
    const std::size_t count = std::min<std::size_t>(together, d.size() - begin);
    addDisplacementOfPart(part, d.data() + begin, count);
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
    if (isNonzero) push(part, change);
  }
}

}  // namespace sofa::component::constraintlagrangian
