// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/Contract/VectorChanges.h"

namespace sofa::core {

/// Goes with a state whose init() moved its positions by transformations that the scene gives: an init() that finds
/// them as they were then has nothing to move.
struct PlacedState {
  std::optional<int> changes;  ///< of the positions when they had been moved
};

inline std::optional<int> changesOfPositions(const BaseState& state) {
  const auto* counted = dynamic_cast<const VectorChanges*>(&state);
  return counted ? counted->changes(vec::position) : std::nullopt;
}

inline bool isPlaced(const BaseState& state) {
  const auto placed = std::static_pointer_cast<const PlacedState>(state.attachment(typeid(PlacedState)));
  return placed && placed->changes == changesOfPositions(state);
}

/// Says that init() moved the positions, or that they are back where it had moved them.
inline void setPlaced(const BaseState& state) {
  state.attachment(typeid(PlacedState)) = std::make_shared<PlacedState>(changesOfPositions(state));
}

inline bool wasPlaced(const BaseState& state) { return state.attachment(typeid(PlacedState)) != nullptr; }

}  // namespace sofa::core
