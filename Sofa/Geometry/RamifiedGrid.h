// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "Sofa/Geometry/SparseGrid.h"

namespace sofa::geometry {

/// Cells of a lattice, of which several may lie in one place: where the body is apart in a cell, each part has a cell
/// of its own (Nesme, Kry, Jerabkova, Faure, Preserving Topology and Elasticity for Embedded Deformable Models, 2009).
/// Points are the corners of cells; neighbours have them in common if the body goes on from one to the other.
class RamifiedGrid final : public GridCells {
 public:
  using Edge = std::array<type::Vec3, 2>;
  /// The extent of an edge: as it is or, as trajectories of SOFA v26.06 show, prolonged by its length behind its start.
  enum class Reach { asItIs, prolonged };

  /// The kept cells of a grid as they are. With edges of the surface, boundary cells are neighbours only if one of
  /// these crosses the face between them.
  explicit RamifiedGrid(SparseGrid finest);
  RamifiedGrid(SparseGrid finest, std::span<const Edge> edges, Reach reach = Reach::prolonged);
  /// Cells are neighbours where goesOn(cell, axis) says so of a kept cell and the one at its lower side along that
  /// axis. The shares of parts are not kept: they would take memory by the volume of the lattice.
  RamifiedGrid(SparseGrid finest, const std::function<bool(type::Index, std::size_t)>& goesOn);
  /// Puts cells together, eight by eight; parts of a cell that are not neighbours stay apart.
  ///
  /// As trajectories of SOFA v26.06 have it, the filling is not that of these parts once cells share places: a cell
  /// that has its place for itself sums up, over the places in it, the filling of the fine cell whose number is that of
  /// the place among the places; of cells that share one, each has an eighth of its last part's.
  void coarsen();
  /// Gives every cell the mean filling of the parts that it was put together from.
  void fillByParts() { filling = m_ownFilling; }
  /// Makes points and hexahedra.
  void number();
  /// Faces between boundary cells that only what lies behind an edge crosses.
  std::size_t facesCrossedBehind() const { return m_crossedBehind; }
  /// Cells whose filling is not that of the parts they were put together from (see coarsen).
  std::size_t cellsFilledOtherwise() const;
  /// Where a kept cell of the finest level went.
  type::Index cellOf(type::Index finest) const { return m_cellOf[finest]; }
  const RegularGrid& lattice() const override { return m_lattice; }
  CellKind kindOf(type::Index cell) const override { return m_kinds[cell]; }

  /// Where the finest cell that holds p went, or the one near it.
  Location locate(const type::Vec3& p) const override { return locationIn(m_cellOf[m_finest.cellNear(p)], p); }

 private:
  /// The neighbours of a cell at its lower sides along x, y and z.
  using Lower = std::array<std::vector<type::Index>, 3>;

  template <class F>
  void link(const F& goesOn);
  /// Numbers the places of the cells in the order of these, by their number in the lattice.
  std::vector<type::Index> placeNumbers() const;
  /// The cells in each place of the lattice, in their order.
  std::vector<std::vector<type::Index>> cellsInPlaces() const;
  /// Groups of neighbours among some cells, by the first of each.
  std::vector<std::vector<type::Index>> connected(const std::vector<type::Index>& among) const;

  SparseGrid m_finest;
  RegularGrid m_lattice;
  std::vector<CellKind> m_kinds;
  std::vector<Lower> m_lower;
  std::vector<type::Index> m_cellOf;      // of each cell of m_finest
  std::vector<CellFilling> m_ownFilling;  // the mean over the parts of each cell
  std::size_t m_crossedBehind = 0;
};

}  // namespace sofa::geometry
