// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Geometry/MeshElements.h"
#include "Sofa/Geometry/SweptBlade.h"

/// Cuts of meshes of tetrahedra or triangles by a swept surface (docs/manual/cutting.md). Cells are the tetrahedra or
/// triangles, facets their faces or edges. Nothing here knows of a scene.
namespace sofa::geometry {

using type::Vec3;

enum class CutMode {
  faces,      ///< along the facets nearest to the blade: no new cells
  subdivide,  ///< through the cells, which are divided where the blade crosses their edges
};

struct CutSettings {
  CutMode mode = CutMode::subdivide;
  /// A crossing that is nearer to an end of its edge than this part of the edge counts as one through the end; 0 to
  /// 0.5.
  double snapping = 0.2;
  /// Cells of a lower shape quality are avoided by more snapping, unless what they are made of is as bad.
  double smallestQuality = 0.05;
};

/// A point that a cut adds: (1 - weight) a + weight b, or a copy of a if both are the same.
struct CutPoint {
  Index a, b;
  double weight = 0;
};

/// What a cut did.
struct CutReport {
  std::size_t nearCells = 0;  ///< whose boxes the blade's meets
  std::size_t splitEdges = 0, snappedPoints = 0, openedFacets = 0, copiedPoints = 0;
  double smallestQuality = 1;  ///< of the new cells, at rest
};

template <class Cell>
using FacetOf = std::array<Index, Cell().size() - 1>;

/// What the next cut of a stroke has to know of those before.
template <class Cell>
struct CutStroke {
  std::vector<Index> front;            ///< points on the surface that was cut so far, ascending
  std::vector<FacetOf<Cell>> pending;  ///< cut, but held together at all their points by what is around; sorted
};

/// What becomes of a mesh. Cells go, others come in their place; points only come.
template <class Cell>
struct MeshCut {
  std::vector<CutPoint> points;  ///< numbered from the number of points before on
  std::vector<Index> removed;    ///< ascending
  std::vector<Cell> cells;       ///< that come, by parent
  std::vector<Index> parents;    ///< removed cell that each is a part of
  CutStroke<Cell> stroke;        ///< for the next cut, in the numbers after this one
  CutReport report;
  bool isNothing() const { return cells.empty(); }
};

/// Where a mesh is that is to be cut.
template <class Cell>
struct CutMesh {
  std::span<const Vec3> positions;
  std::span<const Vec3> rest;  ///< whose cells' quality counts; as many as positions
  const std::vector<Cell>& cells;
  /// Where the points were when the blade was at its former pose; as many, or none if they did not move.
  std::span<const Vec3> former = {};
};

/// Cuts a mesh with a blade. `stroke`: what the cut before left, if the same stroke goes on: what the blade divided and
/// could not open yet opens as it gets on. Cells with points that are not finite are not touched.
///
/// Edges that the blade crosses are split, the longest first, each in all cells around it, so that neighbours always
/// fit (edge subdivision: Ruprecht and Muller, A Scheme for Edge-based Adaptive Tetrahedron Subdivision, 1998);
/// crossings near a point move to it (Steinemann, Harders, Gross and Szekely, Hybrid Cutting of Deformable Solids,
/// 2006). The mesh opens along the facets whose points are all on the blade and whose cells are on different sides.
/// No cell's volume is lost, and points stay where they are.
template <class Cell>
MeshCut<Cell> cutMesh(const CutMesh<Cell>& mesh, const SweptBlade& blade, const CutSettings& settings,
                      const CutStroke<Cell>& stroke = {});

/// Opens a mesh along facets between cells: at each of their points, the cells that no closed facet connects any more
/// get a copy of it. What stays connected around the rim of the facets stays together there; a facet that is held at
/// all its points is pending then. Facets on the border, and such that there are not, are passed over.
template <class Cell>
MeshCut<Cell> openFacets(const CutMesh<Cell>& mesh, const std::vector<FacetOf<Cell>>& facets);

/// Shape quality: the mean ratio 12 (3 V)^(2/3) / sum of squared edges of a tetrahedron, 4 sqrt(3) A / sum of squared
/// edges of a triangle (Liu and Joe, 1994): 1 if regular, 0 if flat.
double shapeQuality(const Tetrahedron& t, std::span<const Vec3> points);
double shapeQuality(const Triangle& t, std::span<const Vec3> points);

}  // namespace sofa::geometry
