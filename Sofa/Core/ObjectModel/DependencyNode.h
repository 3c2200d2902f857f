// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sofa::core {

class Base;

/// Node of the graph of values and engines, evaluated lazily: a change marks all dependents dirty, a read recomputes.
///
/// Invariant: what depends on a dirty node is dirty. Cycles are refused when a dependency is added.
///
/// Marking and recomputing are for one thread at a time. In a parallel loop (Sofa/Helper/Parallel.h) a node may be read
/// if it is clean; that it is not is a defect of the loop, which builds with assertions find.
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
  std::span<DependencyNode* const> inputs() const {
    return m_rare ? std::span<DependencyNode* const>(m_rare->inputs) : std::span<DependencyNode* const>();
  }
  std::span<DependencyNode* const> outputs() const {
    return m_rare ? std::span<DependencyNode* const>(m_rare->outputs) : std::span<DependencyNode* const>();
  }

 protected:
  /// What few nodes have: most are values that nothing depends on and that follow nothing.
  struct Rare {
    std::vector<DependencyNode*> inputs, outputs;
    DependencyNode* parent = nullptr;  ///< of a Data: the input whose value it takes
    int parentCounter = 0;             ///< of a Data: that of the parent when its value was taken
    std::string linkPath;              ///< of a Data: how the scene names that input
    Base* owner = nullptr;             ///< of a Data that lies too far from it to tell by the distance
  };

  /// Recomputes this node from its inputs, which are up to date when it is called.
  virtual void update() {}
  void markDirty() { m_dirty = true; }
  void setOutputsDirty() {
    if (m_rare) markOutputs();
  }
  const Rare* rare() const { return m_rare.get(); }
  Rare& makeRare();

 private:
  void refresh();
  void markOutputs();
  bool dependsOn(const DependencyNode* other) const;

  std::unique_ptr<Rare> m_rare;
  bool m_dirty = false;
};

}  // namespace sofa::core
