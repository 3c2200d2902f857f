// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshIncision.h"
#include "Sofa/Core/Contract/RemeshOptions.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::component::topology {

/// Remeshes triangles or tetrahedra while a scene runs, at the beginning of a step, so that edges have the lengths
/// asked for (docs/manual/remeshing.md). All that follows the mesh goes on; points that others name by number stay.
class MeshRemesher final : public core::Component {
 public:
  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "mesh of tetrahedra or triangles that is remeshed; default: the one visible from this node"};
  core::RemeshOptions m_options{this};
  core::Data<core::Choice> d_lengths{this, "lengths", core::Choice({"rest", "current"}),
                                     "whether edges are measured at rest or where they are; sizes of boxes and places "
                                     "count where points are"};
  core::Data<int> d_everySteps{this, "everySteps", 10, "it is done in the first step and after each so many; 0: once"};
  core::Data<bool> d_active{this, "active", true, "whether it is done"};
  core::Data<std::vector<type::Index>> d_keep{
      this, "keep", {}, "points that stay, besides those that others name", {.follows = core::pointIndices}};
  core::Data<double> d_quality{
      this, "quality", 1.0, "smallest shape quality of the elements made last, at rest", {.readOnly = true}};
  core::Data<double> d_partInBand{
      this, "partInBand", 0.0, "part of the edges with a length as asked for, after the last time", {.readOnly = true}};
  core::Data<type::Index> d_splits{this, "splits", 0, "edges split so far", {.readOnly = true}};
  core::Data<type::Index> d_collapses{this, "collapses", 0, "edges collapsed so far", {.readOnly = true}};
  core::Data<type::Index> d_flipped{this, "flipped", 0, "edges and faces flipped so far", {.readOnly = true}};
  core::Data<type::Index> d_moves{this, "moves", 0, "points moved within their elements so far", {.readOnly = true}};

  void bwdInit() override;
  void reset() override { m_steps = 0; }
  void handleEvent(core::Event& event) override;
  void archive(core::Archive& archive) override;
  bool topologyChanged(const core::MeshChanges&) override { return isValid(); }

  /// Does it now. False if nothing was to be done.
  bool remesh();

 private:
  template <class Cell>
  bool remeshCells();
  template <class Cell>
  void apply(const geometry::Remeshed<Cell>& change);
  std::vector<char> keptPoints() const;
  void tell(const geometry::RemeshReport& report);

  MeshIncision m_access;
  core::Found<TopologyModifier> m_modifier;
  int m_steps = 0;
  bool m_toldOfProblem = false, m_toldOfLimit = false;
};

}  // namespace sofa::component::topology
