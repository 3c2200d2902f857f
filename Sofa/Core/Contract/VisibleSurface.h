// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Type/Vec.h"

namespace sofa::core {

/// What a component implements that shows a surface: for those who write surfaces to files, whoever draws them.
class VisibleSurface {
 public:
  /// Lists that live in the component; valid until it changes.
  struct Faces {
    std::span<const type::Vec3> vertices;            ///< what the others refer to (m)
    std::span<const type::Vec3> normals;             ///< one per vertex, or another number if it has none
    std::span<const type::Vec<2, float>> texcoords;  ///< the same
    std::span<const type::Edge> edges;               ///< lines
    std::span<const type::Triangle> triangles;
    std::span<const type::Quad> quads;
  };

  virtual ~VisibleSurface() = default;
  /// As of the last updateVisual() of the component. Nothing while it is switched off.
  virtual Faces visibleFaces() const = 0;
};

}  // namespace sofa::core
