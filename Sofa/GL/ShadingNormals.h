#pragma once
#include "Sofa/Component/Visual/VisualModelImpl.h"
#include "Sofa/Geometry/FaceOrientation.h"

namespace sofa::gl {

/// Normals that a visual model is lit with. They are its own, unless neighbouring faces run round their edge in the
/// same sense, as the border quads of grids do: their normals cancel each other out at common vertices, which makes
/// dark bands. Then the faces are turned to one sense, for the normals only, and the sums of sheet 09 §2.9 made again.
class ShadingNormals {
 public:
  /// To be called when faces of the model changed.
  void setFaces(const component::visual::VisualModelImpl& model);
  /// Whether normals of vertices mean nothing, since the faces inside of a body are there too (all quads of a grid, all
  /// triangles of a tetrahedral mesh): the model is to be lit face by face.
  bool areMeaningless() const { return m_meaningless; }
  /// For the vertices as they are now; good until the next call.
  const std::vector<type::Vec3>& of(const component::visual::VisualModelImpl& model);

 private:
  bool m_turned = false, m_meaningless = false;
  std::vector<type::Triangle> m_triangles;
  std::vector<type::Quad> m_quads;
  std::vector<type::Vec3> m_normals;
};

}  // namespace sofa::gl
