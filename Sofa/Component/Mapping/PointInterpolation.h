#pragma once
#include <span>
#include <vector>

#include "Sofa/Helper/Parallel.h"
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

  /// result(i) = sum of weight times value(input).
  template <class Value, class Result>
  void sum(const Value& value, const Result& result) const {
    gather(m_rows, value, result);
  }
  /// result(j) = sum over the outputs of weight times value(output).
  template <class Value, class Result>
  void sumTransposed(const Value& value, const Result& result) const {
    gather(m_columns, value, result);
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

  template <class Value, class Result>
  static void gather(const Lists& lists, const Value& value, const Result& result) {
    constexpr std::size_t chunk = 1024;
    helper::parallelChunks(lists.begin.size() - 1, chunk, [&](std::size_t first, std::size_t last) {
      std::size_t k = lists.begin[first];
      for (std::size_t i = first; i < last; ++i) {
        type::Vec3 total = type::Vec3::Zero();
        for (; k < lists.begin[i + 1]; ++k) total += lists.weights[k] * value(lists.indices[k]);
        result(i, total);
      }
    });
  }

  Lists m_rows;
  Lists m_columns;
};

}  // namespace sofa::component::mapping
