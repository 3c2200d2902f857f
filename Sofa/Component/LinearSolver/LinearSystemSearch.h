// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::linearsolver {

/// Fills an empty link to the system of a solver as docs/manual/solvers.md, "Linear systems", says: a system of exactly
/// the solver's matrix type in its node or above that no other solver uses; else one of class `defaultClass` is made.
/// Then tells the system which subtree it is about.
void connectLinearSystem(core::LinearSolver& solver, core::Link<core::LinearSystem>& link,
                         std::string_view defaultClass, const std::string& matrixType);

}  // namespace sofa::component::linearsolver
