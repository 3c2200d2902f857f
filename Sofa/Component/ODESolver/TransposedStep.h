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

/// Throws std::invalid_argument if the product A s is not A^T s too.
void requireSymmetric(simulation::MechanicalOperations& ops, const core::OdeSolver& solver,
                      const core::MechanicalParams& matrix, core::VecDerivId s, core::VecDerivId product);

/// Of steps whose end x' solves u(x') = 0, x' being as it was where projective constraints hold it: the multipliers l
/// for which the free coordinates of g + (du/dx')^T l are zero. g becomes what is left of that, at the held ones. The
/// matrix is -du/dx', or an approximation of it (corotational elements): then l comes of iterations. The states hold
/// x'.
void transposeEquilibrium(simulation::MechanicalOperations& ops, core::LinearSolver& solver,
                          const core::MechanicalParams& matrix, simulation::DifferentiableForces& forces,
                          core::VecDerivId multiplier, core::VecDerivId gradient);

/// Throws std::invalid_argument if the solution of u(x') = 0 that the states hold would be moved by another iteration.
void requireConverged(simulation::MechanicalOperations& ops, core::LinearSolver& solver,
                      const core::MechanicalParams& matrix, simulation::DifferentiableForces& forces,
                      const std::string& advice);

/// Throws std::invalid_argument if projective constraints move points in a step to this time.
void requireNoPrescribedMotion(simulation::MechanicalOperations& ops, const core::OdeSolver& solver, double time);

/// force = factor l, on mapped states factor J l: gradients by the forces of a step.
void shareMultiplier(simulation::MechanicalOperations& ops, core::VecDerivId multiplier, double factor,
                     core::VecDerivId force);

}  // namespace sofa::component::odesolver
