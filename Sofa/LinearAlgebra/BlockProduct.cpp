#include "Sofa/LinearAlgebra/BlockProduct.h"

#include <algorithm>
#include <numeric>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/BlockSize.h"

namespace sofa::linearalgebra {
namespace {

void checkShapes(const BlockMatrix& a, const BlockMatrix& b) {
  if (a.blockSize() != b.blockSize() || a.blockColumns() != b.blockRows())
    throw std::invalid_argument("BlockProduct: the columns and blocks of A must be as the rows and blocks of B");
}

/// Block columns of each row of A B, ascending.
void setProductPattern(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c) {
  std::vector<int> start{0}, columns, mark(b.blockColumns(), -1);
  start.reserve(a.blockRows() + 1);
  for (int i = 0; i < a.blockRows(); ++i) {
    for (int p = a.rowStart()[i]; p < a.rowStart()[i + 1]; ++p) {
      const int k = a.columnIndices()[p];
      for (int q = b.rowStart()[k]; q < b.rowStart()[k + 1]; ++q) {
        const int j = b.columnIndices()[q];
        if (std::exchange(mark[j], i) != i) columns.push_back(j);
      }
    }
    std::sort(columns.begin() + start.back(), columns.end());
    start.push_back(static_cast<int>(columns.size()));
  }
  c.setPattern(a.blockSize(), std::move(start), std::move(columns), b.blockColumns());
}

/// C holds every block of A B.
bool holdsProduct(const BlockMatrix& a, const BlockMatrix& b, const BlockMatrix& c) {
  if (c.blockSize() != a.blockSize() || c.blockRows() != a.blockRows() || c.blockColumns() != b.blockColumns())
    return false;
  std::vector<int> mark(b.blockColumns(), -1);
  for (int i = 0; i < a.blockRows(); ++i) {
    for (int q = c.rowStart()[i]; q < c.rowStart()[i + 1]; ++q) mark[c.columnIndices()[q]] = i;
    for (int p = a.rowStart()[i]; p < a.rowStart()[i + 1]; ++p) {
      const int k = a.columnIndices()[p];
      for (int q = b.rowStart()[k]; q < b.rowStart()[k + 1]; ++q)
        if (mark[b.columnIndices()[q]] != i) return false;
    }
  }
  return true;
}

template <int B>
void addRows(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c, double factor, int* place, std::size_t begin,
             std::size_t end) {
  const int *aStart = a.rowStart().data(), *bStart = b.rowStart().data(), *cStart = c.rowStart().data();
  const int *aColumn = a.columnIndices().data(), *bColumn = b.columnIndices().data(),
            *cColumn = c.columnIndices().data();
  for (std::size_t i = begin; i < end; ++i) {
    for (int q = cStart[i]; q < cStart[i + 1]; ++q) place[cColumn[q]] = q;
    for (int p = aStart[i]; p < aStart[i + 1]; ++p) {
      const Block<B> left = factor * ConstBlockMap<B>(a.block(p));
      const int k = aColumn[p];
      for (int q = bStart[k]; q < bStart[k + 1]; ++q)
        BlockMap<B>(c.block(place[bColumn[q]])) += left.lazyProduct(ConstBlockMap<B>(b.block(q)));
    }
  }
}

}  // namespace

bool BlockProduct::known(const BlockMatrix& a, const BlockMatrix& b, const BlockMatrix& c) const {
  return m_versions[0] == a.patternVersion() && m_versions[1] == b.patternVersion() &&
         m_versions[2] == c.patternVersion() && c.patternVersion() != 0;
}

void BlockProduct::remember(const BlockMatrix& a, const BlockMatrix& b, const BlockMatrix& c) {
  m_versions[0] = a.patternVersion();
  m_versions[1] = b.patternVersion();
  m_versions[2] = c.patternVersion();
  m_place.clear();
}

void BlockProduct::compute(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c) {
  if (known(a, b, c)) {
    c.setZero();
  } else {
    checkShapes(a, b);
    setProductPattern(a, b, c);
    remember(a, b, c);
  }
  accumulate(a, b, c, 1);
}

void BlockProduct::add(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c, double factor) {
  if (!known(a, b, c)) {
    checkShapes(a, b);
    if (!holdsProduct(a, b, c)) throw std::invalid_argument("BlockProduct: the result lacks a block of the product");
    remember(a, b, c);
  }
  accumulate(a, b, c, factor);
}

void BlockProduct::accumulate(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c, double factor) {
  while (static_cast<int>(m_place.size()) < helper::threadCount()) m_place.emplace_back(c.blockColumns());
  withBlockSize(a.blockSize(), [&](auto size) {
    helper::parallelChunks(a.blockRows(), 256, [&](std::size_t begin, std::size_t end) {
      const int thread = std::max(0, tbb::this_task_arena::current_thread_index()) % static_cast<int>(m_place.size());
      addRows<size()>(a, b, c, factor, m_place[thread].data(), begin, end);
    });
  });
}

void BlockTranspose::compute(const BlockMatrix& a, BlockMatrix& transposed) {
  const int n = a.blockRows();
  if (m_version != a.patternVersion() || m_resultVersion != transposed.patternVersion() || m_resultVersion == 0) {
    std::vector<int> start(a.blockColumns() + 1, 0), columns(a.blockCount());
    m_from.resize(a.blockCount());
    for (int j : a.columnIndices()) ++start[j + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<int> next(start.begin(), start.end() - 1);
    for (int i = 0; i < n; ++i)
      for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) {
        const int to = next[a.columnIndices()[k]]++;
        columns[to] = i;
        m_from[to] = k;
      }
    transposed.setPattern(a.blockSize(), std::move(start), std::move(columns), n);
    m_version = a.patternVersion();
    m_resultVersion = transposed.patternVersion();
  }
  withBlockSize(a.blockSize(), [&](auto size) {
    constexpr int B = size();
    helper::parallelChunks(m_from.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        BlockMap<B>(transposed.block(k)) = ConstBlockMap<B>(a.block(m_from[k])).transpose();
    });
  });
}

void CongruenceProduct::compute(const BlockMatrix& j, const BlockMatrix& k, BlockMatrix& c) {
  m_transpose.compute(j, m_transposed);
  m_first.compute(k, j, m_right);
  m_second.compute(m_transposed, m_right, c);
}

void CongruenceProduct::add(const BlockMatrix& j, const BlockMatrix& k, BlockMatrix& c, double factor) {
  m_transpose.compute(j, m_transposed);
  m_first.compute(k, j, m_right);
  m_second.add(m_transposed, m_right, c, factor);
}

}  // namespace sofa::linearalgebra
