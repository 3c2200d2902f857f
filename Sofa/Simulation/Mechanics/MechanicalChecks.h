// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Warns about what an initialised scene leaves out although it was probably meant: a state with mass and forces that
/// no solver moves, one that is solved for without a mass, several masses on one state, forces between bodies with
/// solvers of their own, lists of points that are empty because of where they come from. Changes nothing.
void checkMechanics(Node& root);

/// Whether the loop of the scene moves bodies freely before it corrects them: forces that stand outside of the solvers
/// do not act in free motions of SOFA, and loops tell of them.
bool movesFreely(const core::Node& root);

}  // namespace sofa::simulation
