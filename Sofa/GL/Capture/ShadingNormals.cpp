// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/ShadingNormals.h"

#include "Sofa/GL/Capture/MeshSurface.h"
#include "Sofa/Geometry/FeatureEdges.h"
#include "Sofa/Geometry/Surface.h"

namespace sofa::gl {

using component::visual::VisualModelImpl;

namespace {

/// Surfaces may touch themselves along some edges.
constexpr double mostCrossings = 0.1;

}  // namespace

void ShadingNormals::setFaces(const VisualModelImpl& model, bool split) {
  const auto& triangles = model.d_triangles.value();
  const auto& quads = model.d_quads.value();
  // Vertices that are split along seams of a texture still are neighbours.
  const auto& pointOf = model.d_vertPosIdx.value();
  const std::size_t points = std::max(model.size(), model.drawnVertices().size());
  const auto turns = geometry::consistentTurns(triangles, quads, pointOf, points);
  m_split = false;
  m_copyOf.clear();
  // Grids give their quads and the halves of them: each kind is looked at by itself.
  m_meaningless =
      model.d_updateNormals.value() && std::max(geometry::crossingShare(triangles, {}, pointOf, points),
                                                geometry::crossingShare({}, quads, pointOf, points)) > mostCrossings;
  m_turned = turns.any() && !m_meaningless;
  if (m_meaningless || (!m_turned && !split) || !model.d_updateNormals.value()) return;
  m_triangles = triangles;
  m_quads = quads;
  if (m_turned) turn(turns);
  if (!split) return;
  // What a file gives normals of their own stays apart.
  auto found =
      geometry::splitAtFeatures(model.drawnVertices(), m_triangles, m_quads, model.d_vertNormIdx.value(), sharpAngle);
  if (!found.any) return;
  m_split = true;
  m_copyOf = std::move(found.copyOf);
  m_normalOf = std::move(found.normalOf);
  m_triangles = std::move(found.triangles);
  m_quads = std::move(found.quads);
  m_drawnTriangles = m_triangles;
  m_drawnQuads = m_quads;
  if (!m_turned) return;
  std::swap(m_triangles, m_drawnTriangles), std::swap(m_quads, m_drawnQuads);
  turn(turns);  // back
  std::swap(m_triangles, m_drawnTriangles), std::swap(m_quads, m_drawnQuads);
}

void ShadingNormals::turn(const geometry::FaceTurns& turns) {
  for (std::size_t i = 0; i < m_triangles.size(); ++i)
    if (turns.triangles[i]) std::swap(m_triangles[i][1], m_triangles[i][2]);
  for (std::size_t i = 0; i < m_quads.size(); ++i)
    if (turns.quads[i]) std::swap(m_quads[i][1], m_quads[i][3]);
}

const std::vector<type::Triangle>& ShadingNormals::drawnTriangles(const VisualModelImpl& model) const {
  return m_split ? m_drawnTriangles : model.d_triangles.value();
}

const std::vector<type::Quad>& ShadingNormals::drawnQuads(const VisualModelImpl& model) const {
  return m_split ? m_drawnQuads : model.d_quads.value();
}

const std::vector<type::Vec3>& ShadingNormals::of(const VisualModelImpl& model) {
  // Given ones are as they shall be.
  if ((!m_turned && !m_split) || !model.d_updateNormals.value()) return model.d_normal.value();
  const auto& vertices = model.drawnVertices();
  if (!m_split) {
    geometry::vertexNormals(vertices, m_triangles, m_quads, model.d_vertNormIdx.value(), m_normals);
    return m_normals;
  }
  m_vertices.assign(vertices.begin(), vertices.end());
  for (const type::Index i : m_copyOf)
    m_vertices.push_back(i < vertices.size() ? vertices[i] : type::Vec3::Zero().eval());
  geometry::vertexNormals(m_vertices, m_triangles, m_quads, m_normalOf, m_normals);
  return m_normals;
}

}  // namespace sofa::gl
