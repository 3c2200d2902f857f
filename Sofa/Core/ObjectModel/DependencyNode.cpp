#include "Sofa/Core/ObjectModel/DependencyNode.h"

#include <algorithm>
#include <unordered_set>

namespace sofa::core {

DependencyNode::~DependencyNode() {
  for (auto* input : m_inputs) std::erase(input->m_outputs, this);
  for (auto* output : m_outputs) std::erase(output->m_inputs, this);
}

void DependencyNode::setDirty() {
  if (m_dirty) return;
  m_dirty = true;
  setOutputsDirty();
}

void DependencyNode::setOutputsDirty() {
  for (auto* output : m_outputs) output->setDirty();
}

void DependencyNode::refresh() {
  for (std::size_t i = 0; i < m_inputs.size(); ++i) m_inputs[i]->updateIfDirty();
  // Only now: while an engine upstream writes its outputs it marks their readers dirty, and this one has yet to read
  // them.
  m_dirty = false;
  update();
}

bool DependencyNode::dependsOn(const DependencyNode* other) const {
  // Each node once: engines joined by several Data make the number of paths grow exponentially.
  std::unordered_set<const DependencyNode*> seen{this};
  std::vector<const DependencyNode*> pending{this};
  while (!pending.empty()) {
    const auto* node = pending.back();
    pending.pop_back();
    if (node == other) return true;
    for (const auto* input : node->m_inputs)
      if (seen.insert(input).second) pending.push_back(input);
  }
  return false;
}

bool DependencyNode::addInput(DependencyNode* input) {
  if (input->dependsOn(this)) return false;
  if (std::find(m_inputs.begin(), m_inputs.end(), input) != m_inputs.end()) return true;
  m_inputs.push_back(input);
  input->m_outputs.push_back(this);
  setDirty();
  return true;
}

void DependencyNode::removeInput(DependencyNode* input) {
  std::erase(m_inputs, input);
  std::erase(input->m_outputs, this);
}

}  // namespace sofa::core
