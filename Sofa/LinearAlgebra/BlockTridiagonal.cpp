// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/BlockTridiagonal.h"

#include <algorithm>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/LinearAlgebra/BlockInverse.h"

namespace sofa::linearalgebra {

FactorResult BlockTridiagonal::factorise(const BlockMatrix& a) {
  const int n = m_blockRows = a.blockRows(), length = a.blockLength();
  m_blockSize = a.blockSize();
  m_ready = false;
  m_ignored = 0;
  for (auto* values : {&m_inverse, &m_lambda, &m_left}) values->assign(static_cast<std::size_t>(n) * length, 0.0);
  return withBlockSize(m_blockSize, [&](auto size) {
    constexpr int B = size();
    const auto at = [&](std::vector<double>& values, int i) { return BlockMap<B>(values.data() + i * length); };
    for (int i = 0; i < n; ++i) {
      helper::checkInterrupt();
      Block<B> alpha = Block<B>::Zero();
      for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) {
        const ConstBlockMap<B> block(a.block(k));
        switch (a.columnIndices()[k] - i) {
          case -1:
            at(m_left, i) = block;
            break;
          case 0:
            alpha = block;
            break;
          case 1:
            at(m_lambda, i) = block;
            break;
          default:
            m_ignored += !block.isZero(0);
            break;
        }
      }
      if (i > 0) alpha -= at(m_left, i).lazyProduct(at(m_lambda, i - 1));
      Block<B> inverse;
      if (const InverseResult result = invertBlock<B>(alpha, inverse); !result.ok()) return failedBlock(result, i * B);
      at(m_inverse, i) = inverse;
      at(m_lambda, i) = inverse.lazyProduct(Block<B>(at(m_lambda, i)));
    }
    m_ready = true;
    return FactorResult{};
  });
}

bool BlockTridiagonal::solve(std::span<double> x) const {
  if (!m_ready || static_cast<int>(x.size()) != m_blockRows * m_blockSize) return false;
  withBlockSize(m_blockSize, [&](auto size) {
    constexpr int B = size();
    const auto block = [](const std::vector<double>& values, int i) {
      return ConstBlockMap<B>(values.data() + i * B * B);
    };
    const auto part = [&](int i) { return VectorMap<B>(x.data() + i * B); };
    for (int i = 0; i < m_blockRows; ++i) {
      BlockVector<B> y = part(i);
      if (i > 0) y -= block(m_left, i).lazyProduct(part(i - 1));
      part(i) = block(m_inverse, i).lazyProduct(y);
    }
    for (int i = m_blockRows - 2; i >= 0; --i) part(i) -= block(m_lambda, i).lazyProduct(BlockVector<B>(part(i + 1)));
  });
  return true;
}

}  // namespace sofa::linearalgebra
