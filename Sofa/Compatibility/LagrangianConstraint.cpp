// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/LagrangianConstraint.h"

namespace sofa::core::behavior {

namespace {

/// The violations of one constraint by the numbers of its rows.
class RowValues final : public linearalgebra::BaseVector {
 public:
  RowValues(int firstRow, int rows) : m_first(firstRow), m_values(static_cast<std::size_t>(rows)) {}
  std::span<const double> values() const { return m_values; }

  Index size() const override { return m_first + static_cast<Index>(m_values.size()); }
  SReal element(Index i) const override { return m_values.at(place(i)); }
  void set(Index i, SReal value) override { m_values.at(place(i)) = value; }
  void add(Index i, SReal value) override { m_values.at(place(i)) += value; }
  void resize(Index size) override { m_values.resize(place(size)); }
  void clear() override { std::fill(m_values.begin(), m_values.end(), 0.0); }

 private:
  std::size_t place(Index i) const { return static_cast<std::size_t>(i - m_first); }

  int m_first;
  std::vector<double> m_values;
};

}  // namespace

void BaseLagrangianConstraint::addRows(ConstraintProblem& problem) {
  m_blocks.clear();
  m_problem = nullptr;
  if (!isValid()) return;
  m_firstRow = problem.rows();
  auto index = static_cast<unsigned>(m_firstRow);
  Contract::d_constraintIndex.set(index);
  writeRows(problem.params, index);
  m_rows = static_cast<int>(index) - m_firstRow;
  if (m_rows == 0) return;
  RowValues violations(m_firstRow, m_rows);
  getConstraintViolation(&problem.params, &violations);
  if (addBlocks(problem, violations.values())) {
    moveRows(problem);
    m_problem = &problem;
    return;
  }
  m_blocks.clear();
  error(
      "buildConstraintMatrix wrote {} rows, but getConstraintResolution gives no laws for just these: this constraint "
      "is "
      "left out.",
      m_rows);
  setInvalid();
}

namespace {
/// Whether a resolution stands at the first row of each block, and the blocks fill all rows.
bool coverAllRows(const std::vector<std::unique_ptr<ConstraintResolution>>& resolutions) {
  std::size_t row = 0;
  for (std::size_t i = 0; i < resolutions.size(); ++i) {
    if (i < row && resolutions[i]) return false;
    if (i < row) continue;
    if (!resolutions[i] || resolutions[i]->getNbLines() == 0) return false;
    row = i + resolutions[i]->getNbLines();
  }
  return row == resolutions.size();
}
}  // namespace

bool BaseLagrangianConstraint::addBlocks(ConstraintProblem& problem, std::span<const double> violations) {
  std::vector<ConstraintResolution*> resolutions(static_cast<std::size_t>(m_rows));
  unsigned offset = 0;
  getConstraintResolution(&problem.params, resolutions, offset);
  std::vector<std::unique_ptr<ConstraintResolution>> owned(resolutions.begin(), resolutions.end());
  if (!coverAllRows(owned)) return false;
  for (std::size_t i = 0; i < owned.size();) {
    const std::size_t rows = owned[i]->getNbLines();
    const auto part = violations.subspan(i, rows);
    ConstraintBlock block{.kind = ConstraintKind::own, .rows = static_cast<int>(rows)};
    block.tolerance = owned[i]->tolerance;
    block.identity = static_cast<std::int64_t>(i);
    auto law = std::make_unique<compatibility::ResolutionLaw>(std::move(owned[i]),
                                                              std::vector<double>(part.begin(), part.end()));
    block.law = law.get();
    m_blocks.push_back({std::move(law), problem.addBlock(block, part), block.rows});
    i += rows;
  }
  return true;
}

void BaseLagrangianConstraint::solved() {
  if (!m_problem || m_problem->rows() < m_firstRow + m_rows) return;
  const std::span<const double> lambda = m_problem->lambda;
  for (const Block& block : m_blocks)
    block.law->store(lambda.subspan(static_cast<std::size_t>(block.firstRow), static_cast<std::size_t>(block.rows)));
  storeLambda(&m_problem->params,
              lambda.subspan(static_cast<std::size_t>(m_firstRow), static_cast<std::size_t>(m_rows)));
}

}  // namespace sofa::core::behavior
