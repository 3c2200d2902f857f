// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/Geometry/MeshElements.h"

/// Remeshing of triangles and tetrahedra by a field of sizes (docs/manual/remeshing.md). Nothing here knows of a scene.
namespace sofa::geometry {

using type::Vec3;

struct RemeshSettings {
  /// Edges longer than this part of the size there are split, shorter than that collapsed. 0: of triangles 4/3 and 4/5
  /// (Botsch and Kobbelt, A remeshing approach to multiresolution modeling, 2004), of tetrahedra, which do not fill
  /// space with edges of one length, sqrt(2) and its inverse (Dobrzynski and Frey, Anisotropic Delaunay mesh adaptation
  /// for unsteady simulations, 2008).
  double splitAbove = 0, collapseBelow = 0;
  /// No cell of a lower shape quality (MeshCut.h) is made, unless it takes the place of one as bad.
  double smallestQuality = 0.1;
  /// Edges where a surface turns by more (degrees) stay what they are.
  double featureAngle = 30;
  /// How far a surface may move where points go or edges flip, as a part of the size there; 0: it stays where it is.
  double deviation = 0;
  bool flips = true;       ///< other diagonals where that makes better cells
  bool relaxation = true;  ///< moves points of new cells to where their cells are better
  int passes = 10;         ///< at most; it ends earlier when nothing is left to do
  std::size_t maxPoints = 1'000'000;
};

/// A mean or a sum: numbers and their parts, by number.
using Mixture = std::vector<std::pair<Index, double>>;

/// A mesh that is to be remeshed.
template <class Cell>
struct RemeshInput {
  std::span<const Vec3> positions;
  std::span<const Vec3> rest;  ///< whose cells' quality counts, and whose surface stays; as many as positions
  const std::vector<Cell>& cells;
  std::span<const double> sizes;  ///< length of edges at each point
  /// The smaller of these and of this counts, at a position; may be empty.
  std::function<double(const Vec3&)> field = {};
  std::span<const char> kept = {};  ///< marks points that stay, and whose edges are not split; none if empty
  bool atRest = true;               ///< lengths of edges are those at rest
};

struct RemeshReport {
  std::size_t splits = 0, collapses = 0, flips = 0, moves = 0;
  double smallestQuality = 1;              ///< of the cells that were made, at rest
  std::size_t edges = 0, edgesInBand = 0;  ///< afterwards: all, and those neither to split nor to collapse
  bool isFull = false;                     ///< maxPoints left edges too long
  double partInBand() const { return edges > 0 ? static_cast<double>(edgesInBand) / static_cast<double>(edges) : 1.0; }
};

/// What becomes of a mesh. Points that no cell names any more are for the caller to take away.
template <class Cell>
struct Remeshed {
  std::vector<Mixture> points;  ///< that come, of the points before; numbered from their number on
  std::vector<Index> removed;   ///< cells, ascending
  std::vector<Cell> cells;      ///< that come
  /// Of each that comes: how much of it lies in which removed cell, in area or volume. What one that went had is shared
  /// out without loss; which neighbour has which part of it is not measured where cells overlap but counted by what
  /// grew as others shrank.
  std::vector<Mixture> made;
  RemeshReport report;
  bool isNothing() const { return cells.empty() && removed.empty(); }
};

/// Splits, collapses and flips edges and moves points until edges have the lengths asked for, as far as that can be
/// done without turning a cell over, at rest or where it is now, and without a cell worse than asked for.
///
/// The border of a surface and its creases stay, corners of both too, and so does the surface of a volume; their
/// topology, holes included, does as well (link condition: Dey, Edelsbrunner, Guha and Nekhayev, Topology preserving
/// edge contraction, 1999). Cells with points that are not finite are not touched; nor is the neighbourhood of edges
/// with more than two triangles.
template <class Cell>
Remeshed<Cell> remesh(const RemeshInput<Cell>& mesh, const RemeshSettings& settings);

/// Points and cells, without points that no cell names.
template <class Cell>
struct PlainMesh {
  std::vector<Vec3> points;
  std::vector<Cell> cells;
};
/// The mesh that comes out, with the points at rest.
template <class Cell>
PlainMesh<Cell> afterwards(const RemeshInput<Cell>& mesh, const Remeshed<Cell>& change);

}  // namespace sofa::geometry
