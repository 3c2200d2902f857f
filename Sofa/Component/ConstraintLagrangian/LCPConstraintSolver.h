// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/SolveResidual.h"
#include "Sofa/Core/Contract/SolveSummary.h"
#include "Sofa/Mechanics/Constraint/BlockLaw.h"
#include "Sofa/Mechanics/Constraint/InteractionGroups.h"

namespace sofa::component::constraintlagrangian {

/// Contacts alone, with one coefficient of friction for all of them: projected Gauss-Seidel sweeps over their triples
/// of rows, or over single rows without friction (Duriez, Dubois, Kheddar, Andriot, Realistic haptic rendering of
/// interacting deformable objects in virtual environments, 2006). Every row counts as one of a contact: with other
/// constraints another solver is needed.
class LCPConstraintSolver final : public core::ConstraintSolver, public core::SolveSummary {
 public:
  template <class T>
  using Data = core::Data<T>;
  using Graph = std::map<std::string, std::vector<double>>;

  Data<bool> d_displayDebug{this, "displayDebug", false, "tell of every solve"};
  Data<bool> d_initialGuess{this, "initial_guess", true, "start from the multipliers of the last solve"};
  Data<bool> d_buildLcp{this, "build_lcp", true, "assemble W; else work with its products"};
  Data<double> d_tolerance{this, "tolerance", 0.001, "error per contact that ends the sweeps", {.required = true}};
  Data<int> d_maxIt{this, "maxIt", 1000, "most sweeps", {.required = true}};
  Data<double> d_regularizationTerm{this, "regularizationTerm", 0.0, "added to the diagonal of W"};
  Data<double> d_mu{this, "mu", 0.6, "friction of all contacts, whatever theirs; 0: none"};
  Data<double> d_minW{this, "minW", 0.0, "contacts whose normal compliance is at most this have no force; 0: all have"};
  Data<double> d_maxF{this, "maxF", 0.0,
                      "contacts with a normal multiplier of at least this have no force; 0: all have"};
  Data<std::vector<double>> d_constraintForces{this, "constraintForces", {}, "multipliers, if wanted"};
  Data<bool> d_computeConstraintForces{this, "computeConstraintForces", false, "copy the multipliers"};
  Data<Graph> d_graph{
      this, "graph", {}, "error of every sweep, and how much contacts still penetrate after it", {.group = "Graph"}};

  void init() override;
  void solve(const core::ConstraintParams& params, core::VecCoordId xResult, core::VecDerivId vResult) override;
  std::string solveSummary() const override { return m_residual.ends().summary(); }
  LastSolve lastSolve() const override;
  const core::ComplianceMatrix* lastMatrix() const override;
  linearalgebra::DenseMatrix lastCompliance() const override;

 private:
  struct Sweep {
    double error = 0;
    double penetration = 0;  ///< sum over contacts
  };
  /// False if the rows are not those of contacts.
  bool findContacts(const core::ConstraintProblem& problem);
  void sweepUntilSolved(core::ConstraintProblem& problem, mechanics::ComplianceOperator& compliance);
  Sweep sweep(core::ConstraintProblem& problem, mechanics::ComplianceOperator& compliance);
  /// Gives a contact its multipliers; the error and the penetration of it alone.
  Sweep solveContact(core::ConstraintProblem& problem, mechanics::ComplianceOperator& compliance, std::size_t c);
  /// Whether the problem is assembled and has no friction. Sweeps then start from zero, with one tolerance for all.
  bool isPlain() const { return d_mu.value() <= 0 && d_buildLcp.value(); }
  void dropLargeForces(core::ConstraintProblem& problem) const;
  /// The sum of the errors of all contacts below which the sweeps end.
  double scaledTolerance() const {
    return d_tolerance.value() * (isPlain() ? 1.0 : static_cast<double>(m_contacts.size() + 1));
  }
  /// Tells once that contacts ask for another friction than theirs.
  void compareFriction(const core::ConstraintProblem& problem);

  simulation::ConstraintAssembly m_assembly;
  SolveResidual m_residual{this};
  AssembledCompliance m_compliance;
  bool m_isAssembled = false;                     ///< whether the last solve filled it
  std::vector<core::ConstraintBlock> m_contacts;  ///< rows that are solved together
  std::vector<mechanics::BlockLaw> m_laws;        ///< of each contact
  std::vector<Sweep> m_sweeps;                    ///< of each contact
  mechanics::InteractionGroups m_groups;
  bool m_sharesSweeps = false;  ///< whether threads share sweeps, group by group
  bool m_toldOfRows = false, m_toldOfFriction = false;
};

}  // namespace sofa::component::constraintlagrangian
