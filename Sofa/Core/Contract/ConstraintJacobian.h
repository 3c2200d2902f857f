// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <unordered_map>
#include <vector>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Mechanics/Constraint/PointCompliance.h"

namespace sofa::core {

/// Rows of scalar constraints over the points of states, block-sparse: J = d(constraint) / d(velocity). A block is the
/// direction of one row at one point, as long as a Deriv of the state (docs/manual/constraint-problem.md).
class ConstraintJacobian {
 public:
  using Block = mechanics::JacobianBlock;

  void clear();
  /// Number of the first of `count` new rows.
  int addRows(int count);
  int rowCount() const { return m_rowCount; }

  /// Adds to the block of a row at a point: the reals of a Deriv.
  template <class Deriv>
  void add(const BaseState* state, int row, std::size_t point, const Deriv& direction) {
    Adder(*this, state)(row, point, direction);
  }
  /// Adds to one real of it.
  void add(const BaseState* state, int row, std::size_t point, int component, double value) {
    Block block{row, static_cast<int>(point), {}};
    block.direction[component] = value;
    m_blocks[state].push_back(block);
  }

  /// Adds to blocks at a state, found once: whole ones, or single reals. Reals of a row that come one after the other,
  /// whatever their points, are summed at once.
  class Adder {
   public:
    Adder(ConstraintJacobian& jacobian, const BaseState* state)
        : m_blocks(jacobian.m_blocks[state]), m_first(m_blocks.size()) {}
    template <class Deriv>
    void operator()(int row, std::size_t point, const Deriv& direction) {
      Block& block = m_blocks.emplace_back(row, static_cast<int>(point));
      for (int k = 0; k < static_cast<int>(direction.size()); ++k) block.direction[k] = direction[k];
    }
    void operator()(int row, int point, int component, double value) {
      for (std::size_t k = m_blocks.size(); k > m_first && m_blocks[k - 1].row == row; --k)
        if (m_blocks[k - 1].point == point) {
          m_blocks[k - 1].direction[static_cast<std::size_t>(component)] += value;
          return;
        }
      m_blocks.push_back({row, point, {}});
      m_blocks.back().direction[static_cast<std::size_t>(component)] = value;
    }

   private:
    std::vector<Block>& m_blocks;
    std::size_t m_first;
  };

  /// `count` more blocks at a state, to be filled.
  std::span<Block> extend(const BaseState* state, std::size_t count) {
    auto& blocks = m_blocks[state];
    blocks.resize(blocks.size() + count);
    return std::span(blocks).last(count);
  }
  /// Of one state, by rows, then points, once sorted.
  std::span<const Block> blocks(const BaseState* state) const;
  /// Orders blocks by row and point and sums those of one place.
  void sort(const BaseState* state);
  /// Takes out what acts on the reals of a state that are marked; blocks without a direction go.
  void erase(const BaseState* state, std::span<const char> isFixed);

  /// out += J^T lambda, out the reals of the state.
  void addTransposedProduct(const BaseState* state, std::span<const double> lambda, std::span<double> out) const;

 private:
  int m_rowCount = 0;
  std::unordered_map<const BaseState*, std::vector<Block>> m_blocks;
};

/// Calls f(first, last) for the blocks of each row in turn, blocks sorted by rows.
template <class F>
void forEachRow(std::span<const ConstraintJacobian::Block> blocks, const F& f) {
  for (std::size_t first = 0; first < blocks.size();) {
    std::size_t last = first;
    while (last < blocks.size() && blocks[last].row == blocks[first].row) ++last;
    f(first, last);
    first = last;
  }
}

}  // namespace sofa::core
