// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Node.h"

/// Nodes that are switched off when the scene is initialised, and what is linked to them (docs/manual/scenes.md, "Nodes
/// that take no part"). Until they are switched on they are dormant (Sofa/Core/ObjectModel/Dormancy.h).
namespace sofa::simulation {

/// Before components are initialised: has those passed by that are switched off or are linked to such. Links to them
/// lead nowhere meanwhile, as if they were removed; who has one is told. Others wake up.
void passByDormant(Node& root);
/// After something came into a scene that runs: the same, but nobody wakes up.
void passByNew(Node& root);
/// Passes by a component that came into a node where nothing is initialised now.
void passBy(const core::Component& component);
/// Whether the node was initialised, whatever it does now.
bool wasInitialised(const Node& node);
/// After initialisation of all nodes in the order of `root`.
void noteAwake(Node& root);
/// Initialises, as at the start of the scene, what was passed by and is switched on now.
void initWoken(Node& root);

/// All nodes below a root in the order of its traversals, those that are left out of these last.
std::vector<Node*> allNodes(Node& root);

}  // namespace sofa::simulation
