// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/OglModel.h"

namespace sofa::component::visual {

/// An OglModel whose shader knows what the surface was like at rest: it gets the attributes (vec3)
/// `restPosition` and `restNormal` of each vertex. Where there are no rest positions, those at initialisation count.
class OglShaderVisualModel : public OglModel {
 public:
  void init() override;
  /// Of each drawn vertex, split ones included.
  VecVec3 restVertices() const;
  /// Unit normals of the faces at rest, as they are computed for positions (docs/manual/visual.md, "Normals").
  VecVec3 restNormals() const;
};

}  // namespace sofa::component::visual
