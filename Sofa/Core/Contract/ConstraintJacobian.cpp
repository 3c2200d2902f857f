#include "Sofa/Core/Contract/ConstraintJacobian.h"

#include <algorithm>
#include <utility>

namespace sofa::core {

void ConstraintJacobian::clear() {
  m_rowCount = 0;
  for (auto& [state, blocks] : m_blocks) blocks.clear();
}

int ConstraintJacobian::addRows(int count) { return std::exchange(m_rowCount, m_rowCount + count); }

std::span<const ConstraintJacobian::Block> ConstraintJacobian::blocks(const BaseState* state) const {
  const auto it = m_blocks.find(state);
  return it == m_blocks.end() ? std::span<const Block>() : it->second;
}

void ConstraintJacobian::sort(const BaseState* state) {
  auto& blocks = m_blocks[state];
  const auto place = [](const Block& b) { return std::pair(b.row, b.point); };
  if (!std::ranges::is_sorted(blocks, {}, place)) std::ranges::stable_sort(blocks, {}, place);
  std::size_t kept = 0;
  for (const Block& block : blocks) {
    if (kept > 0 && place(blocks[kept - 1]) == place(block))
      for (std::size_t k = 0; k < block.direction.size(); ++k) blocks[kept - 1].direction[k] += block.direction[k];
    else
      blocks[kept++] = block;
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
