// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"
#include "Sofa/Simulation/NodeContents.h"

namespace sofa::simulation {

/// The components of a node by what they are for.
const NodeContents& contents(Node& node);
/// The mechanics of a node and below, restricted to components with `tags`: one plan, shared by all that work on it,
/// which lasts as long as the node.
MechanicalPlan& mechanicalPlan(Node& node, const type::TagSet& tags = {});
/// Has whatever was derived from the node's graph made anew, all plans too: components of it were initialised again,
/// and may have another meaning.
void planAnew(Node& node);
/// Has the plans alone made anew: components stay what they are, but act on other elements or points.
void planMechanicsAnew(Node& node);
/// Notices nodes below `root`, and the forces of mappings, that were switched on or off, and tags that were changed
/// since the last call, for which no other trace exists. Whether there are any.
bool detectActivation(Node& root);

}  // namespace sofa::simulation
