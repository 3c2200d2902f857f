// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshFields.h"
#include "Sofa/Geometry/GridMesh.h"

namespace sofa::component::topology {

/// The surface of a box: quads and edges of a lattice's border (docs/manual/topology.md, "Boxes").
class CubeTopology : public ListTopology {
 public:
  CubeTopology();

  MeshFields m_fields{this};
  core::Data<int> d_nx{this, "nx", 0, "number of points along x"};
  core::Data<int> d_ny{this, "ny", 0, "number of points along y"};
  core::Data<int> d_nz{this, "nz", 0, "number of points along z"};
  core::Data<bool> d_internalPoints{this, "internalPoints", false, "if true, points inside of the box are kept"};
  core::Data<bool> d_splitNormals{this, "splitNormals", false, "if true, each side has points of its own"};
  core::Data<type::Vec3> d_min{this, "min", type::Vec3::Zero(), "lowest corner of the box"};
  core::Data<type::Vec3> d_max{this, "max", type::Vec3::Ones(), "highest corner of the box"};

  void init() override;
  void reinit() override { init(); }
  std::size_t nbPoints() const override { return m_points.size(); }
  bool hasPositions() const override { return true; }
  type::Vec3 position(std::size_t i) const override { return i < m_points.size() ? m_points[i] : type::Vec3::Zero(); }
  void draw(core::DrawList& list) const override { m_fields.draw(list); }
  ElementType elementType() const override { return m_fields.elementType(); }

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  void setPointCount(std::size_t) override {}
  virtual type::Vec3 place(const type::Vec3& inBox) const { return inBox; }

 private:
  enum Side { x0, y0, z0, x1, y1, z1, anySide };
  using At = std::array<int, 3>;

  bool touches(const At& at, int axis) const { return at[axis] == 0 || at[axis] == m_n[axis] - 1; }
  Index index(const At& at, Side side = anySide) const;
  Index indexOnShell(const At& at) const;
  std::size_t pointCount() const;
  void makePoints();
  std::vector<Edge> makeEdges() const;
  std::vector<Quad> makeQuads() const;
  template <class F>
  void forEachPoint(const F& f) const;

  geometry::GridSize m_n{};
  std::vector<type::Vec3> m_points;
};

}  // namespace sofa::component::topology
