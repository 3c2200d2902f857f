// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::core {

/// The place where a component finds its mesh if the scene does not name one.
enum class MeshPlace {
  node,      ///< meshTopology(), which masses, force fields and constraints use
  first,     ///< firstMeshTopology(), which drawn and colliding models use
  upstream,  ///< meshUpstreamOf(), which engines use
};

/// The mesh that a component needs. The error of requireMesh() names its kind and a class that provides it.
struct MeshWanted {
  std::string_view kind = "mesh";          ///< such as "mesh that can change"
  std::string_view such = "MeshTopology";  ///< a class that provides such a mesh
  MeshPlace place = MeshPlace::node;
};

inline constexpr MeshWanted meshThatChanges{.kind = "mesh that can change", .such = "TetrahedronSetTopologyContainer"};

/// Returns the mesh that `link` names. If the scene gives no link, it sets `link` to the mesh at `place`. Returns null
/// if there is no mesh, and if the scene gives a link that names none: no other mesh takes its place.
BaseMeshTopology* connectMesh(Component& component, Link<BaseMeshTopology>& link, MeshPlace place = MeshPlace::node);

/// Does the same for the mesh of another node. `place` is `node` or `first`.
BaseMeshTopology* connectMesh(Link<BaseMeshTopology>& link, const Node& node, MeshPlace place = MeshPlace::node);

/// Connects the mesh of a component that does nothing without one. If there is none, it reports an error, makes the
/// component invalid and returns false.
bool requireMesh(Component& component, Link<BaseMeshTopology>& link, const MeshWanted& wanted);
bool requireMesh(Component& component, Link<BaseMeshTopology>& link);

}  // namespace sofa::core
