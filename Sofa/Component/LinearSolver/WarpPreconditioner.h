// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::linearsolver {

/// z = R S^-1 R^T r (docs/manual/solvers.md, "Warped preconditioners"): the inverse of a matrix assembled some steps
/// ago, turned by the rotations R of the points, which its RotationMatrixSystem holds. S^-1 is one solve of another
/// linear solver.
class WarpPreconditioner : public MatrixSolver {
 public:
  core::Link<core::LinearSolver> l_linearSolver{
      this, "linearSolver", "solver of the matrix to turn, on an assembled system; default: the first of the node"};

  void bwdInit() override;

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;
  std::string_view systemClass() const override { return "RotationMatrixSystem"; }

 private:
  core::LinearSolver* findSolver() const;

  const linearalgebra::BlockMatrix* m_rotation = nullptr;  ///< its 3x3 diagonal blocks
  simulation::TemporaryDeriv m_turned, m_solution;
  std::vector<double> m_work;
};

}  // namespace sofa::component::linearsolver
