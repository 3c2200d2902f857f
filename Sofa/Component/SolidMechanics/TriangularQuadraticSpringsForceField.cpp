// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangularQuadraticSpringsForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

/// None of a triangle with an edge without length.
void TriangularQuadraticSpringsForceField::edgeTangents(unsigned block, const Shape& shape,
                                                        TangentPacks& tangents) const {
  const RestPacks& rest = restOf(block);
  const bool takesRest = d_useAngularSprings.value();
  const Pack zero{};
  const Pack(&scale)[3] = shape.scale;
  const auto exists = (scale[0] > zero) & (scale[1] > zero) & (scale[2] > zero);
  Pack s[3], w[3];
  for (int k = 0; k < 3; ++k) s[k] = exists ? scale[k] : zero;
  for (int k = 0; k < 3; ++k) w[k] = rest.angular[k] * s[(k + 1) % 3] * s[(k + 2) % 3];
  for (int k = 0; k < 3; ++k) {
    const Pack length = takesRest ? rest.measure[k] : shape.square[k] * s[k];
    const Pack along = (shape.pull[k] - rest.stiffness[k] * length) * s[k] * s[k] * s[k];
    setTangent(shape, k, along, w, -s[k] * shape.pull[k], tangents.edge[k]);
  }
}

namespace {
const auto registered = core::Register("TriangularQuadraticSpringsForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "membranes as springs along the edges of triangles, linear in lengths")
                            .add<TriangularQuadraticSpringsForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
