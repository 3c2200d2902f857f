// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>

#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Jacobi iterations: all blocks answer the violation that the multipliers of the iteration before leave. They converge
/// where W is dominated by its diagonal; spectralCorrectionFactor damps them elsewhere, and a growing part of the last
/// change (conjugate residue) speeds them up. Iterations that go round go on with half the damping factor, and
/// those that run away start anew with it: below 2 / (largest eigenvalue of D^-1 W), D being the blocks on the
/// diagonal, they converge. `sor` is not used.
class ImprovedJacobiConstraintSolver final : public IterativeConstraintSolver {
 public:
  Data<bool> d_useSpectralCorrection{this, "useSpectralCorrection", false,
                                     "scale violations by 1.8 / |largest eigenvalue of W|^2, at most 1"};
  Data<double> d_spectralCorrectionFactor{this, "spectralCorrectionFactor", 1.0, "further factor of that scale"};
  Data<bool> d_useConjugateResidue{this, "useConjugateResidue", false,
                                   "add the part (iteration / maxIterations)^speed of the last change of multipliers"};
  Data<double> d_conjugateResidueSpeedFactor{this, "conjugateResidueSpeedFactor", 10.0, "exponent of that part"};

 protected:
  void buildCompliance() override { m_compliance.build(assembly(), d_regularizationTerm.value()); }
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;
  const core::ComplianceMatrix* assembledCompliance() const override { return &m_compliance.matrix(); }
  const char* adviceIfUnsolved() const override {
    return "Iterations that do not settle need damping, useSpectralCorrection=\"1\" with a small "
           "spectralCorrectionFactor, or a BlockGaussSeidelConstraintSolver.";
  }

 private:
  struct Progress {
    double smallest = std::numeric_limits<double>::infinity();  ///< error of the iterations so far
    int sinceSmallest = 0;
    bool isRunaway = false;  ///< errors grow without end
    bool goesRound = false;  ///< there was no smaller error for long: a circle, or rounding
    void add(double error);
  };

  void start(core::ConstraintProblem& problem);
  double spectralScale() const;
  /// One iteration with violations scaled by rho and the part beta of the last change.
  mechanics::BlockSweep::Result iterateOnce(core::ConstraintProblem& problem, double rho, double beta,
                                            double tolerance);

  RegularizedCompliance m_compliance{this};
  linearalgebra::DenseMatrix m_w;
  std::vector<mechanics::BlockLaw> m_laws;
  Eigen::VectorXd m_violation, m_scaled, m_last, m_change;
  std::vector<double> m_blockErrors;
};

}  // namespace sofa::component::constraintlagrangian
