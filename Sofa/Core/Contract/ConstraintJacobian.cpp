// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/ConstraintJacobian.h"

#include <algorithm>
#include <utility>

namespace sofa::core {

void ConstraintJacobian::clear() {
  m_rowCount = 0;
  for (auto& [state, blocks] : m_blocks) blocks.clear();
}

namespace {
using Block = ConstraintJacobian::Block;
std::pair<int, int> place(const Block& block) { return {block.row, block.point}; }

/// Orders the points of a row, which are few and mostly in order.
void orderPoints(std::span<Block> row) {
  constexpr std::size_t few = 16;
  if (row.size() > few) return void(std::ranges::stable_sort(row, {}, &Block::point));
  for (std::size_t k = 1; k < row.size(); ++k)
    for (std::size_t at = k; at > 0 && row[at].point < row[at - 1].point; --at) std::swap(row[at], row[at - 1]);
}

/// What still is to be done.
enum class Order { done, ofPoints, ofRows };
Order orderOf(std::span<const Block> blocks) {
  Order order = Order::done;
  for (std::size_t k = 1; k < blocks.size(); ++k) {
    if (blocks[k].row < blocks[k - 1].row) return Order::ofRows;
    if (place(blocks[k]) <= place(blocks[k - 1])) order = Order::ofPoints;
  }
  return order;
}
}  // namespace

int ConstraintJacobian::addRows(int count) { return std::exchange(m_rowCount, m_rowCount + count); }

std::span<const ConstraintJacobian::Block> ConstraintJacobian::blocks(const BaseState* state) const {
  const auto it = m_blocks.find(state);
  return it == m_blocks.end() ? std::span<const Block>() : it->second;
}

void ConstraintJacobian::sort(const BaseState* state) {
  auto& blocks = m_blocks[state];
  const Order order = orderOf(blocks);
  if (order == Order::done) return;
  if (order == Order::ofRows) std::ranges::stable_sort(blocks, {}, &Block::row);
  std::size_t kept = 0;
  forEachRow(blocks, [&](std::size_t first, std::size_t last) {
    orderPoints(std::span(blocks).subspan(first, last - first));
    for (std::size_t k = first; k < last; ++k) {
      if (kept > 0 && place(blocks[kept - 1]) == place(blocks[k])) {
        for (std::size_t i = 0; i < blocks[k].direction.size(); ++i)
          blocks[kept - 1].direction[i] += blocks[k].direction[i];
      } else {
        if (kept != k) blocks[kept] = blocks[k];
        ++kept;
      }
    }
  });
  blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(kept), blocks.end());
}

void ConstraintJacobian::erase(const BaseState* state, std::span<const char> isFixed) {
  const int width = state->derivSize();
  std::erase_if(m_blocks[state], [&](Block& block) {
    bool isEmpty = true;
    for (int k = 0; k < width; ++k) {
      if (isFixed[static_cast<std::size_t>(block.point * width + k)]) block.direction[k] = 0;
      isEmpty = isEmpty && block.direction[k] == 0;
    }
    return isEmpty;
  });
}

void ConstraintJacobian::addTransposedProduct(const BaseState* state, std::span<const double> lambda,
                                              std::span<double> out) const {
  const int width = state->derivSize();
  for (const Block& block : blocks(state)) {
    const double force = lambda[block.row];
    if (force == 0) continue;  // of many contacts only some press
    for (int k = 0; k < width; ++k) out[block.point * width + k] += block.direction[k] * force;
  }
}

}  // namespace sofa::core
