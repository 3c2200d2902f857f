#pragma once
#include <vector>

namespace sofa::core {

/// Node of the graph of values and engines, evaluated lazily: a change marks all dependents dirty, a read recomputes.
///
/// Invariant: what depends on a dirty node is dirty. Cycles are refused when a dependency is added.
class DependencyNode {
 public:
  DependencyNode() = default;
  virtual ~DependencyNode();
  DependencyNode(const DependencyNode&) = delete;
  DependencyNode& operator=(const DependencyNode&) = delete;

  bool isDirty() const { return m_dirty; }
  void setDirty();
  /// Brings this node up to date if it is dirty. Logically const: the value a reader sees is defined by the inputs.
  void updateIfDirty() const {
    if (m_dirty) const_cast<DependencyNode*>(this)->refresh();
  }

  /// False, and nothing changed, if `input` depends on this node.
  bool addInput(DependencyNode* input);
  void removeInput(DependencyNode* input);
  const std::vector<DependencyNode*>& inputs() const { return m_inputs; }
  const std::vector<DependencyNode*>& outputs() const { return m_outputs; }

 protected:
  /// Recomputes this node from its inputs, which are up to date when it is called.
  virtual void update() {}
  void markDirty() { m_dirty = true; }
  void setOutputsDirty();

 private:
  void refresh();
  bool dependsOn(const DependencyNode* other) const;

  std::vector<DependencyNode*> m_inputs;
  std::vector<DependencyNode*> m_outputs;
  bool m_dirty = false;
};

}  // namespace sofa::core
