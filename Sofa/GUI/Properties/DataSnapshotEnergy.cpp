// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::gui {
namespace {

/// Adds M v and x cross M v of a state in space; states in a plane or on a line have no such sums.
void addMomentum(core::BaseMass& mass, core::VecDerivId temporary, EnergySnapshot& energy) {
  const auto states = mass.states();
  core::BaseState* state = states.empty() ? nullptr : states.front();
  if (!state || !state->has(core::vec::velocity) || (state->derivSize() != 3 && state->derivSize() != 6)) return;
  if (state->dataTypesName().starts_with("Rigid2")) return;
  state->allocate(temporary);
  const auto product = state->hostWrite(temporary);
  std::fill(product.begin(), product.end(), 0.0);
  core::MechanicalParams params;
  params.dx = core::vec::velocity;
  mass.accumulateMDx(params, temporary, 1);
  const auto width = static_cast<std::size_t>(state->derivSize());
  type::Vec3 linear = type::Vec3::Zero(), angular = type::Vec3::Zero();
  for (std::size_t i = 0; i < state->size(); ++i) {
    const double* p = product.data() + i * width;
    const type::Vec3 momentum(p[0], p[1], p[2]);
    linear += momentum;
    angular += state->pointPosition(i).cross(momentum);
    if (width == 6) angular += type::Vec3(p[3], p[4], p[5]);
  }
  state->release(temporary);
  for (int k = 0; k < 3; ++k) {
    energy.linearMomentum[k] += linear[k];
    energy.angularMomentum[k] += angular[k];
  }
}

/// Force fields and masses that act, of a node and all below.
std::vector<core::BaseForceField*> activeFields(core::Base& object) {
  std::vector<core::BaseForceField*> fields;
  if (auto* node = dynamic_cast<core::Node*>(&object)) node->collectDown(fields);
  std::erase_if(fields, [](const auto* field) {
    const auto states = field->states();
    return !field->isValid() || !field->context()->isActive() ||
           std::find(states.begin(), states.end(), nullptr) != states.end();
  });
  return fields;
}

}  // namespace

EnergySnapshot snapshotMomentum(core::Base& object) {
  EnergySnapshot energy;
  const simulation::TemporaryDeriv temporary;
  for (auto* field : activeFields(object))
    if (auto* mass = dynamic_cast<core::BaseMass*>(field)) addMomentum(*mass, temporary, energy);
  return energy;
}

EnergySnapshot snapshotEnergy(core::Base& object) {
  EnergySnapshot energy = snapshotMomentum(object);
  if (auto* node = dynamic_cast<core::Node*>(&object)) energy.time = node->root()->time();
  const core::MechanicalParams params;
  for (auto* field : activeFields(object)) {
    if (const auto potential = field->potentialEnergy(params))
      energy.potential += *potential;
    else
      energy.uncounted << QString::fromStdString(field->path());
    if (auto* mass = dynamic_cast<core::BaseMass*>(field)) energy.kinetic += mass->kineticEnergy(params);
  }
  return energy;
}

}  // namespace sofa::gui
