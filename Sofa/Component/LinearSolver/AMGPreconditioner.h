// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/LinearAlgebra/AlgebraicMultigrid.h"

namespace sofa::component::linearsolver {

/// One V-cycle of smoothed aggregation multigrid (Vanek, Mandel and Brezina, Algebraic Multigrid by Smoothed
/// Aggregation for Second and Fourth Order Elliptic Problems, 1996), for elastic bodies: iteration counts of
/// PCGLinearSolver hardly grow with the mesh. The rigid motions of the body where it is are represented on every level.
class AMGPreconditioner : public MatrixSolver {
 public:
  Data<double> d_strength{this, "strength", 0.06,
                          "couplings below this part of the diagonal do not join points; halved on every level"};
  Data<int> d_smoothing{this, "smoothing", 2, "degree of the polynomial smoother before and after each correction"};
  Data<int> d_directSize{this, "directSize", 900, "systems of so many unknowns are solved directly"};
  Data<int> d_maxLevels{this, "maxLevels", 12, "most levels"};
  Data<bool> d_rigidModes{
      this, "rigidModes", true,
      "if false, or where the unknowns are not those of Vec3 points alone, constants take the place "
      "of rigid motions"};
  Data<int> d_levels{this, "levels", 0, "levels that were made", {.readOnly = true}};

  void init() override;
  /// Aggregates follow the matrix at which they were made: they are those of a fresh run again.
  void reset() override { m_multigrid.reset(); }
  void archive(core::Archive& archive) override;

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;

 private:
  void collectPoints(const linearalgebra::BlockMatrix& a);

  linearalgebra::AlgebraicMultigrid m_multigrid;
  std::vector<linearalgebra::AlgebraicMultigrid::Point> m_points;
};

}  // namespace sofa::component::linearsolver
