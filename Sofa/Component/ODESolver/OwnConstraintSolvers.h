// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::odesolver {

/// Calls the constraint solvers that stand in the node of an ODE solver (docs/manual/solvers.md, "Constraint solvers in
/// the node of an integrator").
class OwnConstraintSolvers {
 public:
  /// Corrects velocities: those of `vResult` are what `vFree` and the constraints make.
  void correct(core::Component& solver, double dt, core::VecDerivId vResult, core::VecDerivId vFree) const {
    core::ConstraintParams params;
    params.order = core::ConstraintOrder::velocity;
    params.xFree = core::vec::position;  // free vectors exist under some animation loops only
    params.vFree = vFree;
    params.dt = dt;
    forEach(solver, [&](auto& constraints) { constraints.solve(params, core::vec::nullCoord, vResult); });
  }
  void correct(core::Component& solver, double dt, core::VecCoordId xResult, core::VecCoordId xFree) const {
    core::ConstraintParams params;
    params.order = core::ConstraintOrder::position;
    params.xFree = xFree;
    params.vFree = core::vec::velocity;
    params.dt = dt;
    forEach(solver, [&](auto& constraints) { constraints.solve(params, xResult, core::vec::nullDeriv); });
  }
  /// The end of a step of the solvers that call constraint solvers unasked. In SOFA v26.06 what is corrected is the
  /// motion at the beginning of the step: under a FreeMotionAnimationLoop, which calls the constraint solver itself,
  /// the step is lost. That is said once; an exact scene leaves it to the loop.
  void endStep(core::Component& solver, double dt, core::VecCoordId xResult, core::VecDerivId vResult) {
    if (xResult != core::vec::position) {
      if (!core::reproducesSofa(solver)) return;
      forEach(solver, [&](const auto& constraints) {
        if (std::exchange(m_told, true)) return;
        core::tellDefect(solver,
                         fmt::format("this solver calls {}, which stands in the same node, and so loses its step: "
                                     "forces have no effect",
                                     constraints.path()),
                         "Put the ODE solver into a child node, or use an EulerImplicitSolver");
      });
    }
    correct(solver, dt, vResult, core::vec::velocity);
    correct(solver, dt, xResult, core::vec::position);
  }

 private:
  template <class F>
  static void forEach(const core::Component& solver, const F& f) {
    const auto& tags = solver.context()->d_tags.value();
    for (auto* constraints : solver.context()->allLocal<core::ConstraintSolver>())
      if (constraints->isValid() && simulation::tagsMatch(tags, constraints->d_tags.value())) f(*constraints);
  }

  bool m_told = false;
};

}  // namespace sofa::component::odesolver
