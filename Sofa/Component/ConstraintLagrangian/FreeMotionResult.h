// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {

/// x := xFree + fx c and v := vFree + fv c, or v alone for velocity constraints; c in the
/// reals of the state.
void writeResult(const core::ConstraintParams& params, core::BaseState& state, std::span<const double> c, double fx,
                 double fv, core::VecCoordId xResult, core::VecDerivId vResult);

/// Inverse of the mass matrix of one frame.
struct FrameCompliance {
  double linear = 0;                               ///< 1/m
  type::Mat3 rotational = type::Mat3::Identity();  ///< of the inertia, in world axes; identity where that is singular
  bool operator==(const FrameCompliance&) const = default;
};

/// What the first mass of a node of rigid bodies resists with at present, for each of them. Empty if the node has no
/// mass, or one that is 0.
std::vector<FrameCompliance> frameCompliances(const core::Node& node);

}  // namespace sofa::component::constraintlagrangian
