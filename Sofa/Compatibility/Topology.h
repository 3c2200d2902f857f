// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Types.h"
#include "Sofa/Core/Contract/MeshTopology.h"

/// Meshes as components written for SOFA know them.
namespace sofa::topology {
using Point = sofa::Index;
using type::Edge;
using type::Hexahedron;
using type::Prism;
using type::Pyramid;
using type::Quad;
using type::Tetrahedron;
using type::Triangle;
}  // namespace sofa::topology

namespace sofa::core::topology {
using core::BaseMeshTopology;
using Topology = core::BaseMeshTopology;
using TopologyContainer = core::BaseMeshTopology;
using BaseTopology = core::BaseMeshTopology;
using Index = sofa::Index;
using Edge = type::Edge;
using Triangle = type::Triangle;
using Quad = type::Quad;
using Tetrahedron = type::Tetrahedron;
using Hexahedron = type::Hexahedron;
using PointID = sofa::Index;
using EdgeID = sofa::Index;
using TriangleID = sofa::Index;
using QuadID = sofa::Index;
using TetraID = sofa::Index;
using TetrahedronID = sofa::Index;
using HexaID = sofa::Index;
using HexahedronID = sofa::Index;
}  // namespace sofa::core::topology
