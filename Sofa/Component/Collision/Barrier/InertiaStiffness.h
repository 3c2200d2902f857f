// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/Barrier/ContactBodies.h"

namespace sofa::component::collision {

/// A stiffness (Pa) for a barrier that begins at `distance` (m), from the masses in the node and below, as they move
/// now: the largest of
///
///   k = (m / A) (10 D / h + v) / h,   v = sqrt(2 T / m)
///
/// with a mass m (kg), its kinetic energy T, the step h and the area A (m^2) of the surfaces that the state of the mass
/// moves, by itself or through mappings. A pressure k acts on m / A along D about as a spring of k / D per area, so the
/// first term makes the contact about ten times as stiff as inertia is in steps of h; m v / h stops within a step what
/// moves with v. 0 if no mass has a surface.
double stiffnessByInertia(core::Node& node, ContactBodies& bodies, double distance);

}  // namespace sofa::component::collision
