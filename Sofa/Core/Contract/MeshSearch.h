// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::core {

/// Where a component finds the mesh that its scene does not name.
enum class MeshPlace {
  node,      ///< meshTopology(): what masses, force fields and constraints use
  first,     ///< firstMeshTopology(): what is drawn and what collides
  upstream,  ///< meshUpstreamOf(): what engines use
};

/// What requireMesh() says of a mesh that is missing.
struct MeshWanted {
  std::string_view kind = "mesh";          ///< such as "mesh that can change"
  std::string_view such = "MeshTopology";  ///< a class that would do
  MeshPlace place = MeshPlace::node;
};

inline constexpr MeshWanted meshThatChanges{.kind = "mesh that can change", .such = "TetrahedronSetTopologyContainer"};

/// The mesh that `link` names or, if the scene gives no link, the one at that place, which `link` then leads to. Null
/// if there is none. A link that was given and names no mesh stays without one: no other mesh takes its place.
BaseMeshTopology* connectMesh(Component& component, Link<BaseMeshTopology>& link, MeshPlace place = MeshPlace::node);

/// The same for a mesh that is looked for from another node, at `node` or `first`.
BaseMeshTopology* connectMesh(Link<BaseMeshTopology>& link, const Node& node, MeshPlace place = MeshPlace::node);

/// The same for a component that does nothing without a mesh: false, with an error and the component invalid, if there
/// is none.
bool requireMesh(Component& component, Link<BaseMeshTopology>& link, const MeshWanted& wanted);
bool requireMesh(Component& component, Link<BaseMeshTopology>& link);

}  // namespace sofa::core
