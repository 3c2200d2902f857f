// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::collision {

/// Whether the nearest state of a node, which must stand before the model, holds DataTypes; else `why` says what does.
template <class DataTypes>
bool hasStateOf(const core::Node& node, std::string& why) {
  const core::BaseState* state = core::mechanicalState(node);
  if (dynamic_cast<const core::State<DataTypes>*>(state)) return true;
  why = state ? fmt::format("The mechanical state {} holds {}, not {}.", state->path(), state->dataTypesName(),
                            DataTypes::name())
              : "No mechanical state is visible from this node: add a MechanicalObject before this component.";
  return false;
}

/// The state that moves a model; where there is none the model becomes invalid and says so.
template <class DataTypes>
core::State<DataTypes>* requireStateOf(core::CollisionModel& model) {
  auto* state = dynamic_cast<core::State<DataTypes>*>(core::mechanicalState(*model.context()));
  if (state) return state;
  model.error("No mechanical state of type {} is visible from this node: add a MechanicalObject before this component.",
              DataTypes::name());
  model.setInvalid();
  return nullptr;
}

}  // namespace sofa::component::collision
