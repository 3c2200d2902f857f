// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::controller {

/// Lets the user move a point of a state by the arrow keys that a viewer passes on to the scene: up and down shift it
/// by a hundredth of `mainDirection`, of a body in its own axes; left and right turn a body about that direction by a
/// hundredth of a radian or, with `onlyTranslation`, shift it across. Positions are then projected and mapped. Without
/// keys nothing moves. Needs listening="true".
template <class DataTypes>
class MechanicalStateController : public core::Component {
  template <class T>
  using Data = core::Data<T>;

 public:
  Data<type::Index> d_index{this, "index", 0, "the point that is moved"};
  Data<bool> d_onlyTranslation{this, "onlyTranslation", false, "if true, bodies are shifted, never turned"};
  Data<type::Vec3> d_mainDirection{
      this, "mainDirection", {0, 0, -1}, "direction of shifts and axis of turns; of a Vec1 the sum of its components"};
  Data<bool> d_handleEventTriggersUpdate{this, "handleEventTriggersUpdate", false,
                                         "if true, a key moves the point at once; else at the begin of the next step"};
  core::Link<core::State<DataTypes>> l_state{this, "mstate", "state that is moved; default: the one visible from here"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "mstate", why);
  }

  void init() override;
  void handleEvent(core::Event& event) override;

 private:
  /// What a key does to the point, as an increment in its own axes; zero if it is none of the arrows.
  typename DataTypes::Deriv motionOf(char key) const;
  /// Does what the keys since the last time ask for.
  void move();

  typename DataTypes::Deriv m_motion = DataTypes::Deriv::Zero();
  simulation::MechanicalOperations m_operations;
};

}  // namespace sofa::component::controller
