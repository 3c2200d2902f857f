#pragma once
#include <compare>

namespace sofa::core {  // clang-format off
#ifndef SOFA_AUTHOR
#define SOFA_AUTHOR(name)  // as in Sofa/Type/Vec.h
#endif
template <class Kind>
struct VecId { SOFA_AUTHOR(VecId)  // a vector that every state holds, positions (Coord) and derivatives (Deriv) apart
  int index = 0;
  auto operator<=>(const VecId&) const = default;
  bool isNull() const { return index == 0; }
};  // clang-format on

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
