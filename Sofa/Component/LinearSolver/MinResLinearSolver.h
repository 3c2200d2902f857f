// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/IterativeSolver.h"

namespace sofa::component::linearsolver {

/// Minimal residuals for symmetric systems, definite or not (Paige and Saunders, Solution of Sparse
/// Indefinite Systems of Linear Equations, 1975).
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
  /// The two recurrences: of the Lanczos vectors, and of the rotations that make the tridiagonal matrix triangular.
  struct Recurrence {
    double beta1 = 0, beta = 0, previousBeta = 0, alpha = 0;
    double squaredNorm = 0;  ///< T, the square of the estimate of |A|
    double cosine = -1, sine = 0, dbar = 0, epsilon = 0, previousEpsilon = 0, delta = 0, gamma = 0, root = 0;
    double phi = 0, phibar = 0;
    double largestGamma = 0, smallestGamma = 0;
    void rotate();
  };
  enum class End { none, converged, limit };

  void lanczosStep(unsigned i, Recurrence& c);
  void updateSolution(core::VecDerivId s, Recurrence& c, unsigned i);
  End test(core::VecDerivId s, const Recurrence& c, unsigned i);

  simulation::TemporaryDeriv m_u, m_v, m_y, m_w[3];
  std::vector<double> m_errors;
};

}  // namespace sofa::component::linearsolver
