// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglShaderVisualModel.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Surface.h"

namespace sofa::component::visual {

void OglShaderVisualModel::init() {
  OglModel::init();
  const auto given = d_restPosition.value().size();
  if (given == size()) return;
  if (given != 0)
    warning("restPosition has {} points, but position has {}: the positions take their place.", given, size());
  d_restPosition.set(d_position.value());
}

VisualState::VecVec3 OglShaderVisualModel::restVertices() const {
  const auto& rest = d_restPosition.value();
  const auto& original = d_vertPosIdx.value();
  if (original.empty()) return rest;
  VecVec3 vertices(original.size(), type::Vec3::Zero());
  for (std::size_t i = 0; i < original.size(); ++i)
    if (original[i] < rest.size()) vertices[i] = rest[original[i]];
  return vertices;
}

VisualState::VecVec3 OglShaderVisualModel::restNormals() const {
  VecVec3 normals;
  geometry::vertexNormals(restVertices(), d_triangles.value(), d_quads.value(), d_vertNormIdx.value(), normals);
  return normals;
}

namespace {
const auto registered = core::Register("OglShaderVisualModel", "Sofa.GL.Component.Shader",
                                       "an OglModel that tells its shader where it was at rest")
                            .add<OglShaderVisualModel>(true);
}  // namespace

}  // namespace sofa::component::visual
