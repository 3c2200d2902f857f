// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::simulation {

/// Whether solvers of their own, of which one asks for stiffness, move the states of a force field.
bool isBetweenSolvers(const core::BaseForceField& force);
/// Whether a solver that asks for stiffness moves one of the states of a force field.
bool actsOnImplicit(const core::BaseForceField& force);

/// Forces that stand in no solver's node nor below (docs/manual/solvers.md, "Forces between solvers"): between bodies
/// that solvers of their own move, or between a body and a state that no solver moves.
///
/// Each solver takes such a force f as a load that is the same during its step. That of the beginning of the step
/// throws bodies apart where the force is stiff. These loads are the forces at the end of a step of all bodies together
/// that is implicit in them alone. With K = df/dx and B = df/dv, and with the bodies' own forces f_b, weights and loads
/// among them, whose derivatives are K_b,
///
///   (M - h B - h^2 K) dv = h (f + h K v + f_b + h K_b v),    load = f + h K v + (B + h K) dv.
///
/// A force adds to one body what it takes from the other, so momentum is kept. Each solver then takes its own step,
/// (M - h^2 K_b) dv' = h (f_b + h K_b v + load). Without dampers the whole is backward Euler with the matrix
/// (M - h^2 K) M^-1 (M - h^2 K_b) in the place of M - h^2 (K + K_b): its right-hand side is the same, and so are states
/// of rest. States that no solver moves stay where they are, whatever their velocity.
///
/// The load of a force on bodies with explicit solvers alone is the force at the beginning of the step. A warning says
/// so once if the force is between two of them.
class SharedForces {
 public:
  /// Bodies below `node`.
  void bind(core::Node& node) { m_ops.bind(node); }
  /// Adds the loads of a step of length h to the external forces of the states. The forces must stand below the node
  /// of bind(). Forces on states that no solver moves are left out.
  void addLoads(std::span<core::BaseForceField* const> forces, double h);

 private:
  /// Divides the forces into m_implicit and m_explicit, if they or the graph changed.
  void divide(std::span<core::BaseForceField* const> forces);
  /// The solver above a state; of a mapped state that stands in no solver's node nor below, those of what drives it.
  void findSolvers(const core::BaseState& state, std::set<const core::OdeSolver*>& solvers,
                   std::set<const core::BaseState*>& seen);
  void tellOfExplicit(const core::BaseForceField& force);
  void addExplicitLoads(double h);
  void addImplicitLoads(double h);
  /// Vectors of the states of the plan and of the forces become zero.
  void clear(std::span<core::BaseForceField* const> forces, core::VecDerivId v);
  /// Adds the loads of the forces to what the solvers see.
  void handOver(std::span<core::BaseForceField* const> forces);
  void findLoads(std::span<core::BaseForceField* const> forces, const core::MechanicalParams& params);
  /// Adds the bodies' own forces, and what they become by the velocities of findLoads(), to `f`.
  void addOwnForces(const core::MechanicalParams& params, core::VecDerivId f);
  /// Changes of velocity of the bodies, by conjugate gradients.
  void findMotion(std::span<core::BaseForceField* const> forces, const core::MechanicalParams& params);
  /// df = (M - h B - h^2 K) dx.
  void multiply(std::span<core::BaseForceField* const> forces, const core::MechanicalParams& params,
                core::VecDerivId df);
  /// Fixed points, and states that no solver moves, stay where they are.
  void project(const core::MechanicalParams& params, core::VecDerivId v);

  struct Vectors {
    TemporaryDeriv load, motion, residual, direction, product;
  };

  MechanicalOperations m_ops;
  std::optional<Vectors> m_vectors;  ///< once there are such forces
  std::vector<core::BaseForceField*> m_divided, m_implicit, m_explicit;
  std::size_t m_dividedVersion = 0;  ///< of the graph, when they were
  bool m_toldOfExplicit = false, m_toldOfMotion = false;
};

}  // namespace sofa::simulation
