// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/IncompleteFactorisation.h"

#include <algorithm>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/LinearAlgebra/BlockInverse.h"

namespace sofa::linearalgebra {

void IncompleteFactorisation::analyse(const BlockMatrix& a) {
  if (m_pattern == a.patternVersion() && m_pattern != 0) return;
  if (a.blockRows() != a.blockColumns())
    throw std::invalid_argument("IncompleteFactorisation: the matrix must be square");
  const int n = a.blockRows();
  m_start = {0};
  m_columns.clear();
  m_from.clear();
  m_diagonal.clear();
  std::size_t longest = 0;
  for (int i = 0; i < n; ++i) {
    bool diagonal = false;
    const auto addDiagonal = [&](int from) {
      m_diagonal.push_back(static_cast<int>(m_columns.size()));
      m_columns.push_back(i);
      m_from.push_back(from);
      diagonal = true;
    };
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) {
      const int j = a.columnIndices()[k];
      if (j > i && !diagonal) addDiagonal(-1);
      if (j == i) {
        addDiagonal(k);
      } else if (j < i || m_kind == Kind::lu) {
        m_columns.push_back(j);
        m_from.push_back(k);
      }
    }
    if (!diagonal) addDiagonal(-1);
    longest = std::max(longest, m_columns.size() - m_start.back());
    m_start.push_back(static_cast<int>(m_columns.size()));
  }
  m_blockSize = a.blockSize();
  m_values.resize(m_columns.size() * a.blockLength());
  m_inverse.resize(static_cast<std::size_t>(n) * a.blockLength());
  m_row.resize(longest * a.blockLength());
  m_place.assign(n, -1);
  m_pattern = a.patternVersion();
}

void IncompleteFactorisation::loadValues(const BlockMatrix& a) {
  const int length = a.blockLength(), b = m_blockSize;
  for (std::size_t k = 0; k < m_from.size(); ++k) {
    double* const to = m_values.data() + k * length;
    if (m_from[k] < 0) {
      std::fill_n(to, length, 0.0);
    } else {
      std::copy_n(a.block(m_from[k]), length, to);
    }
  }
  if (m_shift == 0) return;
  for (int k : m_diagonal) {
    double* const block = m_values.data() + static_cast<std::size_t>(k) * length;
    double largest = 0;
    for (int c = 0; c < b; ++c) largest = std::max(largest, std::abs(block[c * (b + 1)]));
    if (largest == 0) largest = 1;
    for (int c = 0; c < b; ++c) {
      double& d = block[c * (b + 1)];
      d += std::copysign(m_shift * (d == 0 ? largest : std::abs(d)), d);
    }
  }
}

FactorResult IncompleteFactorisation::factorise(const BlockMatrix& a) {
  constexpr double firstShift = 1e-3, largestShift = 20;
  analyse(a);
  FactorResult result;
  m_ready = false;
  for (m_shift = 0; m_shift < largestShift; m_shift = m_shift == 0 ? firstShift : 4 * m_shift) {
    loadValues(a);
    result = withBlockSize(m_blockSize, [&](auto size) {
      return m_kind == Kind::lu ? eliminateLU<size()>() : eliminateCholesky<size()>();
    });
    m_ready = result.usable();
    if (m_ready) return result;
    const bool finite = std::ranges::all_of(a.values(), [](double v) { return std::isfinite(v); });
    if (!finite) return {FactorResult::Status::notFinite, result.row, 0};
  }
  return result;
}

template <int B>
FactorResult IncompleteFactorisation::eliminateLU() {
  const auto block = [&](int k) { return BlockMap<B>(m_values.data() + static_cast<std::size_t>(k) * B * B); };
  const auto inverse = [&](int i) { return BlockMap<B>(m_inverse.data() + static_cast<std::size_t>(i) * B * B); };
  const int n = static_cast<int>(m_diagonal.size());
  for (int i = 0; i < n; ++i) {
    helper::checkInterrupt();
    for (int p = m_start[i]; p < m_start[i + 1]; ++p) m_place[m_columns[p]] = p;
    for (int p = m_start[i]; p < m_diagonal[i]; ++p) {
      const int k = m_columns[p];
      const Block<B> left = block(p).lazyProduct(inverse(k));
      block(p) = left;
      for (int q = m_diagonal[k] + 1; q < m_start[k + 1]; ++q)
        if (const int to = m_place[m_columns[q]]; to >= 0) block(to) -= left.lazyProduct(block(q));
    }
    for (int p = m_start[i]; p < m_start[i + 1]; ++p) m_place[m_columns[p]] = -1;
    Block<B> inverted;
    if (const InverseResult done = invertBlock<B>(block(m_diagonal[i]), inverted); !done.ok())
      return failedBlock(done, i * B);
    inverse(i) = inverted;
  }
  return {};
}

namespace {

/// All pivots of the block's elimination are positive; -1 or the first row where one is not.
template <int B>
int firstNonPositivePivot(Block<B> block) {
  for (int k = 0; k < B; ++k) {
    if (!(block(k, k) > 0) || !std::isfinite(block(k, k))) return k;
    for (int j = k + 1; j < B; ++j)
      for (int i = j; i < B; ++i) block(i, j) -= block(i, k) * block(j, k) / block(k, k);
  }
  return -1;
}

}  // namespace

template <int B>
FactorResult IncompleteFactorisation::eliminateCholesky() {
  const auto block = [&](int k) { return BlockMap<B>(m_values.data() + static_cast<std::size_t>(k) * B * B); };
  const auto inverse = [&](int i) { return BlockMap<B>(m_inverse.data() + static_cast<std::size_t>(i) * B * B); };
  const auto scaled = [&](int p) { return BlockMap<B>(m_row.data() + static_cast<std::size_t>(p) * B * B); };
  const int n = static_cast<int>(m_diagonal.size());
  for (int i = 0; i < n; ++i) {
    helper::checkInterrupt();
    const int start = m_start[i], diagonal = m_diagonal[i];
    for (int p = start; p < diagonal; ++p) m_place[m_columns[p]] = p - start;
    Block<B> pivot = block(diagonal).template selfadjointView<Eigen::Lower>();
    for (int p = start; p < diagonal; ++p) {  // S_ik = A_ik - sum of S_ij L_kj^T
      const int k = m_columns[p];
      Block<B> s = block(p);
      for (int q = m_start[k]; q < m_diagonal[k]; ++q)
        if (const int j = m_place[m_columns[q]]; j >= 0) s -= scaled(j).lazyProduct(block(q).transpose());
      scaled(p - start) = s;
      const Block<B> left = s.lazyProduct(inverse(k));
      block(p) = left;
      pivot -= s.lazyProduct(left.transpose());
    }
    for (int p = start; p < diagonal; ++p) m_place[m_columns[p]] = -1;
    if (const int row = firstNonPositivePivot<B>(pivot); row >= 0)
      return failedBlock({row, std::isfinite(pivot(row, row))}, i * B);
    Block<B> inverted;
    if (const InverseResult done = invertBlock<B>(pivot, inverted); !done.ok()) return failedBlock(done, i * B);
    inverse(i) = (inverted + inverted.transpose()) / 2;
  }
  return {};
}

template <int B>
void IncompleteFactorisation::solveLU(const double* r, double* z) const {
  const auto block = [&](int k) { return ConstBlockMap<B>(m_values.data() + static_cast<std::size_t>(k) * B * B); };
  const int n = static_cast<int>(m_diagonal.size());
  for (int i = 0; i < n; ++i) {
    BlockVector<B> x = ConstVectorMap<B>(r + i * B);
    for (int p = m_start[i]; p < m_diagonal[i]; ++p) x -= block(p).lazyProduct(ConstVectorMap<B>(z + m_columns[p] * B));
    VectorMap<B>(z + i * B) = x;
  }
  for (int i = n - 1; i >= 0; --i) {
    BlockVector<B> x = ConstVectorMap<B>(z + i * B);
    for (int p = m_diagonal[i] + 1; p < m_start[i + 1]; ++p)
      x -= block(p).lazyProduct(ConstVectorMap<B>(z + m_columns[p] * B));
    VectorMap<B>(z + i * B) = ConstBlockMap<B>(m_inverse.data() + static_cast<std::size_t>(i) * B * B).lazyProduct(x);
  }
}

template <int B>
void IncompleteFactorisation::solveCholesky(const double* r, double* z) const {
  const auto block = [&](int k) { return ConstBlockMap<B>(m_values.data() + static_cast<std::size_t>(k) * B * B); };
  const int n = static_cast<int>(m_diagonal.size());
  for (int i = 0; i < n; ++i) {
    BlockVector<B> x = ConstVectorMap<B>(r + i * B);
    for (int p = m_start[i]; p < m_diagonal[i]; ++p) x -= block(p).lazyProduct(ConstVectorMap<B>(z + m_columns[p] * B));
    VectorMap<B>(z + i * B) = x;
  }
  for (int i = 0; i < n; ++i) {
    const BlockVector<B> x = ConstVectorMap<B>(z + i * B);
    VectorMap<B>(z + i * B) = ConstBlockMap<B>(m_inverse.data() + static_cast<std::size_t>(i) * B * B).lazyProduct(x);
  }
  for (int i = n - 1; i >= 0; --i) {
    const BlockVector<B> x = ConstVectorMap<B>(z + i * B);
    for (int p = m_start[i]; p < m_diagonal[i]; ++p)
      VectorMap<B>(z + m_columns[p] * B) -= block(p).transpose().lazyProduct(x);
  }
}

bool IncompleteFactorisation::apply(std::span<const double> r, std::span<double> z) const {
  const std::size_t n = m_diagonal.size() * m_blockSize;
  if (!m_ready || r.size() != n || z.size() != n) return false;
  withBlockSize(m_blockSize, [&](auto size) {
    m_kind == Kind::lu ? solveLU<size()>(r.data(), z.data()) : solveCholesky<size()>(r.data(), z.data());
  });
  return true;
}

}  // namespace sofa::linearalgebra
