// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::topology {

/// Looks for what is wrong with a mesh, when the key T is pressed or after each step: elements that name a point that
/// there is not or one twice, elements that are listed twice, and sides of elements that are not in the lists of edges,
/// triangles and quads though others are.
class TopologyChecker final : public core::Component {
 public:
  core::Data<bool> d_eachStep{this, "eachStep", false, "if true, the mesh is checked at the end of each step"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh that is checked; default: the one visible from this node"};

  void init() override;
  void handleEvent(core::Event& event) override;
  /// What it does next does not depend on the mesh.
  bool topologyChanged(const core::MeshChanges&) override { return true; }

  /// False after an error for the first fault of each kind of elements.
  bool check() const;
};

}  // namespace sofa::component::topology
