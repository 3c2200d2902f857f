// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Cholesky>
#include <cmath>
#include <memory>

#include "Sofa/Mechanics/Constraint/ConstraintRows.h"
#include "Sofa/Type/Vec.h"

namespace sofa::mechanics {

/// Finds the multipliers of one block that satisfy its law while those of the other blocks are fixed. This is the inner
/// step of a block Gauss-Seidel sweep (docs/manual/constraint-problem.md).
class BlockLaw {
 public:
  /// Takes the diagonal block w of W, with the rows of the block. Three exact equations are solved except along
  /// directions whose compliance is within rounding of zero, compared with the others.
  void prepare(const ConstraintBlock& block, const linearalgebra::DenseMatrix& w);
  /// Updates the multipliers of the block. d is the violation that the current ones leave.
  void resolve(const ConstraintBlock& block, std::span<const double> d, std::span<double> force);
  /// Does the same for a friction cone. It is inlined because a solve spends most of its time here.
  void resolveCone(double friction, const double* d, double* force) const;
  /// The block of W that prepare() took.
  Eigen::Map<const linearalgebra::DenseMatrix> compliance() const {
    return {m_rows > few ? m_other->large.data() : m_w.data(), m_rows, m_rows};
  }

 private:
  void resolveEquality(const ConstraintBlock& block, std::span<const double> d, std::span<double> force);
  static void resolveAugmented(const ConstraintBlock& block, std::span<const double> d, std::span<double> force);

  static constexpr int few = 3;  ///< rows whose matrix needs no memory of its own
  /// A smaller compliance counts as zero: both ends of the row are obstacles, or the row has no direction.
  static constexpr double immovable = 1e-30;

  /// Members that contacts do not need. They lie apart so that sweeps find the laws of contacts close in memory.
  struct Other {
    type::Mat3 inverse;                   ///< of three equations
    linearalgebra::DenseMatrix large;     ///< W of more rows, or of a law that the constraint brings along
    Eigen::LDLT<Eigen::MatrixXd> factor;  ///< of another number of equations
    Eigen::VectorXd change;
  };

  int m_rows = 0;
  std::array<double, few * few> m_w;  ///< of few rows
  std::unique_ptr<Other> m_other;
};

/// Solves for the normal multiplier first, then for the tangential ones with the violation that is left, within the
/// cone. The code has no branches, because a processor cannot predict which contacts slip.
inline void BlockLaw::resolveCone(double friction, const double* d, double* force) const {
  const double normal = m_w[0], tangential = m_w[4] + m_w[8];  // the diagonal of three by three
  const double perNormal = 1 / normal, perTangential = 2 / tangential;
  const double pressed = force[0] - d[0] * perNormal, change = pressed - force[0];
  const bool turns = tangential > immovable;
  const double pushS = perTangential * (d[1] + m_w[few] * change),
               pushT = perTangential * (d[2] + m_w[2 * few] * change);
  const double s = turns ? force[1] - pushS : force[1], t = turns ? force[2] - pushT : force[2];
  const double size = std::sqrt(s * s + t * t), limit = friction * pressed, slipping = limit / size;
  const double part = size > limit ? slipping : 1;
  const bool acts = normal > immovable && pressed >= 0;
  force[0] = acts ? pressed : 0;
  force[1] = acts ? s * part : 0;
  force[2] = acts ? t * part : 0;
}

}  // namespace sofa::mechanics
