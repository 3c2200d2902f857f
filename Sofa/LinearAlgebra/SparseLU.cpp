// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/SparseLU.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "Sofa/LinearAlgebra/ScalarPattern.h"
#include "Sofa/LinearAlgebra/SuiteSparse.h"

namespace sofa::linearalgebra {
namespace {

bool allFinite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
}

/// Whether a matrix is symmetric, up to rounding, with a positive diagonal, so that it may be positive definite.
class SymmetryCheck {
 public:
  bool passes(const BlockMatrix& a) {
    const int size = a.blockSize();
    m_diagonal.resize(static_cast<std::size_t>(a.rows()));
    m_next.assign(a.rowStart().begin(), a.rowStart().end() - 1);
    for (int i = 0; i < a.blockRows(); ++i) {
      const std::size_t k = a.find(i, i);
      if (k == BlockMatrix::notStored) return false;
      for (int c = 0; c < size; ++c)
        if (!((m_diagonal[i * size + c] = a.block(k)[c * (size + 1)]) > 0)) return false;
    }
    // Row i is met by the blocks above the diagonal in ascending rows: the order of its own blocks below it.
    for (int i = 0; i < a.blockRows(); ++i) {
      if (a.columnIndices()[m_next[i]] != i) return false;
      for (int k = m_next[i]; k < a.rowStart()[i + 1]; ++k) {
        const int j = a.columnIndices()[k];
        if (a.columnIndices()[m_next[j]] != i) return false;
        if (!areTransposed(a.block(k), a.block(m_next[j]), i, j, size)) return false;
        m_next[j] += j != i;
      }
    }
    return true;
  }

 private:
  bool areTransposed(const double* upper, const double* lower, int i, int j, int size) const {
    constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
    for (int c = 0; c < size; ++c)
      for (int r = 0; r < size; ++r) {
        const double difference = (upper[c * size + r] - lower[r * size + c]) / rounding;
        if (!(difference * difference <= m_diagonal[i * size + r] * m_diagonal[j * size + c])) return false;
      }
    return true;
  }

  std::vector<double> m_diagonal;
  std::vector<int> m_next;  ///< of each row the next block whose transposed one was not met
};

}  // namespace

/// UMFPACK wants compressed columns: the rows of A are the columns of A^T, whose transposed system is then solved.
struct SparseLU::Implementation {
  const SuiteSparse& suiteSparse = SuiteSparse::get();
  Ordering ordering;
  Ordering analysedOrdering = Ordering::best;
  ScalarPattern pattern;
  void *symbolic = nullptr, *numeric = nullptr;
  double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
  std::vector<double> x, work;
  std::vector<int> indexWork;
  bool ready = false;
  SymmetryCheck symmetry;
  SparseLDL ldl;
  bool usesLDL = false;

  explicit Implementation(Ordering o) : ordering(o) { suiteSparse.umfpackDefaults(control); }
  ~Implementation() {
    suiteSparse.umfpackFreeNumeric(&numeric);
    suiteSparse.umfpackFreeSymbolic(&symbolic);
  }

  int analyse() {
    suiteSparse.umfpackFreeSymbolic(&symbolic);
    control[UMFPACK_ORDERING] = ordering == Ordering::natural ? UMFPACK_ORDERING_NONE
                                : ordering == Ordering::metis ? UMFPACK_ORDERING_METIS
                                                              : UMFPACK_ORDERING_AMD;
    control[UMFPACK_STRATEGY] = ordering == Ordering::colamd ? UMFPACK_STRATEGY_UNSYMMETRIC : UMFPACK_STRATEGY_AUTO;
    const int n = pattern.size();
    x.resize(n);
    indexWork.resize(n);
    work.resize(5 * static_cast<std::size_t>(n));
    analysedOrdering = ordering;
    return suiteSparse.umfpackSymbolic(n, n, pattern.start().data(), pattern.columns().data(), pattern.values().data(),
                                       &symbolic, control, info);
  }
};

SparseLU::SparseLU(Ordering ordering) : m_data(std::make_unique<Implementation>(ordering)) {}
SparseLU::~SparseLU() = default;
SparseLU::SparseLU(SparseLU&&) noexcept = default;
SparseLU& SparseLU::operator=(SparseLU&&) noexcept = default;
void SparseLU::setOrdering(Ordering ordering) { m_data->ordering = ordering; }
bool SparseLU::ready() const { return m_data->ready; }

FactorResult SparseLU::factorise(const BlockMatrix& a) {
  Implementation& m = *m_data;
  if (a.rows() != a.columns()) throw std::invalid_argument("SparseLU: the matrix must be square");
  m.ready = m.usesLDL = false;
  if (a.rows() > 0 && m.symmetry.passes(a)) {
    m.ldl.setOrdering(m.ordering);
    const FactorResult result = m.ldl.factorise(a);
    m.ready = m.usesLDL = result.status == FactorResult::Status::ok && m.ldl.positiveDefinite();
    if (m.usesLDL) return result;
  }
  const bool changed = m.pattern.update(a);
  m.suiteSparse.umfpackFreeNumeric(&m.numeric);
  if (m.pattern.size() == 0) {
    m.x.clear();
    m.ready = true;
    return {};
  }
  if (!allFinite(m.pattern.values())) return {FactorResult::Status::notFinite, -1, 0};
  int status = UMFPACK_OK;
  if (changed || !m.symbolic || m.analysedOrdering != m.ordering) status = m.analyse();
  if (status == UMFPACK_OK)
    status = m.suiteSparse.umfpackNumeric(m.pattern.start().data(), m.pattern.columns().data(),
                                          m.pattern.values().data(), m.symbolic, &m.numeric, m.control, m.info);
  if (status == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();
  if (status != UMFPACK_OK) return {FactorResult::Status::zeroPivot, -1, 0};
  m.ready = true;
  FactorResult result;
  result.pivotLoss = m.info[UMFPACK_RCOND];  // least over largest pivot
  if (result.pivotLoss < 1e-15) result.status = FactorResult::Status::nearlySingular;
  return result;
}

bool SparseLU::solve(std::span<double> x) {
  Implementation& m = *m_data;
  if (m.usesLDL) return m.ldl.solve(x);
  if (!m.ready || x.size() != m.x.size()) return false;
  if (x.empty()) return true;
  m.suiteSparse.umfpackSolve(UMFPACK_Aat, m.pattern.start().data(), m.pattern.columns().data(),
                             m.pattern.values().data(), m.x.data(), x.data(), m.numeric, m.control, m.info,
                             m.indexWork.data(), m.work.data());
  std::ranges::copy(m.x, x.begin());
  return true;
}

bool SparseLU::solve(DenseMatrix& x) {
  if (m_data->usesLDL) return m_data->ldl.solve(x);
  if (x.rows() != static_cast<Eigen::Index>(m_data->x.size())) return false;
  for (Eigen::Index c = 0; c < x.cols(); ++c)
    if (!solve(std::span<double>(x.col(c).data(), x.rows()))) return false;
  return m_data->ready;
}

struct SparseQR::Implementation {
  using Matrix = Eigen::SparseMatrix<double>;
  Ordering ordering;
  ScalarPattern pattern;
  Matrix matrix;
  Eigen::SparseQR<Matrix, Eigen::NaturalOrdering<int>> qr;  // of columns already in order
  std::vector<int> order;
  Vector right;
  bool ready = false;
  explicit Implementation(Ordering o) : ordering(o) {}
};

SparseQR::SparseQR(Ordering ordering) : m_data(std::make_unique<Implementation>(ordering)) {}
SparseQR::~SparseQR() = default;
SparseQR::SparseQR(SparseQR&&) noexcept = default;
SparseQR& SparseQR::operator=(SparseQR&&) noexcept = default;
void SparseQR::setOrdering(Ordering ordering) { m_data->ordering = ordering; }
int SparseQR::rank() const { return m_data->ready && !m_data->order.empty() ? static_cast<int>(m_data->qr.rank()) : 0; }

FactorResult SparseQR::factorise(const BlockMatrix& a) {
  Implementation& m = *m_data;
  if (a.rows() != a.columns()) throw std::invalid_argument("SparseQR: the matrix must be square");
  m.ready = false;
  m.pattern.update(a);
  const int n = m.pattern.size();
  m.order = {};
  if (n == 0) {
    m.ready = true;
    return {};
  }
  if (!allFinite(m.pattern.values())) return {FactorResult::Status::notFinite, -1, 0};
  // R fills as the factor of A^T A does, which COLAMD orders for.
  const Ordering ordering = m.ordering == Ordering::best ? Ordering::colamd : m.ordering;
  for (int block : eliminationOrder(symmetricGraph(a), ordering, a.blockSize()))
    for (int c = 0; c < a.blockSize(); ++c) m.order.push_back(block * a.blockSize() + c);
  const std::vector<int> position = inversePermutation(m.order);
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(m.pattern.values().size());
  for (int i = 0; i < n; ++i)
    for (int k = m.pattern.start()[i]; k < m.pattern.start()[i + 1]; ++k)
      if (m.pattern.values()[k] != 0) entries.emplace_back(i, position[m.pattern.columns()[k]], m.pattern.values()[k]);
  m.matrix.resize(n, n);
  m.matrix.setFromTriplets(entries.begin(), entries.end());
  m.qr.compute(m.matrix);
  if (m.qr.info() != Eigen::Success) return {FactorResult::Status::zeroPivot, -1, 0};
  m.ready = true;
  if (m.qr.rank() < n) return {FactorResult::Status::nearlySingular, -1, 0};
  return {};
}

bool SparseQR::solve(std::span<double> x) {
  Implementation& m = *m_data;
  if (!m.ready || x.size() != m.order.size()) return false;
  if (x.empty()) return true;
  m.right = Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
  const Vector solution = m.qr.solve(m.right);
  for (std::size_t k = 0; k < x.size(); ++k) x[m.order[k]] = solution[static_cast<Eigen::Index>(k)];
  return true;
}

}  // namespace sofa::linearalgebra
