// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/ChebyshevSmoother.h"

#include <algorithm>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/BlockInverse.h"

namespace sofa::linearalgebra {
namespace {

constexpr std::size_t rowsAtOnce = 1024;

template <int B>
FactorResult invertDiagonalBlocks(const BlockMatrix& a, std::vector<double>& to) {
  for (int i = 0; i < a.blockRows(); ++i) {
    const std::size_t k = a.find(i, i);
    Block<B> inverse;
    const Block<B> block =
        k == BlockMatrix::notStored ? Block<B>(Block<B>::Zero()) : Block<B>(ConstBlockMap<B>(a.block(k)));
    if (const InverseResult done = invertBlock<B>(block, inverse); !done.ok()) return failedBlock(done, i * B);
    BlockMap<B>(to.data() + static_cast<std::size_t>(i) * B * B) = inverse;
  }
  return {};
}

/// (A x)_i.
template <int B>
BlockVector<B> rowTimes(const BlockMatrix& a, std::size_t i, const double* x) {
  const int* column = a.columnIndices().data();
  BlockVector<B> sum = BlockVector<B>::Zero();
  for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
    sum.noalias() += ConstBlockMap<B>(a.block(k)) * ConstVectorMap<B>(x + std::size_t(column[k]) * B);
  return sum;
}

/// Largest magnitude: the same for any partition.
double largest(const std::vector<double>& x) {
  double result = 0;
  for (double v : x) result = std::max(result, std::abs(v));
  return result;
}

}  // namespace

FactorResult ChebyshevSmoother::setup(const BlockMatrix& a) {
  const std::size_t n = a.rows();
  const bool fresh = m_pattern != a.patternVersion() || m_eigenvector.size() != n;
  bool cold = fresh;
  if (fresh) {
    m_inverse.assign(a.blockRows() * static_cast<std::size_t>(a.blockLength()), 0.0);
    m_step.assign(n, 0.0);
    m_next.assign(n, 0.0);
    m_eigenvector.resize(n);
    std::uint32_t random = 12345;  // any vector that has all modes in it
    for (double& v : m_eigenvector) v = ((random = random * 1664525u + 1013904223u) >> 8) / double(1 << 24) - 0.5;
    cold = m_start.size() != n;
    if (!cold) m_eigenvector.swap(m_start);
    m_start.clear();
    m_pattern = a.patternVersion();
  }
  return withBlockSize(a.blockSize(), [&](auto size) {
    constexpr int B = size();
    FactorResult result = invertDiagonalBlocks<B>(a, m_inverse);
    if (!result.usable()) return result;
    m_largest = 1;
    for (int iteration = 0; iteration < (cold ? 15 : 4); ++iteration) {
      helper::parallelChunks(a.blockRows(), rowsAtOnce, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          VectorMap<B>(m_next.data() + i * B) =
              ConstBlockMap<B>(m_inverse.data() + i * B * B) * rowTimes<B>(a, i, m_eigenvector.data());
      });
      const double length = largest(m_next), before = largest(m_eigenvector);
      if (length == 0 || !std::isfinite(length)) break;
      m_largest = length / before;
      for (std::size_t i = 0; i < n; ++i) m_eigenvector[i] = m_next[i] / length;
    }
    return result;
  });
}

void ChebyshevSmoother::run(const BlockMatrix& a, int degree, bool zeroGuess, bool keepResidual, std::span<double> x,
                            std::span<double> r) {
  constexpr double safety = 1.1, ratio = 8;  // of the interval's upper end to the estimate and to its lower end
  const double upper = safety * m_largest, lower = upper / ratio;
  const double theta = (upper + lower) / 2, delta = (upper - lower) / 2, sigma = theta / delta;
  withBlockSize(a.blockSize(), [&](auto size) {
    constexpr int B = size();
    const auto rows = [&](const auto& body) {
      helper::parallelChunks(a.blockRows(), rowsAtOnce, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) body(i);
      });
    };
    const auto inverse = [&](std::size_t i) { return ConstBlockMap<B>(m_inverse.data() + i * B * B); };
    const auto at = [](auto& v, std::size_t i) { return VectorMap<B>(v.data() + i * B); };
    rows([&](std::size_t i) {
      at(m_step, i) = inverse(i) * at(r, i) / theta;
      if (zeroGuess) {
        at(x, i) = at(m_step, i);
      } else {
        at(x, i) += at(m_step, i);
      }
    });
    double rho = 1 / sigma;
    for (int k = 1; k < degree; ++k) {
      const double next = 1 / (2 * sigma - rho), keep = next * rho, add = 2 * next / delta;
      rho = next;
      rows([&](std::size_t i) {
        const BlockVector<B> residual = at(r, i) - rowTimes<B>(a, i, m_step.data());
        at(r, i) = residual;
        at(m_next, i) = keep * at(m_step, i) + add * (inverse(i) * residual);
        at(x, i) += at(m_next, i);
      });
      m_step.swap(m_next);
    }
    if (keepResidual) rows([&](std::size_t i) { at(r, i) -= rowTimes<B>(a, i, m_step.data()); });
  });
}

void ChebyshevSmoother::subtractProduct(const BlockMatrix& a, std::span<const double> x, std::span<double> r) {
  withBlockSize(a.blockSize(), [&](auto size) {
    constexpr int B = size();
    helper::parallelChunks(a.blockRows(), rowsAtOnce, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) VectorMap<B>(r.data() + i * B) -= rowTimes<B>(a, i, x.data());
    });
  });
}

void ChebyshevSmoother::smooth(const BlockMatrix& a, int degree, bool zeroGuess, std::span<double> x,
                               std::span<double> r) {
  run(a, degree, zeroGuess, true, x, r);
}

void ChebyshevSmoother::smoothLast(const BlockMatrix& a, int degree, std::span<double> x, std::span<double> r) {
  run(a, degree, false, false, x, r);
}

}  // namespace sofa::linearalgebra
