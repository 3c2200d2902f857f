// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::visual {

/// The elements of a mesh, shrunk and coloured by number: its volumes, else its surface, else its edges.
class VisualMesh : public VisualComponent {
 public:
  core::Data<std::vector<type::Vec3>> d_position{this, "position", {}, "the points, usually linked to a state (m)"};
  core::Data<double> d_elementSpace{this, "elementSpace", 0.15, "part of an element by which it is shrunk"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "the elements; default: the topology of this node"};

  void init() override;
  /// The mesh is read anew each time.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  void computeBoundingBox() override;

 protected:
  void drawVisual(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual
