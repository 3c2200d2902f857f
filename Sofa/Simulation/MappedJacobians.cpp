#include "Sofa/Simulation/MappedJacobians.h"

#include <algorithm>
#include <utility>

namespace sofa::simulation {

using core::BaseState;
using linearalgebra::BlockMatrix;

namespace {

int scalars(const BaseState& state) { return static_cast<int>(state.size()) * state.derivSize(); }

}  // namespace

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
        entry.table.add(output, input,
                        &direct->matrix.add(0, 0, scalars(*output), scalars(*input)));
        const auto addPath = [&](BaseState* main, const BlockMatrix* second) {
          auto& totals = m_totals[output];
          auto it = std::find_if(totals.begin(), totals.end(), [&](const auto& t) { return t->main == main; });
          if (it == totals.end()) {
            totals.push_back(std::make_unique<Total>());
            it = totals.end() - 1;
            (*it)->main = main;
          }
          (*it)->paths.push_back({&direct->matrix.matrix(), second});
        };
        const auto above = m_totals.find(input);
        if (above == m_totals.end()) {
          addPath(input, nullptr);
        } else {
          // Totals are computed into `sum` where the input is itself mapped along several steps.
          for (std::size_t i = 0; i < above->second.size(); ++i)
            addPath(above->second[i]->main, &above->second[i]->sum);
        }
      }
  }
}

void MappedJacobians::computeDirect(Entry& entry) {
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
  for (std::size_t i = 0; i < total.paths.size(); ++i) {
    const auto& path = total.paths[i];
    changed |= std::exchange(total.versions[2 * i], path.first->patternVersion()) != path.first->patternVersion();
    const std::size_t second = path.second ? path.second->patternVersion() : 0;
    changed |= std::exchange(total.versions[2 * i + 1], second) != second;
  }
  if (!changed) return false;
  std::vector<std::pair<int, int>> blocks;
  for (const auto& path : total.paths) {
    const auto some = path.second ? linearalgebra::productBlocks(*path.first, *path.second)
                                  : linearalgebra::blocksOf(*path.first);
    blocks.insert(blocks.end(), some.begin(), some.end());
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  const BlockMatrix& first = *total.paths[0].first;
  const int columns = scalars(*total.main) / first.blockSize();
  linearalgebra::setPattern(total.sum, first.blockSize(), first.blockRows(), columns, blocks);
  return true;
}

void MappedJacobians::computeTotal(Total& total) {
  total.sum.setZero();
  for (const auto& path : total.paths)
    if (path.second)
      linearalgebra::addProduct(*path.first, *path.second, total.sum);
    else
      linearalgebra::addMatrix(*path.first, total.sum);
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
  for (auto* total : m_order) {
    changed |= planTotal(*total);
    computeTotal(*total);
  }
  return changed;
}

std::span<const MappedJacobians::Part> MappedJacobians::parts(const BaseState* mapped) const {
  const auto it = m_parts.find(mapped);
  return it == m_parts.end() ? std::span<const Part>() : it->second;
}

}  // namespace sofa::simulation
