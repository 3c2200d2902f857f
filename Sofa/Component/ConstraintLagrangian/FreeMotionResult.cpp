// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"

namespace sofa::component::constraintlagrangian {

void writeResult(const core::ConstraintParams& params, core::BaseState& state, std::span<const double> c, double fx,
                 double fv, core::VecCoordId xResult, core::VecDerivId vResult) {
  if (params.order == core::ConstraintOrder::acceleration) return;
  // A state that came, or grew, while the constraints were solved has no motion by them, and may have had no free one.
  if (c.size() < state.size() * static_cast<std::size_t>(state.derivSize())) return;
  if (params.usesPositionFactor() && !xResult.isNull() && state.has(params.xFree)) {
    state.allocate(xResult);
    state.hostIntegrate(xResult, params.xFree, c, fx);
  }
  if (params.order == core::ConstraintOrder::position || vResult.isNull() || !state.has(params.vFree)) return;
  state.allocate(vResult);
  const auto free = state.hostRead(params.vFree);
  const auto out = state.hostWrite(vResult);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = free[i] + fv * c[i];
}

}  // namespace sofa::component::constraintlagrangian
