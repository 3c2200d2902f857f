// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/MeshLoad.h"

namespace sofa::component::mechanicalload {

/// A line load on edges, half of it at each end.
///
/// With `pressure` p, an edge of length l at rest gets p l. Otherwise it gets p_intensity l n: n is binormal x tangent,
/// or without binormal e_z x tangent with the sign that points to the third point of the edge's triangle, which is
/// shorter than 1 where the edge leaves the xy plane. n is that of the positions at the start of the step before, and
/// l, of the edge number i in the list, the length of edge i of the mesh, as reference trajectories have it.
class EdgePressureForceField : public MeshLoad {
 public:
  core::Data<type::Vec3> d_pressure{this, "pressure", {0, 0, 0}, "force per length at rest (N/m)"};
  core::Data<std::vector<type::Index>> d_edgeIndices{
      this, "edgeIndices", {}, "loaded edges of the mesh", {.follows = core::elementIndices<type::Edge>}};
  core::Data<std::vector<type::Edge>> d_edges{
      this, "edges", {}, "loaded edges by their ends, if edgeIndices is empty; each must be an edge of the mesh"};
  core::Data<type::Vec3> d_normal{
      this, "normal", {0, 0, 0}, "if neither list is given: edges with dmin < x.normal < dmax at rest are loaded"};
  core::Data<double> d_dmin{this, "dmin", 0.0, "lower bound of x.normal"};
  core::Data<double> d_dmax{this, "dmax", 0.0, "upper bound of x.normal"};
  core::Data<double> d_arrowSizeCoef{
      this, "arrowSizeCoef", 0.0, "length of a drawn arrow per newton; 0: none", {.group = "Visualization"}};
  core::Data<std::vector<double>> d_intensity{
      this, "p_intensity", {0}, "force per length across each loaded edge (N/m), or one for all, if pressure is zero"};
  core::Data<type::Vec3> d_binormal{this, "binormal", {0, 0, 0}, "zero: in the xy plane, towards the inside"};

  void init() override;
  void reset() override;
  void archive(core::Archive& archive) override;
  void beginStep(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;

 protected:
  void makeLoads(const core::BaseMeshTopology& mesh, const VecCoord& rest) override;

 private:
  std::vector<type::Index> loadedEdges(const core::BaseMeshTopology& mesh, const VecCoord& rest);
  type::Vec3 direction(const Load& load, const VecCoord& x) const;
  bool followsTheEdges() const { return d_pressure.value().isZero(0); }
  /// The forces of the directions kept, which become those at x.
  void turnTo(const VecCoord& x);

  std::vector<double> m_strengths;         ///< of each load: half of intensity times length (N)
  std::vector<type::Index> m_thirdPoints;  ///< of each load's triangle, or the edge's own
  std::vector<type::Vec3> m_directions;    ///< for the next step
};

}  // namespace sofa::component::mechanicalload
