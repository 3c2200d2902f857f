// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/Relaxation.h"

#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/BlockInverse.h"

namespace sofa::linearalgebra {
namespace {

constexpr std::size_t chunk = 4096;

/// to_i = scale / A_ii, 0 where that fails.
FactorResult invertDiagonal(const BlockMatrix& a, double scale, std::vector<double>& to) {
  FactorResult result;
  to.resize(a.rows());
  const int b = a.blockSize();
  for (int i = 0; i < a.blockRows(); ++i) {
    const std::size_t k = a.find(i, i);
    for (int c = 0; c < b; ++c) {
      const double value = k == BlockMatrix::notStored ? 0.0 : a.block(k)[c * (b + 1)];
      const bool good = value != 0 && std::isfinite(value);
      to[i * b + c] = good ? scale / value : 0;
      if (!good && result.usable()) result = failedBlock({c, std::isfinite(value)}, i * b);
    }
  }
  return result;
}

}  // namespace

FactorResult DiagonalInverse::factorise(const BlockMatrix& a) { return invertDiagonal(a, 1, m_inverse); }

bool DiagonalInverse::apply(std::span<const double> r, std::span<double> z) const {
  if (r.size() != m_inverse.size() || z.size() != m_inverse.size()) return false;
  helper::parallelChunks(r.size(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) z[i] = m_inverse[i] * r[i];
  });
  return true;
}

FactorResult BlockDiagonalInverse::factorise(const BlockMatrix& a, int width) {
  const int n = a.rows(), b = a.blockSize();
  if (n % width != 0)
    throw std::invalid_argument("BlockDiagonalInverse: the rows must be a multiple of the block's width");
  const std::size_t length = static_cast<std::size_t>(width) * width;
  if (m_pattern != a.patternVersion() || m_width != width) {
    m_from.resize(n / width * length);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < width; ++i) {
        const int row = j / width * width + i;
        const std::size_t k = a.find(row / b, j / b);
        m_from[static_cast<std::size_t>(j) * width + i] =
            k == BlockMatrix::notStored ? k : k * b * b + (j % b) * b + row % b;
      }
    m_inverse.resize(m_from.size());
    m_width = width;
    m_pattern = a.patternVersion();
  }
  FactorResult result;
  withBlockSize(width, [&](auto size) {
    constexpr int B = size();
    for (int i = 0; i < n / width; ++i) {
      Block<B> block, inverse;
      for (std::size_t e = 0; e < length; ++e) {
        const std::size_t from = m_from[i * length + e];
        block.data()[e] = from == BlockMatrix::notStored ? 0.0 : a.values()[from];
      }
      if (const InverseResult done = invertBlock<B>(block, inverse); !done.ok()) {
        inverse.setZero();
        if (result.usable()) result = failedBlock({0, done.finite}, i * B);
      }
      BlockMap<B>(m_inverse.data() + i * length) = inverse;
    }
  });
  return result;
}

bool BlockDiagonalInverse::apply(std::span<const double> r, std::span<double> z) const {
  const std::size_t n = m_inverse.size() / m_width;
  if (r.size() != n || z.size() != n) return false;
  withBlockSize(m_width, [&](auto size) {
    constexpr int B = size();
    helper::parallelChunks(n / B, chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        VectorMap<B>(z.data() + i * B) =
            ConstBlockMap<B>(m_inverse.data() + i * B * B).lazyProduct(ConstVectorMap<B>(r.data() + i * B));
    });
  });
  return true;
}

FactorResult SymmetricRelaxation::factorise(const BlockMatrix& a, double omega) {
  m_matrix = &a;
  m_omega = omega;
  return invertDiagonal(a, omega, m_step);
}

namespace {

template <int B>
void sweepBack(const BlockMatrix& a, const double* step, const double* r, double* z) {
  for (int i = a.blockRows() - 1; i >= 0; --i) {
    BlockVector<B> rest = ConstVectorMap<B>(r + i * B);
    const double* diagonal = nullptr;
    for (int k = a.rowStart()[i + 1] - 1; k >= a.rowStart()[i]; --k) {
      const int j = a.columnIndices()[k];
      if (j == i) diagonal = a.block(k);
      if (j <= i) break;
      rest -= ConstBlockMap<B>(a.block(k)).lazyProduct(ConstVectorMap<B>(z + j * B));
    }
    for (int c = B - 1; c >= 0; --c) {
      z[i * B + c] = rest[c] * step[i * B + c];
      if (!diagonal) continue;
      for (int row = 0; row < c; ++row) rest[row] -= diagonal[c * B + row] * z[i * B + c];
    }
  }
}

template <int B>
void sweepForward(const BlockMatrix& a, const double* step, double* z) {
  for (int i = 0; i < a.blockRows(); ++i) {
    BlockVector<B> sum = BlockVector<B>::Zero();
    const double* diagonal = nullptr;
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) {
      const int j = a.columnIndices()[k];
      if (j == i) diagonal = a.block(k);
      if (j >= i) break;
      sum += ConstBlockMap<B>(a.block(k)).lazyProduct(ConstVectorMap<B>(z + j * B));
    }
    for (int c = 0; c < B; ++c) {
      z[i * B + c] -= sum[c] * step[i * B + c];
      if (!diagonal) continue;
      for (int row = c + 1; row < B; ++row) sum[row] += diagonal[c * B + row] * z[i * B + c];
    }
  }
}

}  // namespace

bool SymmetricRelaxation::apply(std::span<const double> r, std::span<double> z, bool scaled) const {
  if (!m_matrix || r.size() != m_step.size() || z.size() != m_step.size()) return false;
  withBlockSize(m_matrix->blockSize(), [&](auto size) {
    sweepBack<size()>(*m_matrix, m_step.data(), r.data(), z.data());
    sweepForward<size()>(*m_matrix, m_step.data(), z.data());
  });
  if (scaled && m_omega != 1)
    for (double& v : z) v *= 2 - m_omega;
  return true;
}

}  // namespace sofa::linearalgebra
