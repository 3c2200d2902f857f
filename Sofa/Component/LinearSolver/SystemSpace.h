// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Mechanics/Krylov/KrylovSpace.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::linearsolver {

/// The vectors of the states below a node and the products of its linear system, for the methods of Sofa/Mechanics.
class SystemSpace {
 public:
  using Vector = core::VecDerivId;

  SystemSpace(simulation::MechanicalOperations& ops, core::LinearSystem& system) : m_ops(ops), m_system(system) {}

  double dot(Vector a, Vector b) { return m_ops.dot(a, b); }
  void clear(Vector x) { m_ops.clear(x); }
  void copy(Vector y, Vector x) { m_ops.copy(y, x); }
  void scale(Vector x, double factor) { m_ops.scale(x, factor); }
  void addScaled(Vector y, Vector x, double factor) { m_ops.addScaled(y, x, factor); }
  void sum(Vector y, Vector a, Vector b, double factor) { m_ops.sum(y, a, b, factor); }
  void multiply(Vector y, Vector x) { m_system.multiply(y, x); }
  double stepAndResidual(Vector x, Vector p, Vector r, Vector q, double factor) {
    return m_ops.stepAndResidual(x, p, r, q, factor);
  }

 private:
  simulation::MechanicalOperations& m_ops;
  core::LinearSystem& m_system;
};
static_assert(mechanics::KrylovSpace<SystemSpace>);

}  // namespace sofa::component::linearsolver
