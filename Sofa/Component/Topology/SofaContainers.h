// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Topology.h"
#include "Sofa/Component/Topology/EdgeSetTopologyContainer.h"
#include "Sofa/Component/Topology/EdgeSetTopologyModifier.h"
#include "Sofa/Component/Topology/HexahedronSetTopologyContainer.h"
#include "Sofa/Component/Topology/HexahedronSetTopologyModifier.h"
#include "Sofa/Component/Topology/MeshTopology.h"
#include "Sofa/Component/Topology/PointSetTopologyContainer.h"
#include "Sofa/Component/Topology/PointSetTopologyModifier.h"
#include "Sofa/Component/Topology/QuadSetTopologyContainer.h"
#include "Sofa/Component/Topology/QuadSetTopologyModifier.h"
#include "Sofa/Component/Topology/TetrahedronSetTopologyContainer.h"
#include "Sofa/Component/Topology/TetrahedronSetTopologyModifier.h"
#include "Sofa/Component/Topology/TriangleSetTopologyContainer.h"
#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"

/// Containers of one kind of elements and what changes them, under the names of SOFA.
namespace sofa::component::topology::container {

namespace constant {
using topology::MeshTopology;
}

namespace dynamic {

using topology::EdgeSetTopologyContainer;
using topology::EdgeSetTopologyModifier;
using topology::HexahedronSetTopologyContainer;
using topology::HexahedronSetTopologyModifier;
using topology::PointSetTopologyContainer;
using topology::PointSetTopologyModifier;
using topology::QuadSetTopologyContainer;
using topology::QuadSetTopologyModifier;
using topology::TetrahedronSetTopologyContainer;
using topology::TetrahedronSetTopologyModifier;
using topology::TriangleSetTopologyContainer;
using topology::TriangleSetTopologyModifier;

}  // namespace dynamic

}  // namespace sofa::component::topology::container
