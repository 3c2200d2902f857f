// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Adjoint/WorkGradient.h"

/// What transposed steps (core::AdjointStep) of integrators share.
namespace sofa::component::odesolver {

/// What below the solver has no place in a transposed step, by its path; empty if there is nothing.
std::string obstacleBelow(simulation::MechanicalOperations& ops, const core::OdeSolver& solver);

/// Which points the matrix of a solver couples, found by assembling one.
simulation::PointGraph pointGraphBelow(simulation::MechanicalOperations& ops, const core::OdeSolver& solver);

/// Throws std::invalid_argument that names the linear solver if the residual of a step, projected, is more than
/// rounding beside the projected right-hand side.
void requireSolved(simulation::MechanicalOperations& ops, const core::LinearSolver& solver, core::VecDerivId residual,
                   core::VecDerivId rhs);

/// Solves A^T s = b with A = m M + b B + k K, projected, at the point where the forces were linearised last. The linear
/// solver takes A for symmetric or not as in a step; what it finds is tested with products, s.(A d) = b.d along a
/// random d, and if that does not hold A^T is factorised where A is assembled. Throws std::invalid_argument that names
/// the solver if nothing solves it.
void solveTransposed(simulation::MechanicalOperations& ops, core::LinearSolver& solver,
                     const core::MechanicalParams& matrix, core::VecDerivId s, core::VecDerivId b);

/// force = factor l, on mapped states factor J l: gradients by the forces of a step.
void shareMultiplier(simulation::MechanicalOperations& ops, core::VecDerivId multiplier, double factor,
                     core::VecDerivId force);

}  // namespace sofa::component::odesolver
