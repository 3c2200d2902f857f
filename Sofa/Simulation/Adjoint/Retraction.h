// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Core/Contract/State.h"

/// Derivatives of positions that move by increments, x' = x + d, where frames turn by rotation vectors: q' = exp(d) q
/// (Sola, Deray and Atchuthan, A Micro Lie Theory for State Estimation in Robotics, 2018).
namespace sofa::simulation {

/// Whether gradients by the positions of a state can be followed: points of any number of coordinates, and frames.
bool hasKnownRetraction(const core::BaseState& state);
/// Whether this coordinate of a derivative is an angle (radians), not a length.
bool isAngle(const core::BaseState& state, int component);

/// Gradients by increments of x' = x + d, taken to increments of x, in place, and to d, which are added to
/// `overIncrement`. With q' = exp(d) q an increment e of q becomes exp(d) e, and d + e turns q' by J(d) e more, with
/// the left Jacobian J(d) = 1 + (1 - cos t) / t^2 [d] + (t - sin t) / t^3 [d]^2, t = |d|, [d] e = d x e.
void transposeIncrement(const core::BaseState& state, std::span<const double> increment, std::span<double> overPosition,
                        std::span<double> overIncrement);

/// Gradients by the coordinates of positions, quaternions among them, as gradients by increments of the positions.
std::vector<double> overIncrements(const core::BaseState& state, std::span<const double> positions,
                                   std::span<const double> overCoordinates);

/// The increments d with x = from + d, for rotations of less than half a turn.
std::vector<double> increments(const core::BaseState& state, std::span<const double> x, std::span<const double> from);

}  // namespace sofa::simulation
