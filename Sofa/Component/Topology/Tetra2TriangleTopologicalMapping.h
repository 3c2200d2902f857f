// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"

namespace sofa::component::topology {

/// Triangles on the surface of a tetrahedral mesh. Where tetrahedra go, the faces behind them come to the surface; new
/// tetrahedra bring their free faces along and cover others.
class Tetra2TriangleTopologicalMapping final : public TopologicalMapping {
 public:
  core::Data<bool> d_flipNormals{this, "flipNormals", false, "turn the triangles inwards"};
  core::Data<bool> d_noNewTriangles{this, "noNewTriangles", false,
                                    "leave out surfaces that appear when tetrahedra are removed"};
  core::Data<bool> d_noInitialTriangles{this, "noInitialTriangles", false, "leave out the initial surface"};
  core::Link<TriangleSetTopologyModifier> l_modifier{this, "modifier",
                                                     "modifier of the output; default: that of its node"};

  core::MeshChanges follow(const core::MeshChanges& ofSource) override;
  /// Which triangles of the input those of the output are.
  void archive(core::Archive& archive) override;

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;

 private:
  void showFacesBehind(const core::MeshChange& change, ListTopology& output);
  void takeAdded(const core::MeshChange& change, ListTopology& output);
  /// Several changes at once, of which none removes points: what is free at the end is shown.
  void takeAllSteps(const core::MeshChanges& changes, ListTopology& output);
  void drop(std::vector<Index> triangles, ListTopology& output);
  Triangle turned(Triangle t) const {
    if (d_flipNormals.value()) std::swap(t[1], t[2]);
    return t;
  }

  std::vector<Index> m_sources;  ///< triangle of the input of each one of the output
};

}  // namespace sofa::component::topology
