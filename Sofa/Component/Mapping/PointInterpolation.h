// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/WeightedSum.h"
#include "Sofa/Type/Vec.h"

namespace sofa::component::mapping {

/// Output points as weighted sums of input points: a sparse matrix kept by rows and by columns, so that both the sums
/// and their transpose are gathers, which threads may share and whose order is always the same.
class PointInterpolation {
 public:
  using Index = type::Index;

  void clear();
  void addPoint(std::span<const Index> inputs, std::span<const double> weights);
  /// To be called after the last addPoint(); all inputs must be below inputCount.
  void finish(std::size_t inputCount);

  template <class Archive>
  void archive(Archive& archive) {
    for (Lists* lists : {&m_rows, &m_columns}) {
      archive.io(lists->begin);
      archive.io(lists->indices);
      archive.io(lists->weights);
    }
  }

  std::size_t outputCount() const { return m_rows.begin.size() - 1; }
  std::size_t inputCount() const { return m_columns.begin.size() - 1; }
  std::span<const Index> inputs(std::size_t output) const { return m_rows.indicesOf(output); }
  std::span<const double> weights(std::size_t output) const { return m_rows.weightsOf(output); }

  /// result(i, sum of weight times the first three reals of the input).
  template <class Point, class Result>
  void sum(const std::vector<Point>& inputs, const Result& result) const {
    gather(m_rows, inputs.data(), result);
  }
  /// The same of positions, each sum in the order of its weights (weightedSumInOrder).
  template <class Point, class Result>
  void place(const std::vector<Point>& inputs, const Result& result) const {
    forEachRow(m_rows, [&](std::size_t i) {
      result(i, linearalgebra::weightedSumInOrder(m_rows.indicesOf(i), m_rows.weightsOf(i).data(), inputs.data()));
    });
  }
  /// result(j, sum of weight times the first three reals of the output).
  template <class Point, class Result>
  void sumTransposed(const std::vector<Point>& outputs, const Result& result) const {
    gather(m_columns, outputs.data(), result);
  }

 private:
  struct Lists {
    std::vector<std::size_t> begin{0};
    std::vector<Index> indices;
    std::vector<double> weights;
    std::span<const Index> indicesOf(std::size_t i) const {
      return {indices.data() + begin[i], begin[i + 1] - begin[i]};
    }
    std::span<const double> weightsOf(std::size_t i) const {
      return {weights.data() + begin[i], begin[i + 1] - begin[i]};
    }
  };

  template <class Visit>
  static void forEachRow(const Lists& lists, const Visit& visit) {
    constexpr std::size_t chunk = 1024;
    helper::parallelChunks(lists.begin.size() - 1, chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) visit(i);
    });
  }
  template <class Point, class Result>
  static void gather(const Lists& lists, const Point* points, const Result& result) {
    forEachRow(lists, [&](std::size_t i) {
      result(i,
             linearalgebra::weightedSum<3>(type::Vec3::Zero(), lists.indicesOf(i), lists.weightsOf(i).data(), points));
    });
  }

  Lists m_rows;
  Lists m_columns;
};

}  // namespace sofa::component::mapping
