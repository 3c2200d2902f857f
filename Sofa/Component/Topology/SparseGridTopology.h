// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/ListTopology.h"
#include "Sofa/Core/Contract/CellSearch.h"
#include "Sofa/Core/Contract/FinerCells.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/SparseGrid.h"

namespace sofa::component::topology {

/// The cells of a regular grid that a closed surface touches or encloses, as hexahedra (docs/manual/topology.md,
/// "Sparse grids"). It is built when something first asks for it: what stands before it in the node may.
class SparseGridTopology : public ListTopology, public core::CellSearch, public core::FinerCells {
 public:
  core::Data<type::Vec<3, int>> d_n{this, "n", type::Vec<3, int>(2, 2, 2),
                                    "number of points along each axis, at least 2"};
  core::Data<type::Vec3> d_min{this, "min", type::Vec3::Zero(), "lowest corner of the box"};
  core::Data<type::Vec3> d_max{this, "max", type::Vec3::Zero(),
                               "highest corner of the box; default of both: a little around the surface"};
  core::Data<double> d_cellWidth{this, "cellWidth", 0.0, "if not 0, n is chosen so that such cells fill the box"};
  core::Data<int> d_nbVirtualFinerLevels{this, "nbVirtualFinerLevels", 0,
                                         "how often cells are halved to find out what the body fills of them"};
  core::Data<bool> d_fillWeighted{this, "fillWeighted", true,
                                  "if true, cells that the surface cuts have half of the stiffness"};
  core::Data<bool> d_onlyInsideCells{this, "onlyInsideCells", false, "leave out the cells that the surface cuts"};
  ListData<Triangle> d_triangles{this, "triangles", {}, "triangles of the surface, between the points of position"};
  ListData<Quad> d_quads{this, "quads", {}, "quads of the surface"};
  core::Data<std::vector<std::vector<Index>>> d_facets{this, "facets", {}, "polygons of the surface"};
  ListData<Hexahedron> d_hexahedra{this, "hexahedra", {}, "the cells", {.aliases = {"hexas"}, .readOnly = true}};
  core::Data<bool> d_drawHexahedra{this, "drawHexahedra", false, "draw the hexahedra", {.group = "Visualization"}};

  SparseGridTopology() { addList(d_hexahedra); }
  void init() override;
  void reinit() override;
  /// The cells and their lattice; null, after an error, if there are none.
  const geometry::GridCells* grid() const;

  std::size_t nbPoints() const override { return grid() ? grid()->points.size() : 0; }
  bool hasPositions() const override { return nbPoints() > 0; }
  type::Vec3 position(std::size_t i) const override { return i < nbPoints() ? grid()->points[i] : type::Vec3::Zero(); }
  const std::vector<Hexahedron>& hexahedra() const override;
  double hexahedronStiffness(std::size_t i) const override { return filling(i).stiffness; }
  double hexahedronMass(std::size_t i) const override { return filling(i).mass; }
  int finerLevels() const override { return grid() ? grid()->levels : 0; }
  std::span<const float> finestParts(Index hexahedron) const override { return grid()->partsOf(hexahedron); }
  std::optional<Found> findCell(const type::Vec3& p) const override;
  ElementType elementType() const override { return ElementType::hexahedron; }
  void draw(core::DrawList& list) const override;

 protected:
  struct Surface {
    std::vector<type::Vec3> vertices;
    std::vector<std::vector<Index>> polygons;

    template <class Elements>
    void add(const Elements& elements) {
      for (const auto& element : elements) polygons.emplace_back(element.begin(), element.end());
    }
  };

  void setPointCount(std::size_t) override {}  // follows from the surface
  /// The cells of the finest level and the surface that they are of; none, after an error, if there is no surface.
  virtual std::optional<geometry::SparseGrid> finest(Surface& surface) const;
  /// The cells of the grid from those of the finest level.
  virtual std::unique_ptr<geometry::GridCells> coarsened(geometry::SparseGrid finest, const Surface& surface) const;
  /// What can be used of the surface in a file; none, after an error, if it cannot be read.
  std::optional<Surface> surfaceOf(const std::string& filename) const;
  /// The lattice of the finest level in the box that is given, else in the one around the vertices.
  std::optional<geometry::RegularGrid> lattice(const std::vector<type::Vec3>& vertices) const;
  /// The points of a surface that position gives; once the grid is made position holds the nodes of the grid.
  const std::vector<type::Vec3>& givenVertices() const { return d_position.isSet() ? *d_position : *m_vertices; }

 private:
  std::unique_ptr<geometry::GridCells> build() const;
  std::optional<Surface> surface() const;
  std::optional<Surface> usable(Surface surface) const;
  void offerNodes();
  geometry::CellFilling filling(std::size_t i) const {
    return grid() ? grid()->filling.at(i) : geometry::CellFilling{};
  }

  /// What position, or what it is linked to, gave before it came to hold the nodes.
  core::Data<std::vector<type::Vec3>> m_vertices{nullptr, "vertices", {}, "points of the surface"};
  mutable std::unique_ptr<geometry::GridCells> m_grid;
  mutable bool m_built = false;
};

/// What sparse grids have of other versions and do without.
core::Register& historyOfSparseGrids(core::Register&& component);

}  // namespace sofa::component::topology
