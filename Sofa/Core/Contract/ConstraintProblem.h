// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "Sofa/Core/Contract/ConstraintJacobian.h"
#include "Sofa/Mechanics/Constraint/ComplianceMatrix.h"
#include "Sofa/Mechanics/Constraint/ConstraintRows.h"

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
  bool isExact = false;      ///< of a scene without the defects of SOFA v26.06; set by Simulation
  bool keepsForces = false;  ///< whether multipliers count in the geometric stiffness of the step after
  bool usesPositionFactor() const {
    return order == ConstraintOrder::positionAndVelocity || order == ConstraintOrder::position;
  }
};

using mechanics::ComplianceColumn;
using mechanics::ComplianceMatrix;
using mechanics::ConstraintBlock;
using mechanics::ConstraintKind;
using mechanics::ConstraintLaw;

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
class ConstraintProblem : public mechanics::ConstraintRows {
 public:
  ConstraintParams params;
  ConstraintJacobian jacobian;
  /// Multipliers that the blocks had at the last solve, by identity.
  std::vector<double> last;

  void clear(const ConstraintParams& wanted);
  /// Adds a block with its violation at the free motion, one value per row; returns its first row.
  int addBlock(ConstraintBlock block, std::span<const double> violation);
  int addBlock(const ConstraintBlock& block, double violation) { return addBlock(block, std::span(&violation, 1)); }
};

}  // namespace sofa::core
