// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>

#include "Sofa/Type/AuthorMembers.h"

namespace sofa::core {

/// Symbolic name of one vector that every state holds, positions (Coord) and derivatives (Deriv) apart. Solvers work on
/// these; the same id means the corresponding vector in each state.
template <class Kind>
struct VecId {
  SOFA_AUTHOR(VecId)
  int index = 0;
  auto operator<=>(const VecId&) const = default;
  bool isNull() const { return index == 0; }
};

struct CoordKind {};
struct DerivKind {};
using VecCoordId = VecId<CoordKind>;
using VecDerivId = VecId<DerivKind>;

namespace vec {
inline constexpr VecCoordId nullCoord{0}, position{1}, restPosition{2}, freePosition{3}, resetPosition{4};
inline constexpr VecDerivId nullDeriv{0}, velocity{1}, resetVelocity{2}, freeVelocity{3}, normal{4}, force{5},
    externalForce{6}, dx{7}, dforce{8}, probe{9},
    probeResult{10},                      // what a matrix is found with where only its products are known
    multiplierForce{11}, totalForce{12};  // of constraints at the last solve, and with the others: MultiplierForces.h
inline constexpr int firstDynamic = 16;
}  // namespace vec

}  // namespace sofa::core
