// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <optional>

#include "Sofa/Geometry/MeshCut.h"
#include "Sofa/Geometry/Remesh.h"

/// What remeshing (Remesh.h) is made of; not for others.
namespace sofa::geometry::detail {

template <class Element>
bool namesPoint(const Element& element, Index point) {
  return std::ranges::find(element, point) != element.end();
}

/// A mesh that is being remeshed: cells come and go, and know of what they are made.
template <class Cell>
class RemeshPatch {
 public:
  static constexpr std::size_t corners = Cell().size();
  static constexpr bool isVolume = corners == 4;
  static constexpr Index none = type::invalidIndex;

  RemeshPatch(const RemeshInput<Cell>& mesh, const RemeshSettings& settings);

  std::size_t cellCount() const { return m_cells.size(); }
  bool isAlive(Index cell) const { return m_cells[cell].isAlive; }
  bool isFixedCell(Index cell) const { return m_cells[cell].isFixed; }
  const Cell& nodes(Index cell) const { return m_cells[cell].nodes; }
  std::size_t pointCount() const { return m_rest.size(); }
  const std::vector<Vec3>& rest() const { return m_rest; }
  const std::vector<Vec3>& now() const { return m_now; }
  /// Cells around a point.
  const std::vector<Index>& around(Index point) const { return m_around[point]; }
  std::vector<Index> around(Index a, Index b) const;
  std::vector<Index> neighbours(Index point) const;
  bool hasEdge(Index a, Index b) const;
  bool isKept(Index point) const { return m_kept[point] != 0; }
  /// Points of cells that were made.
  const std::vector<char>& touched() const { return m_touched; }
  bool isTouched(Index point) const { return m_touched[point] != 0; }
  double sizeAt(Index a, Index b) const { return 0.5 * (m_size[a] + m_size[b]); }
  /// Of an edge, in sizes.
  double length(Index a, Index b) const;
  const RemeshSettings& settings() const { return m_settings; }

  /// A new point that is a mean of others.
  Index addPoint(const Mixture& of);
  /// Takes back the last point that was added; no cell may name it.
  void dropPoint();
  /// Puts cells in the place of others. `continued[k]`: rank of the old cell that the new one of that rank was, or
  /// `none`: what cells have in common with what they were stays with them.
  void replace(const std::vector<Index>& old, const std::vector<Cell>& cells, const std::vector<Index>& continued);

  /// Area or volume at rest.
  double measure(const Cell& cell) const;
  /// Whether a cell is turned as another one, at rest and now.
  bool turnsAs(const Cell& cell, const Cell& other) const;
  /// Shape quality at rest or now, whichever is worse.
  double worstQuality(const Cell& cell) const;
  double worstOf(const std::vector<Index>& cells) const;

  Remeshed<Cell> result() const;
  /// Each edge once, in order.
  std::vector<Edge> edges() const;
  /// Those that have a marked end.
  std::vector<Edge> edges(const std::vector<char>& marked) const;

 private:
  struct Record {
    Cell nodes;
    bool isAlive = true, isFixed = false;
    Mixture from = {};  ///< empty: itself
  };
  Mixture amounts(Index cell) const;
  void take(Index cell);

  const RemeshInput<Cell>& m_mesh;
  RemeshSettings m_settings;
  std::size_t m_points, m_originals;
  std::vector<Vec3> m_rest, m_now;
  std::vector<double> m_size;
  std::vector<char> m_kept, m_touched;
  std::vector<Mixture> m_of;  // of points that came
  std::vector<Record> m_cells;
  std::vector<std::vector<Index>> m_around;
};

/// The surface around a point: the triangles of a surface, the free faces of a volume.
struct SurfaceAround {
  std::vector<Triangle> faces;
  std::vector<Index> neighbours;  ///< along the surface, ascending
  std::vector<Index> creases;     ///< those of them that an edge of the border or a crease leads to, ascending
  bool isManifold = true;         ///< no edge has more than two faces
};
template <class Cell>
SurfaceAround surfaceAround(const RemeshPatch<Cell>& patch, Index point);
/// Whether the surface of some faces is where that of others is, near the point that they had in common: the largest
/// distance found is at most `tolerance`.
bool coverSame(const std::vector<Triangle>& before, const std::vector<Triangle>& after, const std::vector<Vec3>& x,
               double tolerance);
/// Whether a mesh keeps its topology if two points become one.
template <class Cell>
bool keepsTopology(const RemeshPatch<Cell>& patch, Index a, Index b);

/// The steps of remeshing. Each answers whether it was done.
template <class Cell>
class RemeshSteps {
 public:
  RemeshSteps(RemeshPatch<Cell>& patch, RemeshReport& report) : m_patch(patch), m_report(report) {}

  bool split(Index a, Index b);
  /// a goes into b, or b into a.
  bool collapse(Index a, Index b);
  /// Puts another triangulation around an edge, or tetrahedra around the edge between two.
  bool flip(Index a, Index b);
  /// Three tetrahedra in the place of two with a common face.
  bool flipFace(Index cell, std::size_t opposite);
  bool relax(Index point);

 private:
  /// Points that go, and what comes in their place.
  struct Merge {
    std::vector<Index> going;
    Index target;
  };
  /// The worst quality of the cells around, and how far their edges are from their lengths, if it can be done.
  struct Outcome {
    double quality, strain;
  };
  std::optional<Outcome> outcomeOf(const Merge& merge, const std::vector<Triangle>& surface) const;
  std::optional<Outcome> endOutcome(Index a, Index b, const SurfaceAround& surface) const;
  bool mayMeet(Index a, Index b, const SurfaceAround& ofA, const SurfaceAround& ofB) const;
  std::vector<Index> cellsAround(const Merge& merge) const;
  double strainAround(const std::vector<Index>& points, Index at) const;
  void doMerge(const Merge& merge);
  bool mayBeMade(const std::vector<Cell>& cells, const std::vector<Index>& old, double quality) const;
  double tolerance(Index a) const;
  Vec3 wantedPlace(Index a, const std::vector<Index>& neighbours) const;
  Mixture betterPlace(Index a, const SurfaceAround& surface) const;

  RemeshPatch<Cell>& m_patch;
  RemeshReport& m_report;
};

}  // namespace sofa::geometry::detail
