#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"

namespace sofa::component::topology {

/// Triangles on the surface of a tetrahedral mesh.
class Tetra2TriangleTopologicalMapping final : public TopologicalMapping {
 public:
  core::Data<bool> d_flipNormals{this, "flipNormals", false, "turn the triangles inwards"};
  core::Data<bool> d_noNewTriangles{this, "noNewTriangles", false,
                                    "leave out surfaces that appear when tetrahedra are removed"};
  core::Data<bool> d_noInitialTriangles{this, "noInitialTriangles", false, "leave out the initial surface"};
  core::Link<TriangleSetTopologyModifier> l_modifier{this, "modifier",
                                                     "modifier of the output; default: that of its node"};

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;
};

}  // namespace sofa::component::topology
