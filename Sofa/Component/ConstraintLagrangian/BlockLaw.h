#pragma once
#include <Eigen/Cholesky>
#include <cmath>

#include "Sofa/Core/Contract/ConstraintProblem.h"
#include "Sofa/Type/Vec.h"

namespace sofa::component::constraintlagrangian {

/// Finds the multipliers of one block that satisfy its law for the violation the others leave: the inner step of a
/// block Gauss-Seidel sweep (docs/manual/constraint-problem.md).
class BlockLaw {
 public:
  /// w: the block of W on the diagonal, rows x rows.
  void prepare(const core::ConstraintBlock& block, const linearalgebra::DenseMatrix& w);
  /// New multipliers of the block from the present ones and the violation d they leave.
  void resolve(const core::ConstraintBlock& block, std::span<const double> d, std::span<double> force);
  /// Of a friction cone, in line: most of the time of a solve goes here.
  void resolveCone(double friction, const double* d, double* force) const;
  /// As prepare() took it.
  Eigen::Map<const linearalgebra::DenseMatrix> compliance() const {
    return {m_rows > few ? m_large.data() : m_w.data(), m_rows, m_rows};
  }

 private:
  void resolveEquality(const core::ConstraintBlock& block, std::span<const double> d, std::span<double> force);
  static void resolveAugmented(const core::ConstraintBlock& block, std::span<const double> d, std::span<double> force);

  static constexpr int few = 3;
  /// What moves less than that by a unit of force does not move: both ends of a row are obstacles, or it has no
  /// direction.
  static constexpr double immovable = 1e-30;

  int m_rows = 0;
  std::array<double, few * few> m_w;      ///< of few rows, which sweeps find one after the other in memory
  type::Mat3 m_inverse;                   ///< of three equations
  linearalgebra::DenseMatrix m_large;     ///< of more rows
  Eigen::LDLT<Eigen::MatrixXd> m_factor;  ///< of another number of them
  Eigen::VectorXd m_change;
};

/// The normal force first; the tangential ones answer the violation it leaves, within the cone.
inline void BlockLaw::resolveCone(double friction, const double* d, double* force) const {
  const double normal = m_w[0], tangential = m_w[4] + m_w[8];  // the diagonal of three by three
  const double before = force[0];
  if (normal > immovable) force[0] -= d[0] / normal;
  if (!(normal > immovable && force[0] >= 0)) {
    force[0] = force[1] = force[2] = 0;
    return;
  }
  const double change = force[0] - before;
  if (tangential > immovable)
    for (int i = 1; i < few; ++i) force[i] -= 2 * (d[i] + m_w[few * i] * change) / tangential;
  const double size = std::sqrt(force[1] * force[1] + force[2] * force[2]), limit = friction * force[0];
  if (size <= limit) return;
  for (int i = 1; i < few; ++i) force[i] *= limit / size;
}

}  // namespace sofa::component::constraintlagrangian
