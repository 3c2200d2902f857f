// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/IterativeSolver.h"
#include "Sofa/Mechanics/Krylov/ConjugateGradients.h"

namespace sofa::component::linearsolver {

/// Conjugate gradients without preconditioner (mechanics::ConjugateGradients), matrix-free or on an assembled matrix.
///
/// Stops when |r| / |b| <= tolerance, when |p.Ap| <= threshold (absolute), or after `iterations`.
class CGLinearSolver : public IterativeSolver {
 public:
  Data<unsigned> d_iterations{this, "iterations", 25u, "most iterations of a solve", {.required = true}};
  Data<double> d_tolerance{
      this, "tolerance", 1e-5, "relative residual |r| / |b| that ends a solve", {.required = true}};
  Data<double> d_threshold{
      this, "threshold", 1e-5, "value of p.Ap below which a solve ends (an energy, not scaled)", {.required = true}};
  Data<bool> d_warmStart{this, "warmStart", false, "start from the previous solution"};
  Data<std::map<std::string, std::vector<double>>> d_graph{this,
                                                           "graph",
                                                           {},
                                                           "Error and Denominator of each iteration of the last solve",
                                                           {.group = "Analysis", .readOnly = true}};

  void init() override;
  void solve(core::VecDerivId s, core::VecDerivId b) override;
  void reset() override;
  void archive(core::Archive& archive) override;

 private:
  void report(const mechanics::ConjugateGradients::Outcome& outcome);

  simulation::TemporaryDeriv m_residual, m_direction, m_product;
  mechanics::ConjugateGradients::History m_history;
  std::size_t m_previousSolves = 0;
  double m_largestRightSide = 0;
};

}  // namespace sofa::component::linearsolver
