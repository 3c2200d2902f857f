#pragma once
#include "Sofa/Component/Topology/GridFields.h"

namespace sofa::component::topology {

/// A box of equal cells, aligned with the axes (docs/manual/topology.md, "Regular grids"). Spacing and origin are fixed
/// when the scene is read; every list of elements covers the whole volume.
class RegularGridTopology final : public ListTopology {
 public:
  RegularGridTopology();

  MeshFields m_fields{this};
  GridFields m_grid{this};
  core::Data<type::Vec3> d_min{this, "min", type::Vec3::Zero(), "lowest corner of the box"};
  core::Data<type::Vec3> d_max{this, "max", type::Vec3(1, 1, 1), "highest corner of the box"};
  core::Data<type::Vec3> d_p0{this, "p0", type::Vec3::Zero(), "position of the first point; min if not given"};
  core::Data<double> d_cellWidth{this, "cellWidth", 0.0, "if not 0, n is such that cells of this width fill the box"};

  void init() override;
  void reinit() override;

  std::size_t nbPoints() const override { return geometry::gridPointCount(m_lattice.n); }
  bool hasPositions() const override { return true; }
  type::Vec3 position(std::size_t i) const override;
  core::TopologyKind kind() const override { return core::TopologyKind::regularGrid; }
  const geometry::RegularGrid* regularGrid() const override { return &m_lattice; }
  void draw(core::DrawList& list) const override { m_fields.draw(list); }
  ElementType elementType() const override;
  std::size_t revision() const override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  void setPointCount(std::size_t) override {}  // given by the size of the grid

 private:
  void parseBox(core::ComponentDescription& description);
  void computeSpacing();
  void computeCounts();
  void deriveLists();
  std::vector<Edge> deriveEdges() const;
  std::vector<Quad> deriveQuads() const;
  std::vector<type::Vec3> points() const;

  geometry::RegularGrid m_lattice;
  std::optional<DerivedList<std::vector<type::Vec3>>> m_positionList;
  std::optional<DerivedList<std::vector<type::Vec2>>> m_textureList;
  bool m_spacingKnown = false;
};

}  // namespace sofa::component::topology
