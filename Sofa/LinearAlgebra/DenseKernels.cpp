// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/DenseKernels.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Helper/Simd.h"

namespace sofa::linearalgebra::kernels {
namespace {

// A tile of C, tileRows x tileColumns, stays in registers while the product runs over the depth. The panels of the
// packed operands are sized for the first and second level of cache (Goto and van de Geijn 2008).
#if defined(__AVX512F__)
constexpr int lanes = 8, tileColumns = 8;
#elif defined(__AVX__)
constexpr int lanes = 4, tileColumns = 4;
#else
constexpr int lanes = 2, tileColumns = 4;
#endif
constexpr int tileVectors = 3, tileRows = tileVectors * lanes;
constexpr int depthBlock = 256, rowBlock = 10 * tileRows, columnBlock = 512;
constexpr std::size_t cacheLine = 64;

typedef double Lanes __attribute__((vector_size(lanes * sizeof(double)), may_alias));
typedef double PackAnywhere __attribute__((vector_size(packWidth * sizeof(double)), aligned(8), may_alias));
typedef double LanesAnywhere __attribute__((vector_size(lanes * sizeof(double)), aligned(8), may_alias));

inline Lanes loadAnywhere(const double* from) { return *reinterpret_cast<const LanesAnywhere*>(from); }

#if defined(__AVX512F__)
/// Zero in the lanes from `count` on, which are not read; and which are not written.
template <class Vector = Lanes>
SOFA_INLINE Vector loadFirst(const double* from, int count) {
  return _mm512_maskz_loadu_pd(static_cast<__mmask8>((1u << count) - 1), from);
}
SOFA_INLINE void storeFirst(double* to, const Lanes& values, int count) {
  _mm512_mask_storeu_pd(to, static_cast<__mmask8>((1u << count) - 1), values);
}
#else
template <class Vector = Lanes>
SOFA_INLINE Vector loadFirst(const double* from, int count) {
  Vector values{};
  for (int i = 0; i < count; ++i) values[i] = from[i];
  return values;
}
SOFA_INLINE void storeFirst(double* to, const Lanes& values, int count) {
  for (int i = 0; i < count; ++i) to[i] = values[i];
}
#endif

/// C -= A B^T, or C = -A B^T, of the first rows of one tile, `vectors` times `lanes` of which the last vector may have
/// fewer, and its first columns; from packed panels.
template <int vectors>
void subtractTileRows(From from, int depth, const double* a, const double* b, double* c, std::size_t stride, int rows,
                      int columns) {
  Lanes s[tileColumns][vectors];
  for (auto& column : s)
    for (auto& v : column) v = Lanes{};
  for (int p = 0; p < depth; ++p, a += tileRows, b += tileColumns) {
    Lanes row[vectors];
#pragma GCC unroll 3
    for (int v = 0; v < vectors; ++v) row[v] = *reinterpret_cast<const Lanes*>(a + v * lanes);
#pragma GCC unroll 8
    for (int j = 0; j < tileColumns; ++j) {
#pragma GCC unroll 3
      for (int v = 0; v < vectors; ++v) s[j][v] += row[v] * b[j];
    }
  }
  const int last = std::min(rows - (vectors - 1) * lanes, lanes);
#pragma GCC unroll 8
  for (int j = 0; j < tileColumns; ++j) {
    if (j >= columns) break;
    double* const column = c + j * stride;
    double* const end = column + (vectors - 1) * lanes;
    const bool isThere = from == From::present;
#pragma GCC unroll 3
    for (int v = 0; v < vectors - 1; ++v) {
      double* const at = column + v * lanes;
      *reinterpret_cast<LanesAnywhere*>(at) = (isThere ? loadAnywhere(at) : Lanes{}) - s[j][v];
    }
    storeFirst(end, (isThere ? loadFirst(end, last) : Lanes{}) - s[j][vectors - 1], last);
  }
}

void subtractTile(From from, int depth, const double* a, const double* b, double* c, std::size_t stride, int rows,
                  int columns) {
  static_assert(tileVectors == 3);
  if (rows > 2 * lanes) return subtractTileRows<3>(from, depth, a, b, c, stride, rows, columns);
  if (rows > lanes) return subtractTileRows<2>(from, depth, a, b, c, stride, rows, columns);
  subtractTileRows<1>(from, depth, a, b, c, stride, rows, columns);
}

/// Strips of `width` rows, each strip depth after depth; rows that lack are zero.
template <int width>
void pack(int rows, int depth, const double* from, std::size_t stride, const double* scale, double* to) {
  for (int i = 0; i < rows; i += width, to += static_cast<std::size_t>(width) * depth) {
    const int count = std::min(width, rows - i);
    for (int p = 0; p < depth; ++p) {
      const double* column = from + p * stride + i;
      const double s = scale ? scale[p] : 1.0;
      double* strip = to + static_cast<std::size_t>(p) * width;
      if (count == width) {
        for (int r = 0; r < width; ++r) strip[r] = column[r] * s;
      } else {
        for (int r = 0; r < width; ++r) strip[r] = r < count ? column[r] * s : 0.0;
      }
    }
  }
}

/// For small products: no packing pays.
void subtractLowerProductSmall(From from, int rows, int columns, int depth, const double* l, std::size_t lStride,
                               const double* d, double* c, std::size_t cStride) {
  for (int j = 0; j < columns; ++j) {
    double* cj = c + j * cStride;
    if (from == From::zero) std::fill(cj + j, cj + rows, 0.0);
    int p = 0;
    for (; p + 2 < depth; p += 3) {
      const double *l0 = l + p * lStride, *l1 = l0 + lStride, *l2 = l1 + lStride;
      const double s0 = l0[j] * d[p], s1 = l1[j] * d[p + 1], s2 = l2[j] * d[p + 2];
      for (int i = j; i < rows; ++i) cj[i] -= l0[i] * s0 + l1[i] * s1 + l2[i] * s2;
    }
    for (; p < depth; ++p) {
      const double* lp = l + p * lStride;
      const double s = lp[j] * d[p];
      for (int i = j; i < rows; ++i) cj[i] -= lp[i] * s;
    }
  }
}

}  // namespace

void PackBuffer::Free::operator()(double* memory) const { ::operator delete[](memory, std::align_val_t{cacheLine}); }

PackBuffer::PackBuffer()
    : m_a(new (std::align_val_t{cacheLine}) double[rowBlock * depthBlock]),
      m_b(new (std::align_val_t{cacheLine}) double[(columnBlock + tileColumns) * depthBlock]) {}

void subtractLowerProduct(From from, int rows, int columns, int depth, const double* l, std::size_t lStride,
                          const double* d, double* c, std::size_t cStride, std::vector<PackBuffer>& buffers,
                          bool parallel) {
  constexpr int smallProduct = 4000;
  if (static_cast<long>(rows) * columns * depth < smallProduct || depth < 3)
    return subtractLowerProductSmall(from, rows, columns, depth, l, lStride, d, c, cStride);
  const int thread = std::max(0, tbb::this_task_arena::current_thread_index()) % static_cast<int>(buffers.size());
  double* const b = buffers[thread].b();
  for (int column = 0; column < columns; column += columnBlock) {
    const int columnCount = std::min(columnBlock, columns - column);
    for (int p = 0; p < depth; p += depthBlock) {
      helper::checkInterrupt();  // a front of twenty thousand columns takes minutes
      const int depthCount = std::min(depthBlock, depth - p);
      pack<tileColumns>(columnCount, depthCount, l + p * lStride + column, lStride, d + p, b);
      const auto rowsFrom = [&](std::size_t begin, std::size_t end) {
        const int mine = std::max(0, tbb::this_task_arena::current_thread_index()) % static_cast<int>(buffers.size());
        double* const a = buffers[mine].a();
        const int row = column + static_cast<int>(begin), rowCount = static_cast<int>(end - begin);
        pack<tileRows>(rowCount, depthCount, l + p * lStride + row, lStride, nullptr, a);
        for (int j = 0; j < columnCount; j += tileColumns)
          for (int i = 0; i < rowCount; i += tileRows)
            if (row + i + tileRows > column + j)
              subtractTile(p == 0 ? from : From::present, depthCount, a + static_cast<std::size_t>(i) * depthCount,
                           b + static_cast<std::size_t>(j) * depthCount, c + (column + j) * cStride + row + i, cStride,
                           rowCount - i, columnCount - j);
      };
      const std::size_t below = rows - column;
      if (parallel) {
        helper::parallelChunks(below, rowBlock, rowsFrom);
      } else {
        for (std::size_t i = 0; i < below; i += rowBlock) rowsFrom(i, std::min(below, i + rowBlock));
      }
    }
  }
}

namespace {

/// Rows of L below the factorised square at `square`: `vectors` times `lanes` of them, of which the last vector may
/// have fewer.
template <int vectors>
void solveRows(int rows, int columns, const double* square, double* a, std::size_t stride, const double* d) {
  const int last = std::min(rows - (vectors - 1) * lanes, lanes);
  const auto add = [&](double* column, Lanes(&x)[vectors], double factor) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors - 1; ++v) x[v] += loadAnywhere(column + v * lanes) * factor;
    x[vectors - 1] += loadFirst(column + (vectors - 1) * lanes, last) * factor;
  };
  for (int j = 0; j < columns; ++j) {
    Lanes x[vectors] = {};
    double* const column = a + j * stride;
    add(column, x, 1);
    for (int k = 0; k < j; ++k) add(a + k * stride, x, -(square[k * stride + j] * d[k]));
    const double inverse = 1 / d[j];
#pragma GCC unroll 4
    for (int v = 0; v < vectors - 1; ++v) *reinterpret_cast<LanesAnywhere*>(column + v * lanes) = x[v] * inverse;
    storeFirst(column + (vectors - 1) * lanes, x[vectors - 1] * inverse, last);
  }
}

/// The recursion's end: the square by columns, then the rows below in strips that stay in registers.
int factoriseNarrow(int rows, int columns, double* a, std::size_t stride, double* d) {
  for (int j = 0; j < columns; ++j) {
    double* aj = a + j * stride;
    d[j] = aj[j];
    if (d[j] == 0 || !std::isfinite(d[j])) return j;
    const double inverse = 1 / d[j];
    for (int k = j + 1; k < columns; ++k) {
      const double s = aj[k] * inverse;
      double* ak = a + k * stride;
      for (int i = k; i < columns; ++i) ak[i] -= aj[i] * s;
    }
    for (int i = j + 1; i < columns; ++i) aj[i] *= inverse;
  }
  constexpr int strip = 4 * lanes;
  for (int row = columns; row < rows; row += strip) {
    const int count = std::min(strip, rows - row);
    const auto solve = count > 3 * lanes   ? solveRows<4>
                       : count > 2 * lanes ? solveRows<3>
                       : count > lanes     ? solveRows<2>
                                           : solveRows<1>;
    solve(count, columns, a, a + row, stride, d);
  }
  return -1;
}

}  // namespace

int factoriseTrapezoid(int rows, int columns, double* a, std::size_t stride, double* d,
                       std::vector<PackBuffer>& buffers, bool parallel) {
  constexpr int narrow = 16;
  if (columns <= narrow) return factoriseNarrow(rows, columns, a, stride, d);
  const int left = (columns / 2 + tileColumns - 1) / tileColumns * tileColumns;
  const int failed = factoriseTrapezoid(rows, left, a, stride, d, buffers, parallel);
  if (failed >= 0) return failed;
  double* const right = a + left * stride + left;
  subtractLowerProduct(From::present, rows - left, columns - left, left, a + left, stride, d, right, stride, buffers,
                       parallel);
  const int later = factoriseTrapezoid(rows - left, columns - left, right, stride, d + left, buffers, parallel);
  return later < 0 ? -1 : left + later;
}

template <class T>
void forwardSubstitute(int rows, int columns, const double* l, T* x, T* t) {
  const int below = rows - columns;
  for (int i = 0; i < below; ++i) t[i] = T{};
  int j = 0;
  for (; j + 3 < columns; j += 4) {
    const double *l0 = l + static_cast<std::size_t>(j) * rows, *l1 = l0 + rows, *l2 = l1 + rows, *l3 = l2 + rows;
    const T x0 = x[j];
    const T x1 = x[j + 1] -= l0[j + 1] * x0;
    const T x2 = x[j + 2] -= l0[j + 2] * x0 + l1[j + 2] * x1;
    const T x3 = x[j + 3] -= l0[j + 3] * x0 + l1[j + 3] * x1 + l2[j + 3] * x2;
    for (int i = j + 4; i < columns; ++i) x[i] -= l0[i] * x0 + l1[i] * x1 + l2[i] * x2 + l3[i] * x3;
    l0 += columns, l1 += columns, l2 += columns, l3 += columns;
    for (int i = 0; i < below; ++i) t[i] += l0[i] * x0 + l1[i] * x1 + l2[i] * x2 + l3[i] * x3;
  }
  for (; j < columns; ++j) {
    const double* lj = l + static_cast<std::size_t>(j) * rows;
    const T xj = x[j];
    for (int i = j + 1; i < columns; ++i) x[i] -= lj[i] * xj;
    for (int i = 0; i < below; ++i) t[i] += lj[columns + i] * xj;
  }
}

namespace {

/// Products of four columns with t; the sums run over fixed lanes, whatever the addresses.
inline void dotColumns(int count, const double* const (&column)[4], const double* t, double (&sum)[4]) {
  Pack lane[4] = {};
  int i = 0;
  for (; i + 7 < count; i += 8) {
    const Pack ti = *reinterpret_cast<const PackAnywhere*>(t + i);
#pragma GCC unroll 4
    for (int c = 0; c < 4; ++c) lane[c] += *reinterpret_cast<const PackAnywhere*>(column[c] + i) * ti;
  }
  if (i < count) {
    const Pack ti = loadFirst<Pack>(t + i, count - i);
#pragma GCC unroll 4
    for (int c = 0; c < 4; ++c) lane[c] += loadFirst<Pack>(column[c] + i, count - i) * ti;
  }
  for (int c = 0; c < 4; ++c)
    sum[c] = ((lane[c][0] + lane[c][4]) + (lane[c][1] + lane[c][5])) +
             ((lane[c][2] + lane[c][6]) + (lane[c][3] + lane[c][7]));
}

inline void dotColumns(int count, const double* const (&column)[4], const Pack* t, Pack (&sum)[4]) {
  for (auto& s : sum) s = Pack{};
  for (int i = 0; i < count; ++i) {
    const Pack ti = t[i];
#pragma GCC unroll 4
    for (int c = 0; c < 4; ++c) sum[c] += column[c][i] * ti;
  }
}

}  // namespace

template <class T>
void backSubstitute(int rows, int columns, const double* l, T* x, const T* t) {
  const int below = rows - columns, whole = columns / 4 * 4;
  for (int j = columns - 1; j >= whole; --j) {
    const double* lj = l + static_cast<std::size_t>(j) * rows;
    T s = x[j];
    for (int i = j + 1; i < columns; ++i) s -= lj[i] * x[i];
    for (int i = 0; i < below; ++i) s -= lj[columns + i] * t[i];
    x[j] = s;
  }
  for (int j = whole - 4; j >= 0; j -= 4) {
    const double *l0 = l + static_cast<std::size_t>(j) * rows, *l1 = l0 + rows, *l2 = l1 + rows, *l3 = l2 + rows;
    T inner[4], outer[4];
    dotColumns(columns - j - 4, {l0 + j + 4, l1 + j + 4, l2 + j + 4, l3 + j + 4}, x + j + 4, inner);
    dotColumns(below, {l0 + columns, l1 + columns, l2 + columns, l3 + columns}, t, outer);
    x[j + 3] -= inner[3] + outer[3];
    x[j + 2] -= inner[2] + outer[2] + l2[j + 3] * x[j + 3];
    x[j + 1] -= inner[1] + outer[1] + l1[j + 2] * x[j + 2] + l1[j + 3] * x[j + 3];
    x[j] -= inner[0] + outer[0] + l0[j + 1] * x[j + 1] + l0[j + 2] * x[j + 2] + l0[j + 3] * x[j + 3];
  }
}

template void forwardSubstitute(int, int, const double*, double*, double*);
template void forwardSubstitute(int, int, const double*, Pack*, Pack*);
template void backSubstitute(int, int, const double*, double*, const double*);
template void backSubstitute(int, int, const double*, Pack*, const Pack*);

}  // namespace sofa::linearalgebra::kernels
