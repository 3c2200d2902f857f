// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Fluid/ParticleCount.h"

#include <numeric>

#include "Sofa/Core/Contract/MeshModifier.h"

namespace sofa::component::fluid {

void setParticleCount(core::BaseState& state, std::size_t count) {
  auto* modifier = state.context() ? state.context()->local<core::MeshModifier>() : nullptr;
  if (modifier && modifier->mesh()) {
    // The mesh of a source begins without points, where its state has one, which is no particle.
    const std::size_t points = modifier->mesh()->nbPoints();
    if (state.size() != points) state.resize(points);
    if (points < count) {
      modifier->appendPoints(count - points);
    } else if (points > count) {
      std::vector<type::Index> gone(points - count);
      std::iota(gone.begin(), gone.end(), static_cast<type::Index>(count));
      modifier->removeOfKind(core::ElementKind::point, std::move(gone));
    }
  }
  if (state.size() != count) state.resize(count);
}

}  // namespace sofa::component::fluid
