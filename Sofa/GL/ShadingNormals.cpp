#include "Sofa/GL/ShadingNormals.h"

#include "Sofa/Geometry/Surface.h"

namespace sofa::gl {

using component::visual::VisualModelImpl;

namespace {

/// Surfaces may touch themselves along some edges.
constexpr double mostCrossings = 0.1;

}  // namespace

void ShadingNormals::setFaces(const VisualModelImpl& model) {
  const auto& triangles = model.d_triangles.value();
  const auto& quads = model.d_quads.value();
  // Vertices that are split along seams of a texture still are neighbours.
  const auto& pointOf = model.d_vertPosIdx.value();
  const std::size_t points = std::max(model.size(), model.drawnVertices().size());
  const auto turns = geometry::consistentTurns(triangles, quads, pointOf, points);
  // Grids give their quads and the halves of them: each kind is looked at by itself.
  m_meaningless =
      model.d_updateNormals.value() && std::max(geometry::crossingShare(triangles, {}, pointOf, points),
                                                geometry::crossingShare({}, quads, pointOf, points)) > mostCrossings;
  m_turned = turns.any() && !m_meaningless;
  if (!m_turned) return;
  m_triangles = triangles;
  m_quads = quads;
  for (std::size_t i = 0; i < m_triangles.size(); ++i)
    if (turns.triangles[i]) std::swap(m_triangles[i][1], m_triangles[i][2]);
  for (std::size_t i = 0; i < m_quads.size(); ++i)
    if (turns.quads[i]) std::swap(m_quads[i][1], m_quads[i][3]);
}

const std::vector<type::Vec3>& ShadingNormals::of(const VisualModelImpl& model) {
  if (!m_turned || !model.d_updateNormals.value()) return model.d_normal.value();  // given ones are as they shall be
  geometry::vertexNormals(model.drawnVertices(), m_triangles, m_quads, model.d_vertNormIdx.value(), m_normals);
  return m_normals;
}

}  // namespace sofa::gl
