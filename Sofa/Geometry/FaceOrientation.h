// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::geometry {

/// Which faces of a surface to turn so that neighbours run round the edge they share in opposite senses.
struct FaceTurns {
  std::vector<bool> triangles, quads;  ///< empty, both, if nothing is to be turned
  bool any() const { return !triangles.empty() || !quads.empty(); }
};

/// The fewest turns that give each connected part one sense. Edges of more than two faces connect nothing, and a part
/// that has no two sides (a Moebius strip) keeps a seam. Corners with the same entry of `pointOf` (or, if it is empty,
/// of the same number) are one point; faces that name a point beyond `pointCount` are left alone. Linear in the size of
/// the mesh.
FaceTurns consistentTurns(std::span<const type::Triangle> triangles, std::span<const type::Quad> quads,
                          std::span<const type::Index> pointOf, std::size_t pointCount);

/// The share of the edges of faces that more than two of them meet at; of the same points.
double crossingShare(std::span<const type::Triangle> triangles, std::span<const type::Quad> quads,
                     std::span<const type::Index> pointOf, std::size_t pointCount);

}  // namespace sofa::geometry
