// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "Sofa/Core/Contract/MatrixAccumulator.h"

namespace sofa::core {

/// Finds a matrix of which only the products with vectors are known, again and again.
///
/// The first time every column is a product of its own. Later columns that share no row are found together, coloured
/// greedily in ascending order (Curtis, Powell & Reid, On the Estimation of Sparse Jacobian Matrices, 1974). One
/// product with a vector without structure checks the result; where it differs, the pattern changed and every column is
/// probed again. Points are taken whole: a block per pair of points.
class MatrixProbe {
 public:
  /// Sets vec::probe of the inputs, calls product(), which must set vec::probeResult of the outputs to the product, and
  /// adds the blocks found to the table, always in the same order while the pattern stands.
  void run(std::span<BaseState* const> inputs, std::span<BaseState* const> outputs, const BlockTable& table,
           const std::function<void()>& product);
  /// Products asked for by the last run.
  int productCount() const { return m_products; }

 private:
  struct Point {
    BaseState* state;
    int index, width, offset;  ///< place in its state, scalars, place among the scalars of all
  };
  struct Block {
    int point;           ///< of the outputs
    std::size_t values;  ///< first of its values, column by column
  };

  /// True if the states are those of the last run, with the same sizes.
  bool update(std::span<BaseState* const> inputs, std::span<BaseState* const> outputs);
  void askProduct(const std::function<void()>& product);
  void probeAll(const std::function<void()>& product);
  void probeGroups(const std::function<void()>& product);
  bool agrees(const std::function<void()>& product);
  void setPattern(std::vector<std::vector<int>> touched);
  void colour();
  void insert(const BlockTable& table) const;

  std::vector<std::pair<BaseState*, std::size_t>> m_inputStates, m_outputStates;  ///< with their sizes
  std::vector<Point> m_inputs, m_outputs;
  std::vector<double> m_direction, m_result, m_difference;  ///< flat over all inputs, all outputs
  std::vector<std::size_t> m_blockStart;                    ///< by input point
  std::vector<Block> m_blocks;
  std::vector<double> m_values;
  std::vector<std::vector<int>> m_groups;  ///< input points whose columns are found together
  bool m_known = false;
  int m_products = 0;
};

}  // namespace sofa::core
