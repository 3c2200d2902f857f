#include "Sofa/Core/ObjectModel/DependencyNode.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

#include "Sofa/Helper/Parallel.h"

namespace sofa::core {

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
  for (std::size_t i = 0; i < inputs().size(); ++i) inputs()[i]->updateIfDirty();
  // Only now: while an engine upstream writes its outputs it marks their readers dirty, and this one has yet to read
  // them.
  m_dirty = false;
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
  // A node without outputs has nothing that could depend on it.
  if (input == this || (!outputs().empty() && input->dependsOn(this))) return false;
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
