#pragma once
#include "Sofa/Core/Solver.h"

namespace sofa::component::linearsolver {

/// What solvers on an assembled matrix share: they prepare (factorise) when the matrix was built anew, and work on flat
/// vectors in the order of the unknowns.
class MatrixSolver : public core::LinearSolver {
 public:
  core::Data<bool> d_parallelInverseProduct{this, "parallelInverseProduct", false,
                                            "kept for scenes that set it; affects speed only"};
  core::Link<core::LinearSystem> l_linearSystem{this, "linearSystem",
                                                "system to solve; default: a MatrixLinearSystem made for this solver"};

  void init() override;
  core::LinearSystem* linearSystem() const override { return l_linearSystem.get(); }
  void build(const core::MechanicalParams& params) override;
  void solve(core::VecDerivId s, core::VecDerivId b) override;
  /// The same on flat vectors; x holds the initial guess. Prepares first if the matrix is new.
  void solve(std::span<const double> b, std::span<double> x);
  /// Solves for every column of `x` in place, with the matrix as it is.
  void solve(linearalgebra::DenseMatrix& x);

 protected:
  /// Called whenever the matrix was built anew. False: it cannot be solved, and a message was given.
  virtual bool prepare(const linearalgebra::BlockMatrix& a) = 0;
  virtual void apply(std::span<const double> b, std::span<double> x) = 0;
  virtual void applyMany(linearalgebra::DenseMatrix& x);
  /// Class of the system made where there is none.
  virtual std::string_view systemClass() const { return "MatrixLinearSystem"; }

 private:
  bool update();

  std::size_t m_version = 0;
  bool m_prepared = false;
  std::vector<double> m_b, m_x;
};

}  // namespace sofa::component::linearsolver
