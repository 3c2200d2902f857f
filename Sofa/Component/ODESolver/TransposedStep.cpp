// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/TransposedStep.h"

#include <fmt/format.h>

#include <Eigen/SparseLU>
#include <cmath>
#include <limits>
#include <random>

#include "Sofa/Component/ODESolver/PrescribedMotion.h"
#include "Sofa/Component/ODESolver/StateMagnitudes.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Simulation/Adjoint/Retraction.h"
#include "Sofa/Simulation/Mechanics/MatrixAssembly.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;
using core::VecDerivId;
using simulation::TemporaryDeriv;

namespace {

void chooseDirection(simulation::MechanicalOperations& ops, VecDerivId direction) {
  std::minstd_rand random(7);
  ops.clear(direction);
  for (auto* state : ops.graph().unmapped)
    for (double& value : state->hostWrite(direction))
      value = 2 * static_cast<double>(random()) / std::minstd_rand::max() - 1;
  ops.projectResponse({}, direction);
}

/// Whether A^T s = b, tested along a random direction d by s.(A d) = b.d. The sizes of the summed terms bound what
/// rounding can change.
bool isSolution(simulation::MechanicalOperations& ops, const core::MechanicalParams& matrix, VecDerivId s,
                VecDerivId b) {
  constexpr double wanted = 1e-9;
  const TemporaryDeriv direction, product;
  chooseDirection(ops, direction);
  core::MechanicalParams along = matrix;
  along.dx = direction;
  ops.multiply(along, product);
  ops.projectResponse(matrix, product);
  double difference = 0, parts = 0;
  for (const auto* state : ops.graph().unmapped) {
    const auto d = state->hostRead(direction), q = state->hostRead(product), l = state->hostRead(s),
               g = state->hostRead(b);
    for (std::size_t i = 0; i < d.size(); ++i) {
      difference += l[i] * q[i] - g[i] * d[i];
      parts += l[i] * q[i] * l[i] * q[i] + g[i] * d[i] * g[i] * d[i];
    }
  }
  return std::abs(difference) <= wanted * std::sqrt(parts);
}

Eigen::SparseMatrix<double> transposed(const linearalgebra::BlockMatrix& a) {
  const int size = a.blockSize();
  std::vector<Eigen::Triplet<double>> entries;
  for (int row = 0; row < a.blockRows(); ++row)
    for (int k = a.rowStart()[row]; k < a.rowStart()[row + 1]; ++k)
      for (int j = 0; j < size; ++j)
        for (int i = 0; i < size; ++i)
          entries.emplace_back(a.columnIndices()[k] * size + j, row * size + i, a.block(k)[j * size + i]);
  Eigen::SparseMatrix<double> result(a.columns(), a.rows());
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

/// False if the system has no assembled matrix, or it is singular.
bool factorise(core::LinearSystem& system, VecDerivId s, VecDerivId b) {
  if (!system.matrix()) return false;
  const Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(transposed(*system.matrix()));
  if (factors.info() != Eigen::Success) return false;
  Eigen::VectorXd values(system.matrix()->rows());
  system.gather(b, {values.data(), static_cast<std::size_t>(values.size())});
  values = factors.solve(values).eval();
  system.scatter({values.data(), static_cast<std::size_t>(values.size())}, s);
  return true;
}

/// Of forces, constraints and mappings: states outside of the node that a solver moves.
std::string movedOutside(simulation::MechanicalOperations& ops, const core::OdeSolver& solver) {
  for (const auto* state : ops.graph().outside) {
    const auto* other = core::upFrom<core::OdeSolver>(*state->context());
    if (other && other != &solver)
      return fmt::format("{} is moved by another solver, {}, and takes part below this one; put both below one solver",
                         state->path(), other->path());
  }
  return {};
}

}  // namespace

std::string obstacleBelow(simulation::MechanicalOperations& ops, const core::OdeSolver& solver) {
  const auto& graph = ops.graph();
  if (!graph.subtree.lagrangianConstraints.empty())
    return fmt::format("{} is a constraint with multipliers, which are not followed",
                       graph.subtree.lagrangianConstraints.front()->path());
  if (!graph.subtree.contacts.empty())
    return fmt::format("{} is a contact, and those are not followed", graph.subtree.contacts.front()->path());
  for (const auto* state : graph.unmapped)
    if (!simulation::hasKnownRetraction(*state))
      return fmt::format("{} holds {}, whose increments are not followed", state->path(), state->hostTypesName());
  return movedOutside(ops, solver);
}

simulation::PointGraph pointGraphBelow(simulation::MechanicalOperations& ops, const core::OdeSolver& solver) {
  const auto& states = ops.graph().unmapped;
  simulation::MatrixAssembly assembly;
  assembly.bind(*solver.context());
  core::MechanicalParams all{.implicit = true};
  all.mFactor = all.bFactor = all.kFactor = 1;
  assembly.build(all, {.projectiveConstraints = false}, solver);
  if (!std::ranges::equal(assembly.states(), states)) return simulation::PointGraph::dense(states);
  return simulation::PointGraph::of(assembly.matrix(), states);
}

void requireSolved(simulation::MechanicalOperations& ops, const core::LinearSolver& solver, VecDerivId residual,
                   VecDerivId rhs) {
  constexpr double enough = 1e-8;
  ops.projectResponse({}, residual);
  ops.projectResponse({}, rhs);
  if (ops.dot(residual, residual) <= enough * enough * ops.dot(rhs, rhs)) return;
  throw std::invalid_argument(fmt::format(
      "{}: its solution of the step is approximate, or its matrix is not that of the components. Use a direct solver "
      "such as SparseLDLSolver with template=\"CompressedRowSparseMatrixMat3x3d\", or lower tolerances.",
      solver.path()));
}

void shareMultiplier(simulation::MechanicalOperations& ops, VecDerivId multiplier, double factor, VecDerivId force) {
  ops.copy(force, multiplier);
  ops.scale(force, factor);
  ops.propagateVelocity(force);
  for (const auto& node : ops.graph().nodes)
    if (node.state && node.stopped) node.state->clear(force);
}

void solveTransposed(simulation::MechanicalOperations& ops, core::LinearSolver& solver,
                     const core::MechanicalParams& matrix, VecDerivId s, VecDerivId b) {
  ops.clear(s);
  ops.projectResponse(matrix, b);
  if (ops.dot(b, b) == 0) return;
  solver.build(matrix);
  solver.solve(s, b);
  ops.projectResponse(matrix, s);
  if (isSolution(ops, matrix, s, b)) return;
  if (factorise(*solver.linearSystem(), s, b)) {
    ops.projectResponse(matrix, s);
    if (isSolution(ops, matrix, s, b)) return;
  }
  throw std::invalid_argument(fmt::format(
      "{}: its solution is approximate, or the matrix is not symmetric, so that the transposed system of a gradient is "
      "not solved. Use a direct solver such as SparseLDLSolver with template=\"CompressedRowSparseMatrixMat3x3d\", or "
      "lower tolerances.",
      solver.path()));
}

void requireSymmetric(simulation::MechanicalOperations& ops, const core::OdeSolver& solver,
                      const core::MechanicalParams& matrix, VecDerivId s, VecDerivId product) {
  if (!isSolution(ops, matrix, s, product))
    throw std::invalid_argument(
        fmt::format("{}: the tangents of the forces below are not symmetric, which its gradients do not follow. Use an "
                    "EulerImplicitSolver.",
                    solver.path()));
}

void transposeEquilibrium(simulation::MechanicalOperations& ops, core::LinearSolver& solver,
                          const core::MechanicalParams& matrix, simulation::DifferentiableForces& forces,
                          VecDerivId multiplier, VecDerivId gradient) {
  constexpr int most = 100;
  constexpr double enough = 1e-10;
  const TemporaryDeriv left, correction, free, value;
  ops.clear(multiplier);
  ops.copy(left, gradient);
  double first = 0, before = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= most; ++i) {
    ops.copy(free, left);
    ops.projectResponse(matrix, free);
    const double size = std::sqrt(ops.dot(free, free));
    if (i == 0) first = size;
    if (size <= enough * first) break;
    if (i == most || !(size < 2 * before))
      throw std::invalid_argument(fmt::format(
          "{}: the tangents of the forces below are no good approximation of their derivatives, so that the "
          "multipliers of a gradient are not found.",
          forces.path()));
    before = std::min(before, size);
    forces.evaluate(value);
    solveTransposed(ops, solver, matrix, correction, free);
    ops.addScaled(multiplier, correction, 1);
    ops.copy(left, gradient);
    simulation::WorkGradient(forces, multiplier).add(simulation::Variable::positions, left);
  }
  ops.sum(gradient, left, free, -1);
}

void requireConverged(simulation::MechanicalOperations& ops, core::LinearSolver& solver,
                      const core::MechanicalParams& matrix, simulation::DifferentiableForces& forces,
                      const std::string& advice) {
  constexpr double enough = 1e-8;  // of the size of a state
  const TemporaryDeriv residual, correction;
  forces.evaluate(residual);
  ops.projectResponse(matrix, residual);
  ops.clear(correction);
  solver.build(matrix);
  solver.solve(correction, residual);
  const auto& states = ops.graph().unmapped;
  StateMagnitudes sizes = StateMagnitudes::extents(states, vec::position);
  sizes.add(1, StateMagnitudes::places(states, vec::position));
  if (StateMagnitudes(states, correction).areWithin(enough, sizes)) return;
  throw std::invalid_argument(
      fmt::format("{}: the solution that a step ends with is approximate, so that its gradient is not that of the "
                  "equations. {}",
                  forces.path(), advice));
}

void requireNoPrescribedMotion(simulation::MechanicalOperations& ops, const core::OdeSolver& solver, double time) {
  const simulation::TemporaryCoord prescribed;
  const double now = solver.context()->time();
  setTime(ops, time);
  ops.copy(prescribed, vec::position);
  prescribePositions(ops, prescribed);
  const double distance = ops.squaredDistance(prescribed, vec::position);
  setTime(ops, now);
  if (distance != 0)
    throw std::invalid_argument(
        fmt::format("{}: a projective constraint below moves points, which gradients do not follow.", solver.path()));
}

}  // namespace sofa::component::odesolver
