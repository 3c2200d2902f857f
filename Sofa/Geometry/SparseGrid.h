// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Geometry/RegularGrid.h"

/// The cells of a regular grid that a body fills (docs/manual/topology.md, "Sparse grids").
namespace sofa::geometry {

enum class CellKind : std::uint8_t { outside, inside, boundary };

using GridCell = std::array<int, 3>;

/// The kind of each cell of a lattice, x running fastest.
struct CellKinds {
  RegularGrid lattice;
  std::vector<CellKind> kinds;

  explicit CellKinds(const RegularGrid& grid, CellKind kind = CellKind::inside);
  std::size_t number(const GridCell& c) const {
    return std::size_t(c[0]) + std::size_t(size(0)) * (std::size_t(c[1]) + std::size_t(size(1)) * std::size_t(c[2]));
  }
  int size(int axis) const { return lattice.n[std::size_t(axis)] - 1; }
  bool has(const GridCell& c) const;
  CellKind& operator[](const GridCell& c) { return kinds[number(c)]; }
  CellKind operator[](const GridCell& c) const { return kinds[number(c)]; }
};

/// Cells that a surface of polygons touches are boundary, those it encloses inside. A surface with holes encloses
/// nothing. All numbers must be finite, polygons may name the given vertices only.
CellKinds cellKinds(const RegularGrid& lattice, std::span<const type::Vec3> vertices,
                    std::span<const std::vector<type::Index>> polygons);

/// What a cell has of the stiffness and of the mass of a full one.
struct CellFilling {
  float stiffness = 1, mass = 1;

  CellFilling& operator+=(const CellFilling& other) {
    stiffness += other.stiffness;
    mass += other.mass;
    return *this;
  }
  CellFilling operator/(float divisor) const { return {stiffness / divisor, mass / divisor}; }
};

/// Cells of a lattice as hexahedra.
struct GridCells {
  /// A cell and where a point lies in it: fractions in [0,1] inside, beyond that outside.
  struct Location {
    type::Index cell = 0;
    type::Vec3 fractions = type::Vec3::Zero();
  };

  std::vector<GridCell> places;  ///< of the cells in the lattice
  std::vector<CellFilling> filling;
  int levels = 0;            ///< how often cells were put together, eight by eight
  std::vector<float> parts;  ///< shares of the stiffness, of all cells, see partsOf
  std::vector<type::Vec3> points;
  std::vector<type::Hexahedron> cells;

  virtual ~GridCells() = default;
  /// The lattice in which the cells have their places.
  virtual const RegularGrid& lattice() const = 0;
  virtual CellKind kindOf(type::Index cell) const = 0;
  /// What counts as full of the 8^levels smallest parts of a cell, 0 where there is none: by octants, the coarsest of
  /// them first, in which x, y and z above the middle are 1, 2 and 4.
  std::span<const float> partsOf(type::Index cell) const {
    return std::span(parts).subspan(cell * partCount(), partCount());
  }
  /// The cell that holds p, else one near it. There must be a cell.
  virtual Location locate(const type::Vec3& p) const = 0;

 protected:
  void keep(const GridCell& cell, const CellFilling& share);
  std::size_t partCount() const { return std::size_t{1} << 3 * levels; }
  /// Adds those of a cell of half the size, in its place, to those of `cell`.
  void addParts(std::size_t cell, const GridCell& place, std::span<const float> ofHalf);
  Location locationIn(type::Index cell, const type::Vec3& p) const;
};

/// The kept cells. Points are their corners, numbered with z running fastest.
struct SparseGrid final : GridCells {
  CellKinds kinds;
  std::vector<type::Index> keptNumber;  ///< of each cell of the lattice; invalidIndex if it is not kept

  /// Keeps boundary cells, unless only those inside are wanted, then inside ones.
  SparseGrid(CellKinds kinds, bool onlyInside, float boundaryFilling);
  /// The same with the filling of each cell of the lattice.
  SparseGrid(CellKinds kinds, bool onlyInside, std::span<const CellFilling> filling);
  /// Cells of twice the size. Those whose eight parts are all inside are inside, those without parts outside.
  SparseGrid coarser() const;
  /// The number of the kept cell that holds p, else of the boundary cell with the nearest centre.
  type::Index cellNear(const type::Vec3& p) const;
  const RegularGrid& lattice() const override { return kinds.lattice; }
  CellKind kindOf(type::Index cell) const override { return kinds[places[cell]]; }
  Location locate(const type::Vec3& p) const override { return locationIn(cellNear(p), p); }

 private:
  explicit SparseGrid(CellKinds k) : kinds(std::move(k)) {}
  template <class Share>
  void keepAll(bool onlyInside, const Share& shareOf);
  void number();
};

/// Calls f(cell) for all cells of the box from `first` to `last`, z running fastest.
template <class F>
void forEachCell(const GridCell& first, const GridCell& last, const F& f) {
  for (int x = first[0]; x <= last[0]; ++x)
    for (int y = first[1]; y <= last[1]; ++y)
      for (int z = first[2]; z <= last[2]; ++z) f(GridCell{x, y, z});
}

}  // namespace sofa::geometry
