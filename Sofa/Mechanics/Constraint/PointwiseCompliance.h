// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Mechanics/Constraint/ComplianceOperator.h"
#include "Sofa/Mechanics/Constraint/PointCompliance.h"
#include "Sofa/Mechanics/Constraint/SweepSchedule.h"

namespace sofa::mechanics {

/// W for points and rigid bodies that move by themselves. Multipliers move the points, and rows read the displacements
/// of their points. So the cost of a block does not grow with the number of rows on its points, while an assembled W
/// has an entry for each pair of these rows. The multipliers are those of the assembled W up to rounding.
class PointwiseCompliance final : public ComplianceOperator {
 public:
  /// Takes the points and the blocks of J on them. Returns false if an assembled W is cheaper; use that then.
  bool build(const ConstraintRows& problem, std::span<const PointCompliance> points, std::span<const PointRows> rows);
  /// Moves the points by problem.lambda. Call it before the sweeps.
  void start(const ConstraintRows& problem);

  void diagonalBlock(const ConstraintBlock& block, linearalgebra::DenseMatrix& w) const override;
  void addDisplacement(const ConstraintRows& problem, const ConstraintBlock& block, std::span<double> d) const override;
  /// Several threads may call it for blocks without common points.
  void forcesChanged(const ConstraintBlock& block, std::span<const double> before,
                     std::span<const double> now) override;

  /// The terms of a block of three rows. The inline functions below do the same as the two above for such a block.
  struct Range {
    int begin, end;
  };
  Range termsOfThree(const ConstraintBlock& block) const { return m_termsOf[m_partOfRow[block.firstRow]]; }
  void addDisplacement(Range terms, double* d) const;
  void push(Range terms, const double* change);

  /// The points that move, by the blocks that act on them.
  SweepSchedule::Uses uses() const { return {m_blockUses, m_usedPoints, m_points.size()}; }
  /// The order of blocks in which their terms follow each other in memory.
  SweepSchedule& schedule() { return m_schedule; }
  const SweepSchedule& schedule() const { return m_schedule; }

 private:
  static constexpr int together = 3;  ///< rows, those of a contact: a block has one part, or as many as it needs
  typedef double Quad __attribute__((vector_size(32)));
  typedef long Lanes __attribute__((vector_size(32)));
  typedef double QuadAnywhere __attribute__((vector_size(32), aligned(8), may_alias));
  /// J of the rows of a part at one point.
  struct Term {
    double rows[6 * together]{};  ///< three linear, then three angular entries of each
    double behind = 0;            ///< what is read with the last three
    int point = 0;

    /// Three entries in the first lanes. The last lane holds the number behind them.
    Quad linear(int row) const { return *reinterpret_cast<const QuadAnywhere*>(rows + 6 * row); }
    Quad angular(int row) const { return *reinterpret_cast<const QuadAnywhere*>(rows + 6 * row + 3); }
  };
  /// The last lanes are zero.
  struct Point {
    Quad moved{}, turned{};
    Quad linear{};
    Quad angular[3]{};  ///< columns of R
  };
  struct Use {
    int part, point;
  };
  bool isWorthIt(const ConstraintRows& problem);
  void findParts(const ConstraintRows& problem);
  void findUses();
  void planSweeps(const ConstraintRows& problem);
  void setTerms();
  /// The first part of a block, and the part behind its last one.
  std::pair<int, int> partsOf(const ConstraintBlock& block) const {
    const int first = m_partOfRow[block.firstRow];
    return {first, first + (block.rows + together - 1) / together};
  }

  std::span<const PointCompliance> m_compliances;  ///< while it is built
  std::span<const PointRows> m_pointRows;          ///< the same
  std::vector<Point> m_points;
  std::vector<int> m_partOfRow, m_placeOfRow;  ///< and the place of a row in its part
  std::vector<Use> m_uses;                     ///< points of parts, state by state
  std::vector<int> m_useOf;                    ///< by blocks of J; none of what does not move
  std::vector<int> m_useBegins, m_usedPoints;  ///< of parts
  std::vector<int> m_blockUses;                ///< where the points of blocks begin
  std::vector<int> m_placeOfUse;               ///< among the points of its part
  SweepSchedule m_schedule;
  std::vector<Range> m_termsOf;  ///< of parts
  std::vector<Term> m_terms;     ///< as the schedule has them
  std::vector<int> m_rowCounts;  ///< by points
};

inline void PointwiseCompliance::addDisplacement(Range terms, double* d) const {
  Quad sums[together] = {};
  for (int k = terms.begin; k < terms.end; ++k) {
    const Term& term = m_terms[k];
    const Point& point = m_points[term.point];
    for (int row = 0; row < together; ++row)
      sums[row] += term.linear(row) * point.moved + term.angular(row) * point.turned;
  }
  const Quad low = __builtin_shuffle(sums[0], sums[1], Lanes{0, 4, 2, 6});
  const Quad high = __builtin_shuffle(sums[0], sums[1], Lanes{1, 5, 3, 7}) + low;
  d[0] += high[0] + low[2];
  d[1] += high[1] + low[3];
  d[2] += sums[2][0] + sums[2][1] + sums[2][2];
}

inline void PointwiseCompliance::push(Range terms, const double* change) {
  for (int k = terms.begin; k < terms.end; ++k) {
    const Term& term = m_terms[k];
    Point& point = m_points[term.point];
    const Quad force = term.linear(0) * change[0] + term.linear(1) * change[1] + term.linear(2) * change[2];
    const Quad torque = term.angular(0) * change[0] + term.angular(1) * change[1] + term.angular(2) * change[2];
    point.moved += point.linear * force;
    point.turned += point.angular[0] * torque[0] + point.angular[1] * torque[1] + point.angular[2] * torque[2];
  }
}

}  // namespace sofa::mechanics
