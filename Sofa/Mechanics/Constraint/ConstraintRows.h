// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

/// Mechanics without a scene: constraints, solvers of linear and nonlinear systems. Nothing here knows a component.
namespace sofa::mechanics {

/// The law between the violations d and the multipliers f of a block.
enum class ConstraintKind {
  equality,       ///< d = 0
  unilateral,     ///< one row: d >= 0, f >= 0, d f = 0
  frictionCone,   ///< three rows, normal and two tangents: the normal one unilateral, |f_t| <= mu f_n
  augmentedCone,  ///< a friction cone whose multipliers follow the violation: each solve changes them by epsilon d
  bounded,        ///< one row: lower <= d <= upper, f = 0 inside
  own             ///< what the block's ConstraintLaw says
};

/// The law of a block that is none of the kinds above. It finds the multipliers of the block while those of the other
/// blocks are fixed, as solvers that sweep over blocks need it. The constraint of the block owns it.
class ConstraintLaw {
 public:
  virtual ~ConstraintLaw() = default;
  /// Takes the diagonal block w of W before a solve.
  virtual void prepare(const linearalgebra::DenseMatrix& /*w*/) {}
  /// Updates the multipliers. d is the violation that the current ones leave.
  virtual void resolve(const linearalgebra::DenseMatrix& w, std::span<const double> d, std::span<double> force) = 0;
};

/// Rows that are solved together.
struct ConstraintBlock {
  ConstraintKind kind = ConstraintKind::equality;
  int rows = 1;
  int firstRow = 0;      ///< set by ConstraintRows::addBlock()
  bool isExact = false;  ///< three equations: solved whatever their scale; else not below an absolute determinant
  double friction = 0;   ///< mu of a friction cone
  double epsilon = 0;    ///< of an augmented cone: multiplier per violation
  double lower = 0, upper = 0;   ///< of a bounded row
  double load = 1;               ///< equality: part of the correction made in each sweep, in [0, 1]
  double tolerance = 0;          ///< error of the block that is small enough; 0: the solver's
  std::int64_t identity = 0;     ///< among the blocks of its constraint, the same at the next step
  bool startsFromLast = false;   ///< whether solvers start from the multipliers of the last solve
  ConstraintLaw* law = nullptr;  ///< of kind own
};

/// The blocks of a solve, the violations dFree of their rows at the free motion, and their multipliers lambda. With the
/// compliance W, lambda is sought so that d = dFree + W lambda and lambda satisfy the law of every block
/// (docs/manual/constraint-problem.md).
class ConstraintRows {
 public:
  /// The multipliers, one per row. They are zero until a solver sets them.
  std::vector<double> lambda;

  void clear();
  /// Adds a block with its violation at the free motion, one value per row; returns its first row.
  int addBlock(ConstraintBlock block, std::span<const double> violation);

  int rows() const { return static_cast<int>(m_violation.size()); }
  std::span<const ConstraintBlock> blocks() const { return m_blocks; }
  /// The violation at the free motion, one value per row.
  std::span<const double> violation() const { return m_violation; }

 private:
  std::vector<ConstraintBlock> m_blocks;
  std::vector<double> m_violation;
};

}  // namespace sofa::mechanics
