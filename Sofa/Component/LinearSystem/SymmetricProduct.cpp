// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/SymmetricProduct.h"

#include <atomic>

#include "Sofa/LinearAlgebra/BlockSize.h"

namespace sofa::component::linearsystem {

namespace {
constexpr int blockSize = 3, blockLength = 9;
/// To set half of a matrix costs about as much as this many products gain.
constexpr unsigned many = 12;
constexpr std::size_t rowsAtOnce = 512;

std::span<const type::Vec3> points(std::span<const double> v) {
  return {reinterpret_cast<const type::Vec3*>(v.data()), v.size() / blockSize};
}
std::span<type::Vec3> points(std::span<double> v) {
  return {reinterpret_cast<type::Vec3*>(v.data()), v.size() / blockSize};
}

bool isTransposed(const double* a, const double* b) {
  for (int r = 0; r < blockSize; ++r)
    for (int c = 0; c < blockSize; ++c)
      if (a[blockSize * c + r] != b[blockSize * r + c]) return false;
  return true;
}
}  // namespace

void SymmetricProduct::plan(const linearalgebra::BlockMatrix& a) {
  m_pattern = a.patternVersion();
  m_edges.clear();
  m_blockPair.clear();
  std::size_t diagonal = 0;
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) {
      const int j = a.columnIndices()[k];
      if (j == i) ++diagonal;
      if (j <= i) continue;
      const std::size_t across = a.find(j, i);
      if (across == a.notStored) break;
      m_edges.push_back({static_cast<type::Index>(i), static_cast<type::Index>(j)});
      m_blockPair.push_back({k, static_cast<int>(across)});
    }
  m_isSymmetricPattern = !m_edges.empty() && 2 * m_edges.size() + diagonal == a.blockCount();
  if (m_isSymmetricPattern) m_blocks.build(m_edges, a.blockRows());
}

/// Sets half of the matrix; false if it is not symmetric to the last bit.
bool SymmetricProduct::set(const linearalgebra::BlockMatrix& a) {
  if (a.blockSize() != blockSize || a.blockRows() != a.blockColumns()) return false;
  if (m_pattern != a.patternVersion()) plan(a);
  if (!m_isSymmetricPattern) return false;
  std::atomic<bool> symmetric = true;
  helper::parallelChunks(m_edges.size(), 16 * rowsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e)
      if (!isTransposed(a.block(m_blockPair[e][0]), a.block(m_blockPair[e][1]))) symmetric = false;
  });
  if (!symmetric) return false;
  m_rowSums.resize(static_cast<std::size_t>(blockLength) * a.blockRows());
  helper::parallelChunks(a.blockRows(), rowsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      linearalgebra::Block<blockSize> sum = linearalgebra::Block<blockSize>::Zero();
      for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
        sum += linearalgebra::ConstBlockMap<blockSize>(a.block(k));
      linearalgebra::BlockMap<blockSize>(m_rowSums.data() + blockLength * i) = sum;
    }
  });
  m_pairs.addElementPacks<2>(m_edges, m_blocks, [&](std::size_t block, fem::Pack(&k)[3][blockLength]) {
    for (int lane = 0; lane < fem::simdWidth; ++lane) {
      const unsigned e = m_blocks.element(block, lane);
      for (int i = 0; i < blockLength; ++i) k[1][i][lane] = e == m_blocks.noElement ? 0 : a.block(m_blockPair[e][0])[i];
    }
  });
  return true;
}

void SymmetricProduct::multiply(const linearalgebra::BlockMatrix& a, std::size_t version, std::span<const double> x,
                                std::span<double> y) {
  if (std::exchange(m_version, version) != version) {
    m_before = std::exchange(m_now, 0);
    m_half = Half::unknown;
  }
  if (std::max(m_before, ++m_now) <= many) return a.multiply(x, y);
  if (m_half == Half::unknown) m_half = set(a) ? Half::set : Half::none;
  if (m_half == Half::none) return a.multiply(x, y);
  const auto in = points(x);
  const auto out = points(y);
  helper::parallelChunks(in.size(), rowsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = type::Mat<blockSize>(m_rowSums.data() + blockLength * i) * in[i];
  });
  m_pairs.addProduct(in, out, 1);
}

void SymmetricProduct::archive(core::Archive& archive, std::size_t version) {
  bool isLast = m_version == version;  // else it is not by this that the last matrix was multiplied
  archive.io(isLast);
  archive.io(m_now);
  archive.io(m_before);
  if (!archive.isLoading()) return;
  m_version = isLast ? version : 0;
  m_half = Half::unknown;
}

}  // namespace sofa::component::linearsystem
