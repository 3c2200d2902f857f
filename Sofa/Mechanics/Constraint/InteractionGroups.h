// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Mechanics/Constraint/ComplianceMatrix.h"
#include "Sofa/Mechanics/Constraint/ConstraintRows.h"
#include "Sofa/Mechanics/Constraint/SweepSchedule.h"

namespace sofa::mechanics {

/// Groups of blocks that act on each other, directly or through others. Each group belongs to bodies that touch or are
/// tied, apart from all other bodies. Objects that do not move, such as a floor, join no groups.
class InteractionGroups {
 public:
  /// Finds the groups of blocks that fill the rows of W in their order. Entries of W between two blocks join them.
  void find(std::span<const ConstraintBlock> blocks, const ComplianceMatrix& w);
  /// Finds the groups of blocks that act on points. A common point joins blocks.
  void find(const SweepSchedule::Uses& uses);

  /// The number of groups, which stand in the order of their first blocks.
  std::size_t size() const { return m_begins.size() - 1; }
  /// The numbers of the blocks of a group, ascending.
  std::span<const int> blocks(std::size_t group) const {
    return std::span(m_blocks).subspan(m_begins[group], m_begins[group + 1] - m_begins[group]);
  }

 private:
  int first(int block);
  void begin(std::size_t blocks);
  void join(int block, int other);
  void list();

  std::vector<int> m_parent;             ///< of each block one of its group, not behind it; itself if it is the first
  std::vector<int> m_blockOf;            ///< or of a point, the first that acts on it
  std::vector<int> m_blocks;             ///< group by group
  std::vector<std::size_t> m_begins{0};  ///< of the groups in m_blocks
  std::vector<std::size_t> m_groupOfFirst;  ///< by block, of those that are the first of a group
  std::vector<std::size_t> m_next;          ///< place of the next block of each group
};

/// Whether enough threads and rows make the search for groups worth its time.
inline bool areWorthSharing(int rows) {
  constexpr int manyRows = 500;
  return helper::threadCount() > 1 && rows >= manyRows;
}

/// Calls f(group) for each group, in several threads.
template <class F>
void forEachGroup(const InteractionGroups& groups, const F& f) {
  constexpr std::size_t chunks = 64;  // enough to share groups of unequal sizes, few enough to cost nothing
  const std::size_t chunk = groups.size() / chunks + 1;
  helper::parallelChunks(groups.size(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end; ++g) f(g);
  });
}

}  // namespace sofa::mechanics
