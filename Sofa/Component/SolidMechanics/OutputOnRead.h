// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Data.h"

namespace sofa::component::solidmechanics {

/// Computes outputs of a component when one of them is read after setDirty(): what nobody looks at costs nothing.
template <class Owner>
class OutputOnRead : public core::DependencyNode {
 public:
  OutputOnRead(Owner& owner, void (Owner::*compute)(), std::initializer_list<core::BaseData*> outputs)
      : m_owner(owner), m_compute(compute) {
    for (core::BaseData* output : outputs) output->DependencyNode::addInput(this);
  }

 private:
  void update() override { (m_owner.*m_compute)(); }

  Owner& m_owner;
  void (Owner::*m_compute)();
};

}  // namespace sofa::component::solidmechanics
