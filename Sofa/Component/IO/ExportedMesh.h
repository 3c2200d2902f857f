// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/Mesh/MeshWriter.h"

namespace sofa::component::io {

/// What an exporter writes of a topology; holds the points, which may come from the topology, a state or a Data.
class ExportedMesh {
 public:
  struct Choice {
    bool edges, triangles, quads, tetrahedra, hexahedra;
  };

  /// Points are `positions` if there are any, else those of `state`, else those of `topology`.
  ExportedMesh(const core::BaseMeshTopology& topology, const core::BaseState* state,
               const std::vector<type::Vec3>& positions);
  helper::mesh::MeshView view(const Choice& choice) const;

 private:
  const core::BaseMeshTopology& m_topology;
  std::vector<type::Vec3> m_points;
};

/// What is wrong if an element names a point that there is not; else nothing.
std::string checkIndices(const helper::mesh::MeshView& mesh);

}  // namespace sofa::component::io
