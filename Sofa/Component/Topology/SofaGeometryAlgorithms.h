// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Topology.h"
#include "Sofa/Component/Topology/EdgeSetGeometryAlgorithms.h"
#include "Sofa/Component/Topology/HexahedronSetGeometryAlgorithms.h"
#include "Sofa/Component/Topology/PointSetGeometryAlgorithms.h"
#include "Sofa/Component/Topology/QuadSetGeometryAlgorithms.h"
#include "Sofa/Component/Topology/TetrahedronSetGeometryAlgorithms.h"
#include "Sofa/Component/Topology/TriangleSetGeometryAlgorithms.h"

/// Components that draw the elements of a mesh, under the names of SOFA.
namespace sofa::component::topology::container::dynamic {
using topology::EdgeSetGeometryAlgorithms;
using topology::HexahedronSetGeometryAlgorithms;
using topology::PointSetGeometryAlgorithms;
using topology::QuadSetGeometryAlgorithms;
using topology::TetrahedronSetGeometryAlgorithms;
using topology::TriangleSetGeometryAlgorithms;
}  // namespace sofa::component::topology::container::dynamic
