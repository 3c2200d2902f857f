// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/PrescribedMotion.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::component::odesolver {
namespace {

template <class DataTypes>
bool subtract(core::BaseState& state, core::VecDerivId out, core::VecCoordId a, core::VecCoordId b) {
  auto* typed = dynamic_cast<core::State<DataTypes>*>(&state);
  if (!typed) return false;
  const auto &to = typed->coords(a), &from = typed->coords(b);
  auto& result = typed->writeDerivs(out);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = DataTypes::difference(to[i], from[i]);
  return true;
}

}  // namespace

void setTime(simulation::MechanicalOperations& ops, double time) {
  for (const auto& planned : ops.graph().nodes) planned.node->d_time.set(time);
}

void prescribePositions(simulation::MechanicalOperations& ops, core::VecCoordId x) {
  const auto& unmapped = ops.graph().unmapped;
  for (const auto& planned : ops.graph().nodes)
    for (auto* constraint : planned.constraints) {
      for (auto* state : constraint->states())
        if (state && x != core::vec::position && std::ranges::count(unmapped, state) == 0)
          state->copy(x, core::vec::position);
      core::Archive before;
      constraint->archive(before);
      constraint->filterPosition({}, x);
      core::Archive after(before.bytes());
      constraint->archive(after);
    }
}

void difference(core::BaseState& state, core::VecDerivId out, core::VecCoordId a, core::VecCoordId b) {
  state.allocate(out);
  if (!subtract<type::Rigid3Types>(state, out, a, b) && !subtract<type::Rigid2Types>(state, out, a, b))
    state.difference(out, a, b);
}

}  // namespace sofa::component::odesolver
