// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshIncision.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::component::topology {

/// Tears a mesh of tetrahedra or triangles where a measure of its elements exceeds a threshold: opens it along faces,
/// or removes elements (docs/manual/cutting.md). At the beginning of a step, with the state as the step before left it.
class MeshTearing final : public core::Component {
 public:
  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "mesh of tetrahedra or triangles that tears; default: the one visible from this node"};
  core::Data<std::vector<double>> d_measure{this,
                                            "measure",
                                            {},
                                            "measure of each element, such as @fem.vonMisesPerElement; default: its "
                                            "largest stretch, length over length at rest"};
  core::Data<double> d_threshold{this, "threshold", 1.5, "measure above which it tears"};
  core::Data<core::Choice> d_mode{this, "mode", core::Choice({"separate", "remove"}),
                                  "open the mesh across the direction of the largest stretch, or remove the elements"};
  core::Data<type::Index> d_maxPerStep{this, "maxPerStep", 8,
                                       "how many faces, or elements, tear in a step: those with the largest measure"};
  core::Data<type::Index> d_torn{this, "torn", 0, "faces, or elements, that tore so far", {.readOnly = true}};

  void bwdInit() override;
  void reset() override { m_incision.endStroke(); }
  void handleEvent(core::Event& event) override;
  void archive(core::Archive& archive) override;
  bool topologyChanged(const core::MeshChanges& changes) override;

 private:
  template <class Cell>
  void tear();
  template <class Cell>
  void separate(const std::vector<double>& measure, const std::vector<type::Vec3>& directions);
  void remove(const std::vector<double>& measure);

  MeshIncision m_incision;
  bool m_toldOfSize = false;
};

}  // namespace sofa::component::topology
