// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Core/Contract/NodeRotations.h"

namespace sofa::component::linearsolver {

/// z = R A0^-1 R^T r: the inverse of the matrix of the first step, turned with the body since then
/// (docs/manual/solvers.md, "Warped preconditioners").
///
/// With its own system, which is never assembled, it gives zero: the solver above then does nothing. Linked to a
/// MatrixLinearSystem it does what it is for. A0 is factorised, which takes less time and memory than the dense inverse
/// of the reference, so nothing is read from or written to a file. R turns the points of the first force field of the
/// node, or above, that knows node rotations.
class PrecomputedWarpPreconditioner : public MatrixSolver {
 public:
  Data<bool> d_twoSteps{this, "jmjt_twostep", true, "kept for scenes that set it; affects speed only"};
  Data<bool> d_useFile{this, "use_file", true,
                       "kept for scenes that set it: a factorisation serves, which is made faster than a file is read"};
  Data<bool> d_shareMatrix{this, "share_matrix", true,
                           "kept for scenes that set it: each component has a factorisation of its own"};
  Data<bool> d_useRotations{this, "use_rotations", true, "if false, the inverse is not turned"};
  Data<double> d_drawRotationsScale{
      this,
      "draw_rotations_scale",
      0.0,
      "length of the axes that show how far each point has turned, with the behaviour models (m); 0: none",
      {.group = "Visualization"}};
  core::Link<core::LinearSolver> l_linearSolver{
      this, "linearSolver", "kept for scenes that set it: the factorisation is that of this component"};

  void bwdInit() override;
  void archive(core::Archive& archive) override;
  void draw(core::DrawList& list) const override;

 protected:
  bool waitsForNewMatrix() const override { return true; }
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;
  std::string_view systemClass() const override { return "PrecomputedMatrixSystem"; }

 private:
  void turn(std::span<double> x, bool back) const;
  int firstUnknown() const;

  const core::NodeRotations* m_rotations = nullptr;
  core::BaseState* m_state = nullptr;  ///< the one they are about
  linearalgebra::SparseLDL m_factors;
  linearalgebra::BlockMatrix m_matrix;  ///< A0
  std::size_t m_pattern = 0;
  int m_first = -1;  ///< first unknown that turns, -1: none does
  std::vector<type::Mat3> m_start, m_now;
  bool m_startRestored = false;  ///< from a checkpoint: the next factorisation keeps it
};

}  // namespace sofa::component::linearsolver
