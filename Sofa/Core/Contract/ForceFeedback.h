// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"

namespace sofa::core {

/// The force that a haptic device renders at the pose of its handle. The driver of a device asks from a thread of its
/// own, about a thousand times a second, while the simulation runs.
class ForceFeedback : public Component {
 public:
  Data<bool> d_activate{this, "activate", false, "if false, there is no force"};
  Data<int> d_indice{this, "indice", 0, "kept for scenes that set it: no driver has several tools"};

  /// Force and moment (N, N m) on a handle of that pose; by default there are none.
  virtual type::Vec6 wrenchAt(const type::RigidCoord<3>& /*pose*/) { return type::Vec6::Zero(); }
};

/// The force on all points of a state of which the device gives other positions.
template <class DataTypes>
class StateForceFeedback : public ForceFeedback {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;

  static std::string staticTemplateName() { return DataTypes::name(); }
  /// Refused beside a state of another type.
  static bool canCreate(Node& node, const ComponentDescription&, std::string& why) {
    const BaseState* state = mechanicalState(node);
    if (!state || dynamic_cast<const State<DataTypes>*>(state)) return true;
    why = fmt::format("The mechanical state {} holds {}, not {}.", state->path(), state->dataTypesName(),
                      DataTypes::name());
    return false;
  }
  /// forces := one for each of the positions x.
  virtual void computeForce(const VecCoord& x, VecDeriv& forces) = 0;
  type::Vec6 wrenchAt(const type::RigidCoord<3>& pose) override {
    if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) {
      VecDeriv forces;
      computeForce({pose}, forces);
      return forces[0];
    } else {
      return ForceFeedback::wrenchAt(pose);
    }
  }
};

}  // namespace sofa::core
