#pragma once
#include "Sofa/Core/Contract/ConstraintJacobian.h"
#include "Sofa/Core/Contract/MechanicalParams.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"

/// Contracts of constraints solved by multipliers (sheet 08): constraints give rows J and violations, a constraint
/// solver finds multipliers such that each block of rows is satisfied, corrections know the compliance of their states
/// and move them.
namespace sofa::core {

/// What is corrected, and from what violations are measured.
enum class ConstraintOrder { positionAndVelocity, position, velocity, acceleration };

struct ConstraintParams {
  ConstraintOrder order = ConstraintOrder::positionAndVelocity;
  VecCoordId x = vec::position, xFree = vec::freePosition;
  VecDerivId v = vec::velocity, vFree = vec::freeVelocity;
  double dt = 0;  ///< of the step, whatever that of a node is (s)
  bool usesPositionFactor() const {
    return order == ConstraintOrder::positionAndVelocity || order == ConstraintOrder::position;
  }
};

/// Rows that are resolved together.
class ConstraintBlock {
 public:
  explicit ConstraintBlock(int rows) : m_rows(rows) {}
  virtual ~ConstraintBlock() = default;
  int rows() const { return m_rows; }
  using Compliance = Eigen::Ref<const linearalgebra::DenseMatrix>;

  /// Before the first sweep: w is the block's own compliance; force holds 0 and may be set to a start value.
  virtual void init(const Compliance& /*w*/, std::span<double> /*force*/) {}
  /// New forces of the block from the present ones and the violation d they leave.
  virtual void resolve(const Compliance& w, std::span<const double> d, std::span<double> force) = 0;
  /// After the last sweep.
  virtual void store(std::span<const double> /*force*/) {}
  /// The forces that the next solve starts from, for checkpoints; empty if it starts from zero.
  virtual std::span<double> storedForces() { return {}; }

 private:
  int m_rows;
};

class BaseLagrangianConstraint : public Component {
 public:
  Data<int> d_group{this, "group", 0, "number of the group it belongs to; for tools, without effect"};
  Data<unsigned> d_constraintIndex{this, "constraintIndex", 0u, "first row in the constraint solver"};
  Data<double> d_endTime{this, "endTime", -1.0, "kept for scenes that set it; constraints act to the end"};

  /// Whether its states have the points it names; an error message says so if not. Asked whenever a state may have got
  /// another size: without its points a constraint is left out.
  virtual bool checkPoints() const { return true; }
  /// Adds the rows of J at params.x.
  virtual void buildRows(const ConstraintParams& params, ConstraintJacobian& jacobian) = 0;
  /// Sets its entries of `violation`, which has one for every row of the solver.
  virtual void getViolation(const ConstraintParams& params, std::span<double> violation) = 0;
  /// Appends its blocks, which it owns, in the order of its rows.
  virtual void addBlocks(std::vector<ConstraintBlock*>& blocks) = 0;
};

/// Knows the compliance of one or several states, and moves them by multipliers.
class ConstraintCorrection : public Component {
 public:
  /// w += factor J C J^T.
  virtual void addCompliance(const ConstraintParams& params, const ConstraintJacobian& jacobian,
                             linearalgebra::DenseMatrix& w) = 0;
  /// xResult, vResult := the free motion plus what the multipliers do.
  virtual void correct(const ConstraintParams& params, const ConstraintJacobian& jacobian,
                       std::span<const double> lambda, VecCoordId xResult, VecDerivId vResult) = 0;
};

class ConstraintSolver : public Component {
 public:
  /// Finds multipliers for the motion given by params and writes the corrected motion.
  virtual void solve(const ConstraintParams& params, VecCoordId xResult, VecDerivId vResult) = 0;
};

}  // namespace sofa::core
