// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshIncision.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::component::topology {

/// Cuts a mesh with a blade that moves by keys, or with a body (docs/manual/cutting.md).
///
/// At the beginning of a step the blade goes from where it was at the beginning of the step before to where it is now;
/// what it crosses is cut. A reset does not close cuts.
class MeshCutter final : public core::Component {
 public:
  using Frame = type::RigidCoord<3>;

  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "mesh of tetrahedra or triangles that is cut; default: the one visible from this node"};
  core::Data<std::vector<type::Vec3>> d_blade{
      this, "blade", {{0, 0, 0}, {0, 0, 1}}, "points of the cutting edge, a line, in the frame of the blade (m)"};
  core::Data<std::vector<double>> d_keyTimes{this, "keyTimes", {}, "times at which the blade is in given frames (s)"};
  core::Data<std::vector<Frame>> d_keyFrames{
      this,
      "keyFrames",
      {},
      "frame of the blade at each of these times: place and quaternion; it waits before and after"};
  core::Link<core::BaseState> l_tool{this, "tool",
                                     "instead of keys: a state of type Rigid3, whose first body carries the blade, or "
                                     "Vec3, whose points are its edge"};
  core::Data<bool> d_active{this, "active", true, "whether the blade cuts"};
  core::Data<core::Choice> d_mode{this, "mode", core::Choice({"subdivide", "faces"}),
                                  "divide what the blade crosses, or open the mesh along the nearest faces"};
  core::Data<double> d_snapping{
      this, "snapping", 0.2,
      "crossings nearer to a point than this part of an edge go through the point; 0 to 0.5, which divides nothing"};
  core::Data<double> d_smallestQuality{
      this, "smallestQuality", 0.05,
      "shape quality (1: regular, 0: flat) below which elements are avoided by more snapping"};
  core::Data<double> d_quality{
      this, "quality", 1.0, "smallest shape quality of an element made so far", {.readOnly = true}};
  core::Data<type::Index> d_splitEdges{this, "splitEdges", 0, "edges divided so far", {.readOnly = true}};
  core::Data<type::Index> d_openedFacets{
      this, "openedFacets", 0, "faces, or edges of triangles, opened so far", {.readOnly = true}};
  core::Data<type::Index> d_newPoints{this, "newPoints", 0, "points added so far", {.readOnly = true}};

  void bwdInit() override;
  /// The blade starts anew, and with it the next stroke.
  void reset() override;
  void handleEvent(core::Event& event) override;
  void archive(core::Archive& archive) override;
  bool topologyChanged(const core::MeshChanges& changes) override;
  void draw(core::DrawList& list) const override;

 private:
  bool checkBlade();
  Frame frameAt(double time) const;
  /// Points of the edge in the world at a time; empty if the tool has none.
  std::vector<type::Vec3> edgeIn(const Frame& frame) const;
  void moveTo(double time);
  void sweepTo(const Frame& frame, geometry::SweptBlade& blade);

  MeshIncision m_incision;
  std::vector<type::Vec3> m_edge;  ///< where the edge was last; empty: nowhere yet
  Frame m_frame;
  double m_time = 0;
  bool m_toldOfBadBlade = false;
};

}  // namespace sofa::component::topology
