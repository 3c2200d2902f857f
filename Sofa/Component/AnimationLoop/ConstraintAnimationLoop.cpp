// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/ConstraintAnimationLoop.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/LateEdits.h"

namespace sofa::component::animationloop {

namespace vec = core::vec;

void ConstraintAnimationLoop::init() {
  DefaultAnimationLoop::init();
  deprecated(
      "ConstraintAnimationLoop is deprecated: write <FreeMotionAnimationLoop/> <BlockGaussSeidelConstraintSolver "
      "maxIterations=\"{}\" tolerance=\"{}\"/> instead.",
      d_maxIterations.value(), d_tolerance.value());
  if (!m_solver) addSolver();
}

void ConstraintAnimationLoop::addSolver() {
  const auto added = m_node->add("BlockGaussSeidelConstraintSolver", {{"name", name() + "Solver"},
                                                                      {"computeGraphs", "1"},
                                                                      {"tolerance", d_tolerance.text(0)},
                                                                      {"maxIterations", d_maxIterations.text()},
                                                                      {"scaleTolerance", d_scaleTolerance.text()},
                                                                      {"allVerified", d_allVerified.text()},
                                                                      {"sor", d_sor.text(0)}});
  m_solver = dynamic_cast<core::ConstraintSolver*>(added.get());
  for (core::BaseData* graph :
       {static_cast<core::BaseData*>(&d_graphErrors), static_cast<core::BaseData*>(&d_graphForces),
        static_cast<core::BaseData*>(&d_graphConstraints)})
    graph->setParent(added->findData(graph->name()));
}

void ConstraintAnimationLoop::step(double dt) {
  if (!isValid() || !m_node) return;
  if (dt == 0) dt = m_node->dt();
  const double start = beginFreeStep(dt);
  if (d_doCollisionsFirst.value()) collide();
  moveFreely(dt);
  core::MechanicalParams params;
  params.dt = dt;
  m_ops.projectPositionAndVelocity(params, vec::freePosition, vec::freeVelocity);
  m_ops.propagatePosition(vec::freePosition);
  if (!d_doCollisionsFirst.value()) collide();
  if (m_solver && m_solver->isValid() && !simulation::awaitsInit(*m_solver)) {
    const core::ComponentScope timed(*m_solver);
    core::ConstraintParams constraints;
    constraints.dt = dt;
    placeArms();
    m_solver->solve(constraints, vec::position, vec::velocity);
  }
  endFreeStep(start, dt);
}

namespace {
const auto registered =
    core::Register("ConstraintAnimationLoop", "Sofa.Component.AnimationLoop",
                   "older loop with free motion and a solver of constraints of its own")
        .wasCalled("MasterConstraintSolver", "SOFA v24.12")
        .ignores("displayTime", "durations are told by --profile")
        .ignores("doubleBuffer", "LCPForceFeedback keeps the problems of several steps itself")
        .ignores("schemeCorrection", "there is no such correction here: take FreeMotionAnimationLoop")
        .ignores("realTimeCompensation", "a step takes the time that it takes")
        .add<ConstraintAnimationLoop>();
}

}  // namespace sofa::component::animationloop
