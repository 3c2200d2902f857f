#pragma once
#include "Sofa/Component/ConstraintLagrangian/ComplianceOperator.h"
#include "Sofa/Simulation/Mechanics/ConstraintAssembly.h"

namespace sofa::component::constraintlagrangian {

/// W where every point, or rigid body, moves by itself: forces move points, and rows read off how far, so that a block
/// costs what its own points cost, however many other rows act on them. W would have an entry for each two of those.
/// Multipliers are those of W up to rounding.
class PointwiseCompliance final : public ComplianceOperator {
 public:
  /// False if a correction knows no points, or where W is cheap: that is to be used then.
  bool build(const simulation::ConstraintAssembly& assembly);
  /// Before sweeps: points lie where problem.lambda moves them.
  void start(const core::ConstraintProblem& problem);

  void diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const override;
  void addDisplacement(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                       std::span<double> d) const override;
  /// Several threads may tell of blocks without common points.
  void forcesChanged(const core::ConstraintBlock& block, std::span<const double> before,
                     std::span<const double> now) override;

  /// The same two of a block of three rows, in line.
  void addDisplacementOfThree(const core::ConstraintBlock& block, double* d) const {
    addDisplacementOfPart(m_partOfRow[block.firstRow], d, together);
  }
  void threeForcesChanged(const core::ConstraintBlock& block, const double* before, const double* now) {
    const double change[together] = {now[0] - before[0], now[1] - before[1], now[2] - before[2]};
    if (change[0] != 0 || change[1] != 0 || change[2] != 0) push(m_partOfRow[block.firstRow], change);
  }

  std::size_t pointCount() const { return m_points.size(); }
  /// Calls f(point) for those a block acts on.
  template <class F>
  void forEachPoint(const core::ConstraintBlock& block, const F& f) const {
    const auto [first, last] = partsOf(block);
    for (int k = m_termBegins[first]; k < m_termBegins[last]; ++k) f(static_cast<std::size_t>(m_terms[k].point));
  }

 private:
  static constexpr int together = 3;  ///< rows, those of a contact: a block has one part, or as many as it needs
  typedef double Quad __attribute__((vector_size(32)));  // the last lane is empty
  /// J of the rows of a part at one point.
  struct Term {
    int point;
    Quad linear[together], angular[together];
  };
  struct Point {
    Quad moved{}, turned{};
    Quad angular[3]{};  ///< columns of R
    double linear = 0;
  };
  struct Use {
    int part, point;
  };
  using RowBlock = core::ConstraintJacobian::Block;

  bool isWorthIt(const core::ConstraintProblem& problem);
  void findParts(const core::ConstraintProblem& problem);
  void findTerms(const core::ConstraintProblem& problem);
  void setTerms(const core::ConstraintProblem& problem);
  /// The first, and that behind the last.
  std::pair<int, int> partsOf(const core::ConstraintBlock& block) const {
    const int first = m_partOfRow[block.firstRow];
    return {first, first + (block.rows + together - 1) / together};
  }
  void addDisplacementOfPart(int part, double* d, std::size_t rows) const;
  void push(int part, const double* change);

  core::PointCompliances m_compliances;
  std::vector<Point> m_points;
  std::vector<int> m_partOfRow, m_placeOfRow;  ///< and the place of a row in its part
  std::vector<Use> m_uses;                     ///< points of parts, state by state
  std::vector<int> m_useOf;                    ///< by blocks of J
  std::vector<int> m_termBegins, m_termOf;     ///< by parts, by uses
  std::vector<Term> m_terms;                   ///< part by part
  std::vector<int> m_rowCounts;                ///< by points
};

inline void PointwiseCompliance::addDisplacementOfPart(int part, double* d, std::size_t rows) const {
  Quad sums[together] = {};
  for (int k = m_termBegins[part]; k < m_termBegins[part + 1]; ++k) {
    const Term& term = m_terms[k];
    const Point& point = m_points[term.point];
    for (int row = 0; row < together; ++row)
      sums[row] += term.linear[row] * point.moved + term.angular[row] * point.turned;
  }
  for (std::size_t row = 0; row < rows; ++row) d[row] += sums[row][0] + sums[row][1] + sums[row][2];
}

inline void PointwiseCompliance::push(int part, const double* change) {
  for (int k = m_termBegins[part]; k < m_termBegins[part + 1]; ++k) {
    const Term& term = m_terms[k];
    Point& point = m_points[term.point];
    const Quad force = term.linear[0] * change[0] + term.linear[1] * change[1] + term.linear[2] * change[2];
    const Quad torque = term.angular[0] * change[0] + term.angular[1] * change[1] + term.angular[2] * change[2];
    point.moved += point.linear * force;
    point.turned += point.angular[0] * torque[0] + point.angular[1] * torque[1] + point.angular[2] * torque[2];
  }
}

}  // namespace sofa::component::constraintlagrangian
