// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Helper/Results.h"

namespace sofa::component::linearsolver {

/// Solves every system with the inverse of the first matrix: s = A0^-1 b. The matrix is assembled and
/// inverted once, for small systems whose matrix hardly changes.
///
/// The inverse is kept in the file "<node>-<unknowns>-<dt>.comp" of the working directory: unknowns x unknowns reals,
/// by rows, of A0^-1 times the factor by which the ODE solver moves positions. A file of another size, or which doesn't
/// invert the matrix at hand, is replaced.
class PrecomputedLinearSolver : public MatrixSolver {
 public:
  Data<bool> d_jmjt_twostep{this, "jmjt_twostep", true,
                            "kept for scenes that set it: products with constraints are made with the whole inverse"};
  Data<bool> d_use_file{this, "use_file", true, "read the inverse from a file if it is there, and write it otherwise"};

  void build(const core::MechanicalParams& params) override;
  void archive(core::Archive& archive) override;

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void apply(std::span<const double> b, std::span<double> x) override;
  void applyMany(linearalgebra::DenseMatrix& x) override;
  std::string matrixType() const override { return "CompressedRowSparseMatrixd"; }

 private:
  std::string fileName(int unknowns) const;
  /// How far a solution moves positions; 1 where there is no ODE solver or it doesn't say.
  double positionFactor() const;
  /// Says that the inverse will be written, and where: it may be large.
  void announceFile(int unknowns) const;
  bool readFile(const linearalgebra::BlockMatrix& a);
  void writeFile(const std::string& file);
  bool inverts(const linearalgebra::BlockMatrix& a) const;

  /// Without the file a later run only takes longer.
  helper::ResultFiles m_results{[this](auto, auto text) { message(helper::Severity::Warning, std::move(text)); }};
  linearalgebra::DenseMatrix m_inverse;
};

}  // namespace sofa::component::linearsolver
