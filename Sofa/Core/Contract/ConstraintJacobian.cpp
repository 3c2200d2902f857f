#include "Sofa/Core/Contract/ConstraintJacobian.h"

#include <algorithm>
#include <utility>

namespace sofa::core {

void ConstraintJacobian::clear() {
  m_rowCount = 0;
  for (auto& [state, blocks] : m_blocks) blocks.clear();
}

namespace {
/// Orders the points of each row, which are few and mostly in order.
void orderPoints(std::span<ConstraintJacobian::Block> blocks) {
  constexpr std::size_t few = 16;
  const auto point = [](const auto& block) { return block.point; };
  forEachRow(blocks, [&](std::size_t first, std::size_t last) {
    const auto row = blocks.subspan(first, last - first);
    if (row.size() > few) return void(std::ranges::stable_sort(row, {}, point));
    for (std::size_t k = 1; k < row.size(); ++k)
      for (std::size_t at = k; at > 0 && point(row[at]) < point(row[at - 1]); --at) std::swap(row[at], row[at - 1]);
  });
}
}  // namespace

int ConstraintJacobian::addRows(int count) { return std::exchange(m_rowCount, m_rowCount + count); }

std::span<const ConstraintJacobian::Block> ConstraintJacobian::blocks(const BaseState* state) const {
  const auto it = m_blocks.find(state);
  return it == m_blocks.end() ? std::span<const Block>() : it->second;
}

void ConstraintJacobian::sort(const BaseState* state) {
  auto& blocks = m_blocks[state];
  const auto place = [](const Block& b) { return std::pair(b.row, b.point); };
  if (std::ranges::is_sorted(blocks, {}, &Block::row))
    orderPoints(blocks);
  else
    std::ranges::stable_sort(blocks, {}, place);
  std::size_t kept = 0;
  for (const Block& block : blocks) {
    if (kept > 0 && place(blocks[kept - 1]) == place(block)) {
      for (std::size_t k = 0; k < block.direction.size(); ++k) blocks[kept - 1].direction[k] += block.direction[k];
    } else {
      if (&blocks[kept] != &block) blocks[kept] = block;
      ++kept;
    }
  }
  blocks.resize(kept);
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
  const auto rows = blocks(state);
  if (rows.empty()) return;
  const int width = state->derivSize();
  for (const Block& block : rows)
    for (int k = 0; k < width; ++k)
      if (block.direction[k] != 0) out[block.point * width + k] += block.direction[k] * lambda[block.row];
}

}  // namespace sofa::core
