// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/GridFields.h"
#include "Sofa/Core/Contract/GridSize.h"

namespace sofa::component::topology {

/// Elements of a lattice of points; every list covers the whole volume (docs/manual/topology.md, "Regular grids").
/// Where the points are, the grids derived from it say; by itself it knows no positions.
class GridTopology : public ListTopology, public core::GridSize {
 public:
  GridTopology();

  MeshFields m_fields{this};
  GridFields m_grid{this};

  void init() override;
  std::size_t nbPoints() const override { return geometry::gridPointCount(size()); }
  bool hasPositions() const override { return false; }
  type::Vec3 position(std::size_t i) const override;
  void draw(core::DrawList& list) const override { m_fields.draw(list); }
  ElementType elementType() const override;
  std::size_t revision() const override;
  std::array<int, 3> gridSize() const override { return size(); }

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  void setPointCount(std::size_t) override {}  // given by the size of the grid
  virtual geometry::GridSize size() const;
  virtual type::Vec3 point(int, int, int) const { return type::Vec3::Zero(); }
  /// Sets up the lists of elements that the scene does not give.
  void deriveElements();
  /// Sets up all lists; positions are computed again when one of `shape` changes.
  void deriveLists(std::vector<core::BaseData*> shape);
  void warnOfFile() const;

 private:
  std::vector<Edge> deriveEdges() const;
  std::vector<Quad> deriveQuads() const;
  std::vector<type::Vec3> points() const;

  std::optional<DerivedList<std::vector<type::Vec3>>> m_positionList;
  std::optional<DerivedList<std::vector<type::Vec2>>> m_textureList;
};

}  // namespace sofa::component::topology
