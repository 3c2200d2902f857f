// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/SceneBox.h"

namespace sofa::gl {
namespace {

using core::DrawList;
using Vec3f = type::Vec<3, float>;

/// In single precision, as things are drawn.
class Box {
 public:
  void include(const float* p) {
    const Vec3f v(p);
    if (v.allFinite()) m_min = m_min.cwiseMin(v), m_max = m_max.cwiseMax(v);
  }
  void includeAll(const std::vector<float>& positions) {
    for (std::size_t i = 0; i + 2 < positions.size(); i += 3) include(&positions[i]);
  }
  /// The corners of the box round the unit shape are farther away than the shape itself, but never nearer.
  void include(const DrawList::Glyph& g, bool isSpindle) {
    for (int corner = 0; corner < 8; ++corner) {
      const float x = corner & 1 ? 1.f : -1.f, y = corner & 2 ? 1.f : -1.f;
      const float z = corner & 4 ? 1.f : isSpindle ? 0.f : -1.f;
      float p[3];
      for (int r = 0; r < 3; ++r)
        p[r] = g.matrix[4 * r] * x + g.matrix[4 * r + 1] * y + g.matrix[4 * r + 2] * z + g.matrix[4 * r + 3];
      include(p);
    }
  }
  type::BoundingBox result() const {
    type::BoundingBox box;
    if (m_min.x() <= m_max.x()) box.include(m_min.cast<double>()), box.include(m_max.cast<double>());
    return box;
  }

 private:
  static constexpr float far = std::numeric_limits<float>::max();
  Vec3f m_min = Vec3f::Constant(far), m_max = Vec3f::Constant(-far);
};

}  // namespace

type::BoundingBox boxOfDrawn(const Frame& frame) {
  Box box;
  for (const auto& splats : frame.splats) box.includeAll(splats.positions);
  for (const auto& volume : frame.slicedVolumes) box.includeAll(volume.positions);
  for (const auto& batch : frame.drawList.batches())
    for (const auto& vertex : batch.vertices) box.include(vertex.position);
  for (const auto shape :
       {DrawList::Shape::sphere, DrawList::Shape::cylinder, DrawList::Shape::cone, DrawList::Shape::cube})
    for (const bool outlined : {false, true})
      for (const auto& glyph : frame.drawList.glyphs(shape, outlined))
        box.include(glyph, shape == DrawList::Shape::cylinder || shape == DrawList::Shape::cone);
  for (const auto& text : frame.drawList.texts()) box.include(Vec3f(text.position.cast<float>()).data());
  return box.result();
}

bool hasExtent(const type::BoundingBox& box) {
  constexpr double rounding = 1e-9;
  if (box.empty() || !box.min.allFinite() || !box.max.allFinite()) return false;
  const double size = (box.max - box.min).norm();
  return size > rounding * std::max(box.min.norm(), box.max.norm());
}

type::BoundingBox roomOf(const type::BoundingBox& box) {
  constexpr double thin = 0.05, share = 0.75;  // in parts of the length
  if (!hasExtent(box)) return box;
  type::Vec3 sides = box.max - box.min;
  std::sort(sides.begin(), sides.end());
  if (sides[1] > thin * sides[2]) return box;
  const type::Vec3 room = type::Vec3::Constant(share * sides[2]);
  return {box.min - room, box.max + room};
}

bool showsNothing(const Frame& frame) {
  const bool hasSurface = std::any_of(frame.surfaces.begin(), frame.surfaces.end(), [](const Surface& s) {
    if (!s.mesh || !s.vertices || s.vertices->positions.empty()) return false;
    return s.asPoints || !s.mesh->triangles.empty() || !s.mesh->edges.empty();
  });
  const bool hasSplats = std::any_of(frame.splats.begin(), frame.splats.end(),
                                     [](const Splats& splats) { return !splats.positions.empty(); });
  const bool hasVolume = std::any_of(frame.slicedVolumes.begin(), frame.slicedVolumes.end(),
                                     [](const SlicedVolume& volume) { return !volume.hexahedra.empty(); });
  return !hasSurface && !hasSplats && !hasVolume && frame.drawList.empty();
}

}  // namespace sofa::gl
