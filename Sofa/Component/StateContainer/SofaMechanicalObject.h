#pragma once
#include "Sofa/Compatibility/State.h"
#include "Sofa/Component/StateContainer/MechanicalObject.h"

namespace sofa::component::statecontainer {

/// The view of a MechanicalObject of ours: get<MechanicalObject<DataTypes>>() of a context finds it.
template <class DataTypes>
requires compatibility::AuthorTypes<DataTypes>
class MechanicalObject<DataTypes> : public core::State<DataTypes> {
 public:
  using Ours = MechanicalObject<typename DataTypes::Core>;

  void bind(Ours* state) {
    core::State<DataTypes>::bind(state);
    m_state = state;
  }
  Ours* ours() const { return m_state; }

 private:
  Ours* m_state = nullptr;
};

}  // namespace sofa::component::statecontainer
