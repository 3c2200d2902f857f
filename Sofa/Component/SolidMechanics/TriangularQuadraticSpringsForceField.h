// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/TriangularSprings.h"

namespace sofa::component::solidmechanics {

/// Membranes whose forces are linear in the growth of lengths. With angular springs the tangent takes the length at
/// rest for the current one in the part along an edge, as reference trajectories have it; without them it is exact.
class TriangularQuadraticSpringsForceField : public TriangularSprings {
 public:
  TriangularQuadraticSpringsForceField() : TriangularSprings(false) {}

 protected:
  void edgeTangents(unsigned block, const Shape& shape, TangentPacks& tangents) const override;
};

}  // namespace sofa::component::solidmechanics
