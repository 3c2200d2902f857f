// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {

/// x := xFree + fx c and v := vFree + fv c, or v alone for velocity constraints; c in the
/// reals of the state.
void writeResult(const core::ConstraintParams& params, core::BaseState& state, std::span<const double> c, double fx,
                 double fv, core::VecCoordId xResult, core::VecDerivId vResult);

}  // namespace sofa::component::constraintlagrangian
