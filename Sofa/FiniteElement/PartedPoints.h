// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "Sofa/FiniteElement/Simd.h"
#include "Sofa/Helper/LargeVector.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Type/Vec.h"

namespace sofa::fem {

using type::Index;
using type::Vec3;

/// Growing storage for padded rows, aligned for packs, kept between calls so that a steady step allocates nothing.
class RowBuffer {
 public:
  double* reserve(std::size_t rows) {
    const std::size_t chunks = (rows * rowStride + chunkSize - 1) / chunkSize;
    if (m_chunks.size() < chunks) m_chunks.resize(chunks);
    return m_chunks.data()->values;
  }

 private:
  static constexpr std::size_t chunkSize = 8;
  struct alignas(64) Chunk {
    double values[chunkSize];
  };
  std::vector<Chunk> m_chunks;
};

/// The points of a mesh that was cut into parts, which may share points: values of a part are copied to padded rows,
/// and what the parts add to a point comes together in the order of the parts, whatever the number of threads.
class PartedPoints {
 public:
  void clear(std::size_t pointCount);
  /// The points of the next part, ascending.
  void addPart(std::span<const Index> points);
  /// To be called after the last part.
  void finish();

  std::size_t partCount() const { return m_first.size() - 1; }
  std::size_t pointCount() const { return m_pointCount; }
  std::span<const Index> points(std::size_t part) const {
    return {m_points.data() + m_first[part], m_points.data() + m_first[part + 1]};
  }

  template <class Point>
  void copyRows(std::size_t part, std::span<const Point> in, double* rows) const {
    constexpr int dimension = Point::RowsAtCompileTime;
    const std::span<const Index> own = points(part);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const double* v = in[own[i]].data();
      row(rows, rowStride * i) =
          Row{v[0], dimension > 1 ? v[dimension > 1] : 0, dimension > 2 ? v[dimension > 2 ? 2 : 0] : 0, 0};
    }
  }

  /// Adds to `out` what run(part, rows, sums) leaves in the rows `sums`, zero before, of each part; `rows` are those of
  /// `in`.
  template <class Point, class Run>
  void accumulate(std::span<const Point> in, std::span<Point> out, const Run& run) const {
    const auto runPart = [&](std::size_t part, double* rows, double* sums) {
      copyRows(part, in, rows);
      std::memset(sums, 0, sizeof(double) * rowStride * points(part).size());
      run(part, rows, sums);
    };
    if (helper::threadCount() == 1 || partCount() < 2) {
      thread_local RowBuffer scratch;
      for (std::size_t part = 0; part < partCount(); ++part) {
        const std::span<const Index> own = points(part);
        double* rows = scratch.reserve(2 * own.size());
        double* sums = rows + rowStride * own.size();
        runPart(part, rows, sums);
        for (std::size_t i = 0; i < own.size(); ++i) addRow(sums + rowStride * i, out[own[i]]);
      }
      return;
    }
    // What one part alone adds to is done with it; the rest waits for all parts.
    double* partial = m_partial.reserve(m_firstShared.back());
    helper::parallelChunks(partCount(), 1, [&](std::size_t part, std::size_t) {
      thread_local RowBuffer scratch;
      const std::span<const Index> own = points(part);
      double* rows = scratch.reserve(2 * own.size());
      double* sums = rows + rowStride * own.size();
      runPart(part, rows, sums);
      double* shared = partial + rowStride * m_firstShared[part];
      for (std::size_t i = 0; i < own.size(); ++i)
        if (m_isShared[m_first[part] + i]) {
          row(shared, 0) = row(sums, rowStride * i);
          shared += rowStride;
        } else {
          addRow(sums + rowStride * i, out[own[i]]);
        }
    });
    helper::parallelChunks(m_shared.size(), 1024, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        for (unsigned j = m_sharedStart[i]; j < m_sharedStart[i + 1]; ++j)
          addRow(partial + rowStride * m_sharedRows[j], out[m_shared[i]]);
    });
  }

 private:
  template <class Point>
  static void addRow(const double* row, Point& v) {
    for (int i = 0; i < Point::RowsAtCompileTime; ++i) v[i] += row[i];
  }

  std::size_t m_pointCount = 0;
  std::vector<Index> m_points;  ///< of the parts, one part after the other
  std::vector<std::size_t> m_first = {0};
  // For parallel sums: which of m_points other parts have as well, and the rows of m_partial to add to each of these
  // points, in part order.
  std::vector<char> m_isShared;
  std::vector<std::size_t> m_firstShared = {0};  ///< row of m_partial of each part; and the end
  std::vector<Index> m_shared;
  std::vector<unsigned> m_sharedStart;
  std::vector<unsigned> m_sharedRows;
  mutable RowBuffer m_partial;
};

}  // namespace sofa::fem
