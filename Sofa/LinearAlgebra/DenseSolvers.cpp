// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/DenseSolvers.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>
#include <limits>

namespace sofa::linearalgebra {
namespace {

/// The first column of a factorisation whose pivot is not positive, or -1, by columns and in place.
int choleskyInPlace(DenseMatrix& a) {
  const Eigen::Index n = a.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    const double pivot = a(k, k);
    if (!(pivot > 0) || !std::isfinite(pivot)) return static_cast<int>(k);
    const Eigen::Index below = n - k - 1;
    a(k, k) = std::sqrt(pivot);
    a.col(k).tail(below) /= a(k, k);
    for (Eigen::Index j = k + 1; j < n; ++j) a.col(j).tail(n - j) -= a(j, k) * a.col(k).tail(n - j);
  }
  return -1;
}

}  // namespace

FactorResult DenseCholesky::factorise(const BlockMatrix& a) {
  m_factor = a.dense();
  m_ready = false;
  if (m_factor.rows() != m_factor.cols()) return {FactorResult::Status::zeroPivot, -1, 0};
  // Eigen's is fast but doesn't say where it fails.
  if (const Eigen::LLT<DenseMatrix> llt(m_factor); llt.info() == Eigen::Success && llt.matrixLLT().allFinite()) {
    m_factor = llt.matrixLLT();
  } else if (const int failed = choleskyInPlace(m_factor); failed >= 0) {
    const bool finite = std::isfinite(m_factor(failed, failed));
    return {finite ? FactorResult::Status::zeroPivot : FactorResult::Status::notFinite, failed, 0};
  }
  m_ready = true;
  return {};
}

bool DenseCholesky::solve(std::span<double> x) const {
  if (!m_ready || static_cast<Eigen::Index>(x.size()) != m_factor.rows()) return false;
  Eigen::Map<Vector> map(x.data(), static_cast<Eigen::Index>(x.size()));
  m_factor.triangularView<Eigen::Lower>().solveInPlace(map);
  m_factor.triangularView<Eigen::Lower>().transpose().solveInPlace(map);
  return true;
}

bool DenseSVD::factorise(const BlockMatrix& a) {
  const DenseMatrix dense = a.dense();
  m_ready = false;
  m_singular.resize(0);
  if (!dense.allFinite()) return false;
  if (dense.size() > 0) {
    const Eigen::BDCSVD<DenseMatrix> svd(dense, Eigen::ComputeThinU | Eigen::ComputeThinV);
    m_u = svd.matrixU();
    m_v = svd.matrixV();
    m_singular = svd.singularValues();
  } else {
    m_u = m_v = dense;
  }
  m_ready = m_singular.allFinite();
  return m_ready;
}

bool DenseSVD::solve(std::span<double> x, double minSingularValue) const {
  if (!m_ready || static_cast<Eigen::Index>(x.size()) != m_u.rows() || m_u.rows() != m_v.rows()) return false;
  Eigen::Map<Vector> map(x.data(), static_cast<Eigen::Index>(x.size()));
  m_work.noalias() = m_u.transpose() * map;
  for (Eigen::Index i = 0; i < m_work.size(); ++i)
    m_work[i] = m_singular[i] <= minSingularValue ? 0 : m_work[i] / m_singular[i];
  map.noalias() = m_v * m_work;
  return true;
}

std::span<const double> DenseSVD::singularValues() const {
  return {m_singular.data(), static_cast<std::size_t>(m_singular.size())};
}

double DenseSVD::conditionNumber() const {
  if (m_singular.size() == 0) return 0;
  const double least = m_singular[m_singular.size() - 1];
  return least == 0 ? std::numeric_limits<double>::infinity() : m_singular[0] / least;
}

bool denseInverse(const BlockMatrix& a, DenseMatrix& inverse) {
  const DenseMatrix dense = a.dense();
  if (dense.rows() != dense.cols() || !dense.allFinite()) return false;
  const Eigen::Index n = dense.rows();
  const bool symmetric = (dense - dense.transpose()).cwiseAbs().sum() <= 1e-12 * dense.cwiseAbs().sum();
  if (const Eigen::LLT<DenseMatrix> llt(dense); symmetric && llt.info() == Eigen::Success) {
    inverse = llt.solve(DenseMatrix::Identity(n, n));
    return true;
  }
  const Eigen::PartialPivLU<DenseMatrix> lu(dense);
  const double least = n == 0 ? 1 : lu.matrixLU().diagonal().cwiseAbs().minCoeff();
  const double largest = n == 0 ? 1 : lu.matrixLU().diagonal().cwiseAbs().maxCoeff();
  if (!(least > std::numeric_limits<double>::epsilon() * static_cast<double>(n) * largest)) return false;
  inverse = lu.inverse();
  return true;
}

}  // namespace sofa::linearalgebra
