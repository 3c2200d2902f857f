// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/GridTopology.h"

namespace sofa::component::topology {

/// A box of equal cells, aligned with the axes (docs/manual/topology.md, "Regular grids"). Spacing and origin are fixed
/// when the scene is read; every list of elements covers the whole volume.
class RegularGridTopology final : public GridTopology {
 public:
  core::Data<type::Vec3> d_min{this, "min", type::Vec3::Zero(), "lowest corner of the box"};
  core::Data<type::Vec3> d_max{this, "max", type::Vec3(1, 1, 1), "highest corner of the box"};
  core::Data<type::Vec3> d_p0{this, "p0", type::Vec3::Zero(), "position of the first point; min if not given"};
  core::Data<double> d_cellWidth{this, "cellWidth", 0.0, "if not 0, n is such that cells of this width fill the box"};

  void init() override;
  void reinit() override;

  bool hasPositions() const override { return true; }
  core::TopologyKind kind() const override { return core::TopologyKind::regularGrid; }
  const geometry::RegularGrid* regularGrid() const override { return &m_lattice; }

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  geometry::GridSize size() const override { return m_lattice.n; }
  type::Vec3 point(int x, int y, int z) const override { return m_lattice.point(x, y, z); }

 private:
  void parseBox(core::ComponentDescription& description);
  void computeSpacing();
  void computeCounts();

  geometry::RegularGrid m_lattice;
  bool m_spacingKnown = false;
};

}  // namespace sofa::component::topology
