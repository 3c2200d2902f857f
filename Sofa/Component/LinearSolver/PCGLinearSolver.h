// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/IterativeSolver.h"
#include "Sofa/Mechanics/Krylov/PreconditionedConjugateGradients.h"

namespace sofa::component::linearsolver {

/// Conjugate gradients on a matrix-free system, preconditioned by another linear solver
/// (mechanics::PreconditionedConjugateGradients).
///
/// Starts from the previous solution and stops when r.Cr <= tolerance b.b, where C is one solve of the preconditioner,
/// or after `iterations`. Note the squares, and that the test depends on the scale of C.
class PCGLinearSolver : public IterativeSolver {
 public:
  Data<unsigned> d_iterations{this, "iterations", 25u, "most iterations of a solve"};
  Data<double> d_tolerance{this, "tolerance", 1e-5, "value of r.Cr / b.b that ends a solve (of squared norms)"};
  Data<bool> d_usePreconditioner{this, "use_precond", true, "if false, the preconditioner is not used"};
  Data<std::map<std::string, std::vector<double>>> d_graph{this,
                                                           "graph",
                                                           {},
                                                           "Error: r.Cr / b.b before each iteration of the last solve",
                                                           {.group = "Analysis", .readOnly = true}};
  core::Link<core::LinearSolver> l_preconditioner{
      this, "preconditioner",
      "linear solver on an assembled matrix that approximates the inverse; without one, plain conjugate gradients"};

  void init() override;
  void bwdInit() override;
  void build(const core::MechanicalParams& params) override;
  void solve(core::VecDerivId s, core::VecDerivId b) override;

 private:
  void connectPreconditioner();
  bool checkPreconditioner() const;
  void report(const mechanics::PreconditionedConjugateGradients::Outcome& outcome);

  core::Link<core::LinearSystem>* m_preconditionerSystem = nullptr;
  core::LinearSolver* m_preconditioner = nullptr;  ///< null: none, or not wanted
  simulation::TemporaryDeriv m_residual, m_direction, m_product, m_preconditioned;
  std::vector<double> m_errors;
  bool m_toldNegative = false;
};

}  // namespace sofa::component::linearsolver
