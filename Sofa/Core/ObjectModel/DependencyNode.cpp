// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/DependencyNode.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>
#include <utility>

#include "Sofa/Core/ObjectModel/Data.h"
#include "Sofa/Core/ObjectModel/DataCycle.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::core {
namespace {

/// The nodes whose update() runs in this thread, each within that of the one before it.
thread_local std::vector<DependencyNode*> t_updating;

class Updating {
 public:
  explicit Updating(DependencyNode& node) { t_updating.push_back(&node); }
  ~Updating() { t_updating.pop_back(); }
  Updating(const Updating&) = delete;
  Updating& operator=(const Updating&) = delete;
};

}  // namespace

DependencyNode::~DependencyNode() {
  for (auto* input : inputs()) std::erase(input->m_rare->outputs, this);
  for (auto* output : outputs()) std::erase(output->m_rare->inputs, this);
}

DependencyNode::Rare& DependencyNode::makeRare() {
  if (!m_rare) m_rare = std::make_unique<Rare>();
  return *m_rare;
}

void DependencyNode::setDirty() {
  if (m_dirty) return;
  m_dirty = true;
  setOutputsDirty();
}

void DependencyNode::markOutputs() {
  for (auto* output : m_rare->outputs) output->setDirty();
}

void DependencyNode::refresh() {
  assert(!helper::isInParallelLoop() &&
         "a value that is not up to date is read in a parallel loop: read it once before the loop");
  if (!t_updating.empty()) [[unlikely]]
    if (const auto self = std::ranges::find(t_updating, this); self != t_updating.end()) {
      // What it asked for asks for it. By itself it may write what it reads; it is up to date when it is done.
      m_dirty = false;
      if (self + 1 != t_updating.end()) tellUnfinished({self, t_updating.end()});
      return;
    }
  for (std::size_t i = 0; i < inputs().size(); ++i) inputs()[i]->updateIfDirty();
  // Only now: while an engine upstream writes its outputs it marks their readers dirty, and this one has yet to read
  // them.
  m_dirty = false;
  const Updating here(*this);
  update();
}

namespace {

/// The nodes that one can reach, each once: engines joined by several Data make the number of paths grow exponentially.
class Search {
 public:
  explicit Search(const DependencyNode* from) : m_seen{from}, m_pending{from} {}
  bool isOver() const { return m_pending.empty(); }
  /// Takes one more node, and whether it is `wanted`.
  template <class Neighbours>
  bool finds(const DependencyNode* wanted, const Neighbours& neighbours) {
    const auto* node = m_pending.back();
    m_pending.pop_back();
    if (node == wanted) return true;
    for (const auto* next : neighbours(*node))
      if (m_seen.insert(next).second) m_pending.push_back(next);
    return false;
  }

 private:
  std::unordered_set<const DependencyNode*> m_seen;
  std::vector<const DependencyNode*> m_pending;
};

}  // namespace

/// Searches from both ends by turns, so that it takes as long as the shorter search: a scene that is read appends to
/// long chains what nothing depends on yet.
bool DependencyNode::dependsOn(const DependencyNode* other) const {
  Search up(this), down(other);
  while (!up.isOver() && !down.isOver())
    if (up.finds(other, [](const auto& node) { return node.inputs(); }) ||
        down.finds(this, [](const auto& node) { return node.outputs(); }))
      return true;
  return false;
}

bool DependencyNode::addInput(DependencyNode* input) {
  if (input == this) return false;
  // A node without outputs has nothing that could depend on it.
  if (!outputs().empty() && input->dependsOn(this)) {
    // A Data that is to follow another says so itself.
    const bool isLink = dynamic_cast<BaseData*>(this) && dynamic_cast<BaseData*>(input);
    if (isLink || !breakCycle(*this, *input)) return false;
  }
  auto& own = makeRare().inputs;
  if (std::find(own.begin(), own.end(), input) != own.end()) return true;
  own.push_back(input);
  input->makeRare().outputs.push_back(this);
  setDirty();
  return true;
}

void DependencyNode::removeInput(DependencyNode* input) {
  if (m_rare) std::erase(m_rare->inputs, input);
  if (input->m_rare) std::erase(input->m_rare->outputs, this);
}

}  // namespace sofa::core
