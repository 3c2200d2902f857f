// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::geometry {

/// The faces of a surface with vertices of their own on either side of its sharp edges.
struct FeatureSplit {
  std::vector<type::Index> copyOf;  ///< vertices after the given ones: copies of these
  std::vector<type::Triangle> triangles;
  std::vector<type::Quad> quads;
  std::vector<type::Index> normalOf;  ///< of each vertex, given or copied: those with the same number share a normal
  bool any = false;                   ///< some point has more than one normal
};

/// Splits the vertices where neighbouring faces meet at more than `angle` (degrees between their normals), so that
/// vertexNormals() leaves such edges sharp and the rest smooth. Faces are neighbours if they share two points; vertices
/// with the same entry of `pointOf` (as long as `points`, or empty: each for itself) are one point. Neighbours should
/// run round their edge in opposite senses (consistentTurns()). Faces without area are smooth with all; those that name
/// a vertex that is not there, or a point twice in a row, are left as they are. n log n in the size of the mesh.
FeatureSplit splitAtFeatures(std::span<const type::Vec3> points, std::span<const type::Triangle> triangles,
                             std::span<const type::Quad> quads, std::span<const type::Index> pointOf, double angle);

}  // namespace sofa::geometry
