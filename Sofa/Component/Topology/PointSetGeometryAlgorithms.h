// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

namespace sofa::component::topology {

/// Draws the points of a mesh.
template <class DataTypes>
class PointSetGeometryAlgorithms final : public GeometryAlgorithms<DataTypes> {};

}  // namespace sofa::component::topology
