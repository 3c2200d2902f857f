// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/LinearAlgebra/Ordering.h"
#include "Sofa/LinearAlgebra/SparseRows.h"

namespace sofa::linearalgebra {

/// How a factorisation ended.
struct FactorResult {
  /// nearlySingular: factors exist, but a pivot lost all but a few digits to cancellation, or grew so much (as without
  /// pivoting it may, in an indefinite matrix) that it swamped the entries it came from, so a solution means little.
  enum class Status { ok, nearlySingular, zeroPivot, notFinite };
  Status status = Status::ok;
  int row = -1;          ///< row of the matrix at which the worst or failing pivot stands, -1 if there is none
  double pivotLoss = 1;  ///< least ratio of a pivot to the entry of the diagonal it came from
  bool usable() const { return status == Status::ok || status == Status::nearlySingular; }
  bool operator==(const FactorResult&) const = default;
};

/// Direct solution of A x = b for symmetric A, positive definite or not: A = P^T L D L^T P without pivoting.
///
/// A multifrontal method over supernodes (Duff and Reid 1983): all arithmetic is in dense kernels. Ordering and
/// symbolic factorisation are kept while the pattern stays; after the first factorisation of a pattern nothing is
/// allocated. Only one triangle is read, so a matrix that is not symmetric is replaced by a symmetric one. Results have
/// the same bits for any number of threads.
class SparseLDL {
 public:
  /// Which of A_ij and A_ji is read. laterRow: the one whose row is eliminated later; lower: the one with i >= j.
  enum class Triangle { laterRow, lower };

  explicit SparseLDL(Ordering ordering = Ordering::best, Triangle triangle = Triangle::laterRow);
  ~SparseLDL();
  SparseLDL(SparseLDL&&) noexcept;
  SparseLDL& operator=(SparseLDL&&) noexcept;

  void setOrdering(Ordering ordering);
  Ordering ordering() const;
  /// Makes the symbolic factorisation unless that of the same pattern and ordering is there; tells whether it was made.
  bool analyse(const BlockMatrix& a);
  /// Analyses if needed. On failure the factors are not usable, and solves refuse until a later success.
  FactorResult factorise(const BlockMatrix& a);
  const FactorResult& result() const;
  /// There are factors to solve with.
  bool ready() const;

  /// x := A^-1 x. False, with x unchanged, when there are no usable factors of that size.
  bool solve(std::span<double> x);
  /// The same for every column of x.
  bool solve(DenseMatrix& x);
  /// w += factor J A^-1 J^T for sparse rows J. Only those parts of the factor are worked on that the rows reach: the
  /// supernodes of their unknowns and those above. False, w unchanged, when there are no usable factors.
  bool addCompliance(const SparseRows& j, double factor, DenseMatrix& w) const;
  /// x := L^-1 P x and d := D, so that b^T A^-1 b = sum of x^2/d: half a solve, for products J A^-1 J^T.
  bool solveLower(DenseMatrix& x);
  std::span<const double> pivots() const;

  int size() const;
  /// Reals stored in L, diagonal included and with the zeros that merging supernodes brings.
  std::size_t factorSize() const;
  int negativePivots() const;
  /// All pivots are positive, that is, A is positive definite.
  bool positiveDefinite() const { return ready() && negativePivots() == 0; }
  /// Position k holds this block row of the matrix.
  std::span<const int> eliminationOrder() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_data;
};

}  // namespace sofa::linearalgebra
