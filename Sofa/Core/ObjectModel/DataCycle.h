// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/DependencyNode.h"

namespace sofa::core {

/// A way along which `last` depends on `first`: first, ..., last. Empty if it does not.
std::vector<DependencyNode*> dependencyPath(DependencyNode& first, DependencyNode& last);

/// A cycle of the graph of values in words: "/a.out -> /b.in -> /b.out -> /a.out". Nodes that no scene can name are
/// left out; empty if there are no others.
std::string cycleText(const std::vector<DependencyNode*>& cycle);

/// `node` is to depend on `input`, which depends on `node`: says so, and has the last engine on that way leave out what
/// leads to it. For engines and what is derived, which register what they read and write themselves; false if another
/// way is left.
bool breakCycle(DependencyNode& node, DependencyNode& input);

/// The update of the first asks, over those that follow, for its own result: says so, once.
void tellUnfinished(const std::vector<DependencyNode*>& cycle);

}  // namespace sofa::core
