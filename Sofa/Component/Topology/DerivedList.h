// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <initializer_list>
#include <utility>

#include "Sofa/Core/ObjectModel/Data.h"

namespace sofa::component::topology {

/// What computes a list of one topology from Data, its own or those of another topology.
class Derivation : public core::DependencyNode {
 public:
  /// The topology whose list it is.
  virtual core::Base* owner() const = 0;
};

/// Keeps a list Data up to date with what it is derived from: computed when it is read, and again after a source
/// changed.
template <class List>
class DerivedList final : public Derivation {
 public:
  DerivedList(core::Data<List>& target, const std::vector<core::BaseData*>& sources, std::function<List()> derive)
      : m_target(&target), m_derive(std::move(derive)) {
    // What the list followed until now has nothing for it; the path stays for saving.
    target.setParent(nullptr);
    for (auto* source : sources) addInput(source);
    setDirty();
    static_cast<core::DependencyNode&>(target).addInput(this);
  }
  core::Base* owner() const override { return m_target->owner(); }

 private:
  void update() override {
    m_target->set(m_derive());
    m_target->unset();  // not given by the scene: a saved scene leaves it out
  }

  core::Data<List>* m_target;
  std::function<List()> m_derive;
};

}  // namespace sofa::component::topology
