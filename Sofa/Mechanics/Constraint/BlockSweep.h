// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Mechanics/Constraint/BlockLaw.h"
#include "Sofa/Mechanics/Constraint/ComplianceOperator.h"
#include "Sofa/Mechanics/Constraint/InteractionGroups.h"
#include "Sofa/Mechanics/Constraint/PointwiseCompliance.h"

namespace sofa::mechanics {

/// A block Gauss-Seidel sweep. Each block in turn gets the multipliers that satisfy its law while the others stay
/// (Duriez, Dubois, Kheddar, Andriot, Realistic haptic rendering of interacting deformable objects in virtual
/// environments, 2006).
class BlockSweep {
 public:
  /// Takes the diagonal blocks. Call it before the sweeps over a problem.
  void prepare(const ConstraintRows& problem, const ComplianceOperator& compliance);

  struct Result {
    double error = 0;
    bool verified = true;  ///< whether no row changed by more than the tolerance
  };
  /// Sweeps over all blocks. Several threads share the sweep if bodies move by themselves, or if groups are given,
  /// between which W has no entries. The result does not depend on the number of threads.
  Result run(ConstraintRows& problem, ComplianceOperator& compliance, double tolerance,
             const InteractionGroups* groups = nullptr);
  /// Sweeps over these blocks alone. Several threads may sweep over different groups at a time.
  Result runGroup(ConstraintRows& problem, ComplianceOperator& compliance, double tolerance,
                  std::span<const int> blocks);

  /// In the last sweep, the violation of each row when its block was solved, and the error of each block.
  const std::vector<double>& violations() const { return m_violations; }
  const std::vector<double>& blockErrors() const { return m_blockErrors; }

 private:
  /// The data of a contact that a sweep reads, stored contact by contact.
  struct Contact {
    std::array<double, 3> violation{};
    double friction = 0, tolerance = 0;
    int block = 0, row = 0;
    PointwiseCompliance::Range terms{};
    bool isContact = false;
  };

  void fit(const ConstraintRows& problem);
  static void setContact(Contact& contact, const ConstraintRows& problem, const PointwiseCompliance& points,
                         std::size_t b);
  /// Updates the multipliers of a block. Returns false if a row changed by more than the tolerance.
  bool solveBlock(ConstraintRows& problem, ComplianceOperator& compliance, double tolerance, std::size_t b,
                  BlockLaw& law);
  /// Does the same for a contact with friction, if each body moves by itself.
  bool solveContact(ConstraintRows& problem, PointwiseCompliance& compliance, double tolerance, std::size_t place);
  /// Calls solveContact() or solveBlock().
  bool solvePlace(ConstraintRows& problem, PointwiseCompliance& compliance, double tolerance, std::size_t place);
  bool runScheduled(ConstraintRows& problem, PointwiseCompliance& compliance, double tolerance);

  std::vector<BlockLaw> m_laws;     ///< by block, or by place where bodies move by themselves
  std::vector<Contact> m_contacts;  ///< by place
  std::vector<double> m_violations, m_blockErrors;
  std::vector<char> m_verified;  ///< by group
};

}  // namespace sofa::mechanics
