// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/State.h"
#include "Sofa/Compatibility/Topology.h"

/// The context of a component is its node.
namespace sofa::core::objectmodel {
using BaseContext = core::Node;
using BaseNode = core::Node;
using Context = core::Node;
}  // namespace sofa::core::objectmodel
