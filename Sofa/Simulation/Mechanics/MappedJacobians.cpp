// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MappedJacobians.h"

#include <algorithm>
#include <utility>

namespace sofa::simulation {

using core::BaseState;
using linearalgebra::BlockMatrix;

void MappedJacobians::plan(std::span<core::BaseMapping* const> mappings, int blockSize) {
  m_blockSize = blockSize;
  m_entries.clear();
  m_totals.clear();
  m_parts.clear();
  m_active.clear();
  m_order.clear();
  for (auto* mapping : mappings) {
    Entry& entry = m_entries.emplace_back();
    entry.mapping = mapping;
    for (auto* output : mapping->outputs())
      for (auto* input : mapping->inputs()) {
        if (!output || !input || !input->isMechanical()) continue;
        auto& direct = entry.direct.emplace_back(std::make_unique<Direct>());
        direct->output = output;
        direct->input = input;
        direct->matrix.reset(blockSize, scalars(*output), scalars(*input));
        entry.table.add(output, input, &direct->matrix.add(0, 0, scalars(*output), scalars(*input)));
        // Before a total of the output is made, which moves what an iterator would stand on.
        const auto above = m_totals.find(input);
        const auto* inputTotals = above == m_totals.end() ? nullptr : &above->second;
        if (!inputTotals)
          addPath(*output, *input, {direct.get(), nullptr});
        else
          for (std::size_t i = 0; i < inputTotals->size(); ++i)
            addPath(*output, *(*inputTotals)[i]->main, {direct.get(), (*inputTotals)[i].get()});
      }
  }
}

void MappedJacobians::addPath(const BaseState& output, BaseState& main, const Total::Path& path) {
  auto& totals = m_totals[&output];
  auto it = std::find_if(totals.begin(), totals.end(), [&](const auto& t) { return t->main == &main; });
  if (it == totals.end()) {
    totals.push_back(std::make_unique<Total>());
    it = totals.end() - 1;
    (*it)->main = &main;
  }
  (*it)->paths.push_back(path);
}

void MappedJacobians::computeDirect(Entry& entry) {
  const std::size_t revision = entry.mapping->jacobianRevision();
  const bool same = revision != 0 && revision == entry.revision;
  entry.revision = revision;
  for (auto& direct : entry.direct) direct->changed = !same;
  if (same) return;
  for (int pass = 0; pass < 3; ++pass) {
    for (auto& direct : entry.direct) direct->matrix.begin();
    entry.mapping->buildJacobian(&entry.table);
    bool complete = true;
    for (auto& direct : entry.direct) complete &= direct->matrix.complete();
    if (complete) return;
  }
}

bool MappedJacobians::planTotal(Total& total) {
  bool changed = total.versions.size() != 2 * total.paths.size();
  total.versions.resize(2 * total.paths.size());
  const auto differs = [](std::size_t& version, const BlockMatrix* matrix) {
    const std::size_t now = matrix ? matrix->patternVersion() : 0;
    return std::exchange(version, now) != now;
  };
  for (std::size_t i = 0; i < total.paths.size(); ++i) {
    changed |= differs(total.versions[2 * i], &total.paths[i].last->matrix.matrix());
    changed |= differs(total.versions[2 * i + 1], total.paths[i].above ? &total.paths[i].above->sum : nullptr);
  }
  if (!changed) return false;
  std::vector<std::pair<int, int>> blocks;
  for (const auto& path : total.paths) {
    const BlockMatrix& last = path.last->matrix.matrix();
    const auto some = path.above ? linearalgebra::productBlocks(last, path.above->sum) : linearalgebra::blocksOf(last);
    blocks.insert(blocks.end(), some.begin(), some.end());
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  const BlockMatrix& any = total.paths[0].last->matrix.matrix();
  const int columns = scalars(*total.main) / any.blockSize();
  linearalgebra::setPattern(total.sum, any.blockSize(), any.blockRows(), columns, blocks);
  return true;
}

bool MappedJacobians::computeTotal(Total& total) {
  const bool replanned = planTotal(total);
  total.changed = replanned;
  for (const auto& path : total.paths) total.changed |= path.last->changed || (path.above && path.above->changed);
  if (!total.changed) return false;
  total.sum.setZero();
  for (const auto& path : total.paths)
    if (path.above)
      linearalgebra::addProduct(path.last->matrix.matrix(), path.above->sum, total.sum);
    else
      linearalgebra::addMatrix(path.last->matrix.matrix(), total.sum);
  return replanned;
}

void MappedJacobians::require(std::unordered_set<const BaseState*> needed) {
  m_active.assign(m_entries.size(), false);
  for (std::size_t i = m_entries.size(); i-- > 0;) {
    for (const auto& direct : m_entries[i].direct)
      if (needed.contains(direct->output)) m_active[i] = true;
    if (m_active[i])
      for (const auto& direct : m_entries[i].direct) needed.insert(direct->input);
  }
  // A state is done where the last mapping that drives it stands.
  m_parts.clear();
  m_order.clear();
  for (std::size_t i = m_entries.size(); i-- > 0;) {
    if (!m_active[i]) continue;
    for (const auto& direct : m_entries[i].direct) {
      if (m_parts.contains(direct->output)) continue;
      auto& parts = m_parts[direct->output];
      for (auto& total : m_totals[direct->output]) {
        parts.push_back({total->main, &total->sum});
        m_order.push_back(total.get());
      }
    }
  }
  std::reverse(m_order.begin(), m_order.end());
}

bool MappedJacobians::update() {
  for (std::size_t i = 0; i < m_entries.size(); ++i)
    if (m_active[i]) computeDirect(m_entries[i]);
  bool changed = false;
  for (auto* total : m_order) changed |= computeTotal(*total);
  return changed;
}

std::span<const MappedJacobians::Part> MappedJacobians::parts(const BaseState* mapped) const {
  const auto it = m_parts.find(mapped);
  return it == m_parts.end() ? std::span<const Part>() : it->second;
}

}  // namespace sofa::simulation
