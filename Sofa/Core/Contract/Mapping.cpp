// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/Mapping.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"

namespace sofa::core {

bool BaseMapping::isMechanical() const {
  for (const auto* state : outputs())
    if (!state || !state->isMechanical()) return false;
  return true;
}

void BaseMapping::forgetMultipliers() {
  m_pulled = false;
  for (auto* state : outputs())
    if (state && state->isMechanical() && state->has(vec::multiplierForce)) state->clear(vec::multiplierForce);
}

namespace {

/// The state has as many points as were mapped, whether or not the author of the mapping resized it.
void sizeAsMapped(BaseState* state) {
  if (!state || !state->isMechanical()) return;
  if (const std::size_t mapped = state->storage(vec::position).size; mapped != state->size()) state->resize(mapped);
}

}  // namespace

void BaseMapping::init() {
  forgetMultipliers();
  // One that drives nothing hides nothing either: masses and forces of its node may act on a state above.
  const auto driven = outputs();
  const bool drivesAll = std::find(driven.begin(), driven.end(), nullptr) == driven.end();
  if (drivesAll && !isMechanical())
    for (auto* flag : {&d_mapForces, &d_mapConstraints, &d_mapMasses}) flag->set(false);
  mapPositions(vec::position, vec::position);
  for (auto* state : driven) sizeAsMapped(state);
  mapVelocities(vec::velocity, vec::velocity);
  if (d_applyRestPosition.value() && isMechanical()) mapPositions(vec::restPosition, vec::restPosition);
  readAtInit(*this, {&d_applyRestPosition});
  m_initialised = true;
}

void BaseMapping::parseExtra(ComponentDescription& description) {
  const auto text = description.take("isMechanical");
  if (!text) return;
  for (const char* flag : {"mapForces", "mapConstraints", "mapMasses"}) setAttribute(flag, *text);
}

}  // namespace sofa::core
