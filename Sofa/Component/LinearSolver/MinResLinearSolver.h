// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/IterativeSolver.h"
#include "Sofa/Mechanics/Krylov/MinimalResiduals.h"

namespace sofa::component::linearsolver {

/// Minimal residuals for symmetric systems, definite or not (mechanics::MinimalResiduals).
///
/// Starts from the previous solution. With |A| as estimated by the Lanczos process, it stops when |r| / (|A| |s|) or
/// |A r| / (|A| |r|) is at most `tolerance`, when rounding allows no better, or after `iterations`.
class MinResLinearSolver : public IterativeSolver {
 public:
  Data<unsigned> d_iterations{this, "iterations", 25u, "most iterations of a solve", {.required = true}};
  Data<double> d_tolerance{this,
                           "tolerance",
                           1e-5,
                           "value of |r| / (|A| |s|), or of |A r| / (|A| |r|), that ends a solve",
                           {.required = true}};
  Data<std::map<std::string, std::vector<double>>> d_graph{
      this, "graph", {}, "Error: |r| of each iteration of the last solve", {.group = "Analysis", .readOnly = true}};

  void init() override;
  void solve(core::VecDerivId s, core::VecDerivId b) override;

 private:
  simulation::TemporaryDeriv m_u, m_v, m_y, m_w[3];
  std::vector<double> m_errors;
};

}  // namespace sofa::component::linearsolver
