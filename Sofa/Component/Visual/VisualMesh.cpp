// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualMesh.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void VisualMesh::init() {
  if (core::requireMesh(*this, l_topology, {.place = core::MeshPlace::first})) setValid();
}

void VisualMesh::computeBoundingBox() {
  type::BoundingBox box;
  for (const auto& p : d_position.value()) box.include(p);
  d_bbox.set(box);
}

void VisualMesh::drawVisual(core::DrawList& list) const {
  if (!l_topology) return;
  const core::BaseMeshTopology& mesh = *l_topology;
  const std::span<const type::Vec3> points = d_position.value();
  bool drawn = false;
  const auto draw = [&](const auto& elements) {
    core::drawElements(list, elements, points, d_elementSpace.value());
    drawn = drawn || !elements.empty();
  };
  draw(mesh.tetrahedra());
  draw(mesh.hexahedra());
  draw(mesh.prisms());
  draw(mesh.pyramids());
  if (drawn) return;
  draw(mesh.triangles());
  draw(mesh.quads());
  if (!drawn) draw(mesh.edges());
}

namespace {
const auto registered =
    core::Register("VisualMesh", "Sofa.Component.Visual", "the elements of a mesh, shrunk and coloured")
        .add<VisualMesh>();
}  // namespace

}  // namespace sofa::component::visual
