// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Type/Vec.h"

/// Shading quantities of surfaces made of triangles and quads (docs/manual/visual.md, "Normals"). Faces that name a
/// vertex beyond the given ones are skipped.
namespace sofa::geometry {

using Vec2f = type::Vec<2, float>;

/// Unit normal of each vertex: the sum of the normals of its faces weighted by their area, quads corner by corner.
/// Vertices with the same entry in `normalOfVertex` (as long as `points`, or empty) share one normal. A vertex without
/// face keeps zero.
void vertexNormals(std::span<const type::Vec3> points, std::span<const type::Triangle> triangles,
                   std::span<const type::Quad> quads, std::span<const type::Index> normalOfVertex,
                   std::vector<type::Vec3>& normals);

/// Unit tangent along the first texture coordinate, orthogonal to the normal, and the bitangent normal x tangent.
void vertexTangents(std::span<const type::Vec3> points, std::span<const type::Vec3> normals,
                    std::span<const Vec2f> texcoords, std::span<const type::Triangle> triangles,
                    std::span<const type::Quad> quads, std::vector<type::Vec3>& tangents,
                    std::vector<type::Vec3>& bitangents);

/// Texture coordinates in [0, 1] from longitude and latitude about the centre of the points' bounding box.
void sphericalTexcoords(std::span<const type::Vec3> points, std::vector<Vec2f>& texcoords);

/// Where u goes around, from 1 to 0, a face between the two ends would show the whole picture. Of several vertices of
/// one point, each is moved by 1 to the end where the other corners of its faces are that have one vertex only.
void mendSeam(std::span<const type::Index> pointOfVertex, std::span<const type::Triangle> triangles,
              std::span<const type::Quad> quads, std::span<Vec2f> texcoords);

}  // namespace sofa::geometry
