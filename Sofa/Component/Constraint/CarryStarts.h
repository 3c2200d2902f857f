// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshChange.h"

namespace sofa::component::constraint {

/// Carries along what points were like at the start, one value for each; a point that is added starts as now(i) has it.
/// A list of another length stays.
template <class T, class Now>
void carryStarts(std::vector<T>& starts, const core::MeshChanges& changes, const Now& now) {
  std::vector<char> isNew(starts.size(), 0);
  for (const auto& step : changes.steps) {
    if (!core::carryValues(starts, step->points())) return;
    core::carryValues(isNew, step->points(), [&](std::size_t i, const core::Ancestors*) { isNew[i] = 1; });
  }
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (isNew[i]) starts[i] = now(i);
}

/// The same of places, which are those of a state.
template <class State>
void carryStartPlaces(typename State::VecCoord& starts, const core::MeshChanges& changes, const State& state) {
  carryStarts(starts, changes, [&](std::size_t i) { return state.positions()[i]; });
}

}  // namespace sofa::component::constraint
