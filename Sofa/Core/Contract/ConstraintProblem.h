// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "Sofa/Core/Contract/ComplianceMatrix.h"
#include "Sofa/Core/Contract/ConstraintJacobian.h"

/// What a solver of constraints sees of a scene: rows, blocks of a known kind, violations (docs/manual/
/// constraint-problem.md). With the compliance W = J C J^T, multipliers lambda are sought so that the violation
/// d = dFree + W lambda and lambda satisfy the law of every block.
namespace sofa::core {

class Archive;

/// What is corrected, and from what violations are measured.
enum class ConstraintOrder { positionAndVelocity, position, velocity, acceleration };

struct ConstraintParams {
  ConstraintOrder order = ConstraintOrder::positionAndVelocity;
  VecCoordId x = vec::position, xFree = vec::freePosition;
  VecDerivId v = vec::velocity, vFree = vec::freeVelocity;
  double dt = 0;             ///< of the step, whatever that of a node is (s)
  bool keepsForces = false;  ///< whether multipliers count in the geometric stiffness of the step after
  bool usesPositionFactor() const {
    return order == ConstraintOrder::positionAndVelocity || order == ConstraintOrder::position;
  }
};

/// The law between the violations d and the multipliers f of a block.
enum class ConstraintKind {
  equality,       ///< d = 0
  unilateral,     ///< one row: d >= 0, f >= 0, d f = 0
  frictionCone,   ///< three rows, normal and two tangents: the normal one unilateral, |f_t| <= mu f_n
  augmentedCone,  ///< a friction cone whose multipliers follow the violation: each solve changes them by epsilon d
  bounded,        ///< one row: lower <= d <= upper, f = 0 inside
  own             ///< what the block's ConstraintLaw says
};

/// The law of a block that is none of the kinds above, told by how its multipliers are found where the others stand
/// still: what solvers that sweep over blocks need. The constraint that brings it along keeps it.
class ConstraintLaw {
 public:
  virtual ~ConstraintLaw() = default;
  /// Before a solve. w: the block of W on the diagonal.
  virtual void prepare(const linearalgebra::DenseMatrix& /*w*/) {}
  /// New multipliers from the present ones and the violation d that they leave.
  virtual void resolve(const linearalgebra::DenseMatrix& w, std::span<const double> d, std::span<double> force) = 0;
};

/// Rows that are solved together.
struct ConstraintBlock {
  ConstraintKind kind = ConstraintKind::equality;
  int rows = 1;
  int firstRow = 0;              ///< set by ConstraintProblem::addBlock()
  double friction = 0;           ///< mu of a friction cone
  double epsilon = 0;            ///< of an augmented cone: multiplier per violation
  double lower = 0, upper = 0;   ///< of a bounded row
  double load = 1;               ///< equality: part of the correction made in each sweep, in [0, 1]
  double tolerance = 0;          ///< error of the block that is small enough; 0: the solver's
  std::int64_t identity = 0;     ///< among the blocks of its constraint, the same at the next step
  bool startsFromLast = false;   ///< whether solvers start from the multipliers of the last solve
  ConstraintLaw* law = nullptr;  ///< of kind own
};

/// Multipliers of the blocks of one constraint at its last solve, by the identity of blocks.
class KeptMultipliers {
 public:
  /// Those of a block, zeros if it was not there.
  void read(const ConstraintBlock& block, std::span<double> lambda) const;
  void clear();
  /// After the last add(), finish() lets them be found. What is not finite is kept as zero: nothing starts from where
  /// a simulation diverged.
  void add(const ConstraintBlock& block, std::span<const double> lambda);
  void finish();
  void archive(Archive& archive);

 private:
  std::size_t slotOf(std::int64_t identity) const;

  std::vector<std::int64_t> m_identities;  ///< as they were added; of equal ones the last counts
  std::vector<int> m_begins;               ///< of the values of each
  std::vector<double> m_values;
  std::vector<int> m_slots;  ///< a hash table of places in the three above, half empty
};

/// All constraints of a solve. Built by Simulation; constraints add to it, corrections and solvers read it.
class ConstraintProblem {
 public:
  ConstraintParams params;
  ConstraintJacobian jacobian;

  void clear(const ConstraintParams& wanted);
  /// Adds a block with its violation at the free motion, one value per row; returns its first row.
  int addBlock(ConstraintBlock block, std::span<const double> violation);
  int addBlock(const ConstraintBlock& block, double violation) { return addBlock(block, std::span(&violation, 1)); }

  int rows() const { return jacobian.rowCount(); }
  std::span<const ConstraintBlock> blocks() const { return m_blocks; }
  /// At the free motion, one value per row.
  std::span<const double> violation() const { return m_violation; }
  /// Multipliers that the blocks had at the last solve, by identity.
  std::vector<double> last;
  /// What the solver finds; zeros before.
  std::vector<double> lambda;

 private:
  std::vector<ConstraintBlock> m_blocks;
  std::vector<double> m_violation;
};

}  // namespace sofa::core
