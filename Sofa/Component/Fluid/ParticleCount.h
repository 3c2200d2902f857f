// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::fluid {

/// Makes a state have that many points, with all that goes with them: through what changes the mesh of its node, if
/// there is such a component, else alone. New points lie at the origin.
void setParticleCount(core::BaseState& state, std::size_t count);

/// What a component implements that remembers particles by their numbers.
class RemembersParticles {
 public:
  virtual ~RemembersParticles() = default;
  /// Particle i is now newIndex[i], or type::invalidIndex if it went.
  virtual void particlesRenumbered(std::span<const type::Index> newIndex) = 0;
};

}  // namespace sofa::component::fluid
