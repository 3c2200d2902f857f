// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/Barrier/InertiaStiffness.h"

#include <algorithm>
#include <cmath>

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"

namespace sofa::component::collision {
namespace {

using States = std::vector<const core::BaseState*>;

/// u.M u of a unit velocity u of all points along x.
double totalMass(core::BaseMass& mass) {
  namespace vec = core::vec;
  double total = 0;
  for (auto* state : mass.states()) {
    if (!state || state->derivSize() < 3) continue;
    const auto stride = static_cast<std::size_t>(state->derivSize());
    for (const auto id : {vec::probe, vec::probeResult}) {
      state->allocate(id);
      state->clear(id);
    }
    const auto unit = state->hostWrite(vec::probe);
    for (std::size_t i = 0; i < unit.size(); i += stride) unit[i] = 1;
    core::MechanicalParams params;
    params.dx = vec::probe;
    mass.accumulateMDx(params, vec::probeResult, 1);
    total += state->dot(vec::probe, vec::probeResult);
  }
  return total;
}

/// A state and all that move with it.
States movedBy(const core::BaseState* state, const std::vector<core::BaseMapping*>& mappings) {
  States moved{state};
  for (std::size_t i = 0; i < moved.size(); ++i)
    for (const auto* mapping : mappings) {
      const auto inputs = mapping->inputs();
      if (std::ranges::find(inputs, moved[i]) == inputs.end()) continue;
      for (const auto* output : mapping->outputs())
        if (std::ranges::find(moved, output) == moved.end()) moved.push_back(output);
    }
  return moved;
}

double areaOf(const States& states, ContactBodies& bodies) {
  const auto& own = bodies.states();
  std::vector<char> isOne;
  for (const core::BaseState* state : own) isOne.push_back(std::ranges::find(states, state) != states.end());
  double area = 0;
  for (const auto p : bodies.surface().points())
    if (isOne[bodies.place(p).state]) area += bodies.surface().pointArea(p);
  return area;
}

}  // namespace

double stiffnessByInertia(core::Node& node, ContactBodies& bodies, double distance) {
  constexpr double perInertia = 10;
  const double h = node.dt();
  std::vector<core::BaseMass*> masses;
  std::vector<core::BaseMapping*> mappings;
  node.collectDown(masses);
  node.root()->collectDown(mappings);
  double stiffness = 0;
  for (auto* mass : masses) {
    const auto states = mass->states();
    if (states.empty() || !states.front()) continue;
    const double area = areaOf(movedBy(states.front(), mappings), bodies), total = area > 0 ? totalMass(*mass) : 0;
    if (!(total > 0 && h > 0)) continue;
    const double velocity = std::sqrt(2 * std::max(0.0, mass->kineticEnergy({})) / total);
    stiffness = std::max(stiffness, total / area * (perInertia * distance / h + velocity) / h);
  }
  return stiffness;
}

}  // namespace sofa::component::collision
