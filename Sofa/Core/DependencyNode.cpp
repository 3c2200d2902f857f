#include "Sofa/Core/DependencyNode.h"

#include <algorithm>

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
  // Only now: while an engine upstream writes its outputs it marks their readers dirty, and this one has yet to read them.
  m_dirty = false;
  update();
}

bool DependencyNode::dependsOn(const DependencyNode* other) const {
  if (this == other) return true;
  return std::any_of(m_inputs.begin(), m_inputs.end(), [&](const auto* input) { return input->dependsOn(other); });
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
