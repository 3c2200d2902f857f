// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"

namespace sofa::component::mapping {

/// The mass of each point of a state, that of the mass component in its node: what M makes of a unit velocity of all
/// points. Empty if there is none.
inline std::vector<double> massesOf(core::BaseState& state) {
  auto* mass = core::localOf<core::BaseMass>(*state.context());
  if (!mass || !state.isMechanical()) return {};
  core::MechanicalParams params;
  params.dx = core::vec::probe;
  state.allocate(core::vec::probe);
  state.allocate(core::vec::probeResult);
  const auto width = static_cast<std::size_t>(state.derivSize());
  const auto unit = state.hostWrite(core::vec::probe), result = state.hostWrite(core::vec::probeResult);
  std::ranges::fill(unit, 0.0), std::ranges::fill(result, 0.0);
  for (std::size_t i = 0; i < unit.size(); i += width) unit[i] = 1;
  mass->accumulateMDx(params, core::vec::probeResult, 1.0);
  const auto moved = state.hostRead(core::vec::probeResult);
  std::vector<double> masses;
  for (std::size_t i = 0; i < moved.size(); i += width) masses.push_back(moved[i]);
  return masses;
}

}  // namespace sofa::component::mapping
