// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LastSolution.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::component::linearsolver {

/// What solvers on an assembled matrix share: they prepare (factorise) when the matrix was built anew, and work on flat
/// vectors in the order of the unknowns.
///
/// Where the matrix cannot be solved the solution is zero, and a message says why: at the first failure, and their
/// number at the end.
class MatrixSolver : public core::LinearSolver, public core::LastSolution {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<int> d_nbThreads{this, "nbThreads", 0, "kept for scenes that set it: solvers use the threads of the program"};
  Data<std::string> d_taskSchedulerType{this, "taskSchedulerType", "_default",
                                        "kept for scenes that set it: there is one scheduler"};
  Data<bool> d_parallelInverseProduct{this, "parallelInverseProduct", false,
                                      "kept for scenes that set it; affects speed only"};
  Data<bool> d_factorizationInvalidation{this,
                                         "factorizationInvalidation",
                                         false,
                                         "the matrix was built since it was last factorised",
                                         {.readOnly = true}};
  core::Link<core::LinearSystem> l_linearSystem{this, "linearSystem",
                                                "system to solve; default: a MatrixLinearSystem made for this solver"};

  void init() override;
  void cleanup() override;
  core::LinearSystem* linearSystem() const override { return l_linearSystem.get(); }
  void build(const core::MechanicalParams& params) override;
  void solve(core::VecDerivId s, core::VecDerivId b) override;
  /// The same on flat vectors; x holds the initial guess. Prepares first if the matrix is new.
  void solve(std::span<const double> b, std::span<double> x);
  /// Solves for every column of `x` in place, with the matrix as it is.
  void solve(linearalgebra::DenseMatrix& x);
  bool addComplianceProduct(linearalgebra::DenseMatrix& w, const linearalgebra::SparseRows& j, double factor) override;
  std::span<const double> lastRightHandSide() const override { return m_b; }
  std::span<const double> lastSolution() const override { return m_x; }

 protected:
  /// Called whenever the matrix was built anew. False: it cannot be solved, and a message was given.
  virtual bool prepare(const linearalgebra::BlockMatrix& a) = 0;
  virtual void apply(std::span<const double> b, std::span<double> x) = 0;
  virtual void applyMany(linearalgebra::DenseMatrix& x);
  /// w += factor J A^-1 J^T, the matrix prepared; by applyMany() unless a method has something better.
  virtual void addProduct(linearalgebra::DenseMatrix& w, const linearalgebra::SparseRows& j, double factor);
  /// False: components are told that the matrix is taken for symmetric.
  virtual bool solvesNonSymmetric() const { return false; }
  /// Called before each solve, before a new matrix is prepared.
  virtual void beforeSolve() {}
  /// The matrix that prepared solves are for.
  virtual const linearalgebra::BlockMatrix& solvedMatrix() const { return *l_linearSystem->matrix(); }
  /// Whether it solves only what a system told it to be new; with one that never tells, its solution stays zero.
  virtual bool waitsForNewMatrix() const { return false; }
  /// Class and matrix type of the system looked for, and made where there is none.
  virtual std::string_view systemClass() const { return "MatrixLinearSystem"; }
  virtual std::string matrixType() const { return templateName(); }

  /// Whether prepare() succeeded with this result; tells the user if not, and if the result is doubtful. Solutions with
  /// nearly singular factors are checked against the matrix from then on.
  bool accept(const linearalgebra::BlockMatrix& a, const linearalgebra::FactorResult& result);
  /// Says `text` as an error the first time it is called, and counts.
  void fail(const std::string& text);
  /// Warns that a dense method is slow for this many unknowns, once.
  void warnIfLarge(int unknowns);

 private:
  bool update();
  bool waitsInVain() const;
  void applyChecked(std::span<const double> b, std::span<double> x);
  /// Norm of m_residual = b - A x over that of b.
  double residual(std::span<const double> b, std::span<const double> x);

  std::size_t m_version = 0;
  bool m_prepared = false;
  bool m_doubtful = false;  // factors exist, but are nearly singular
  bool m_warnedDoubtful = false, m_warnedEmpty = false, m_warnedLarge = false;
  std::size_t m_failures = 0;
  std::vector<double> m_b, m_x;  ///< of the last solve
  std::vector<double> m_column, m_residual, m_correction;
  linearalgebra::DenseMatrix m_columns;
};

}  // namespace sofa::component::linearsolver
