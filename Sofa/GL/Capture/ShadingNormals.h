// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualModelImpl.h"
#include "Sofa/Geometry/FaceOrientation.h"

namespace sofa::gl {

/// Normals that a visual model is lit with. They are its own, unless neighbouring faces run round their edge in the
/// same sense, as the border quads of grids do: their normals cancel each other out at common vertices, which makes
/// dark bands. Then the faces are turned to one sense, for the normals only, and the sums of face normals made again.
/// And unless they have sharp edges, at which a mean of the normals on either side would round what is a box: then the
/// vertices there are split.
class ShadingNormals {
 public:
  /// To be called when faces of the model changed. Edges are sharp by the shape that it has then; without `split` none
  /// is.
  void setFaces(const component::visual::VisualModelImpl& model, bool split);
  /// Vertices after the model's own that it is to be drawn with, as numbers of those that they are copies of.
  const std::vector<type::Index>& copyOf() const { return m_copyOf; }
  /// The model's faces, in their order and sense, between the vertices and the copies.
  const std::vector<type::Triangle>& drawnTriangles(const component::visual::VisualModelImpl& model) const;
  const std::vector<type::Quad>& drawnQuads(const component::visual::VisualModelImpl& model) const;
  /// Whether normals of vertices mean nothing, since the faces inside of a body are there too (all quads of a grid, all
  /// triangles of a tetrahedral mesh): the model is to be lit face by face.
  bool areMeaningless() const { return m_meaningless; }
  /// For the vertices as they are now, and the copies; good until the next call.
  const std::vector<type::Vec3>& of(const component::visual::VisualModelImpl& model);

 private:
  void turn(const geometry::FaceTurns& turns);

  bool m_turned = false, m_meaningless = false, m_split = false;
  std::vector<type::Triangle> m_triangles, m_drawnTriangles;  ///< turned, and as the model has them
  std::vector<type::Quad> m_quads, m_drawnQuads;
  std::vector<type::Index> m_copyOf, m_normalOf;
  std::vector<type::Vec3> m_vertices, m_normals;
};

}  // namespace sofa::gl
