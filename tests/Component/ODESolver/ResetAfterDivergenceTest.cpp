// SPDX-License-Identifier: Apache-2.0
// A reset starts anew also where a simulation diverged: nothing that solvers keep brings that back.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

void expectRecovery(const std::string& scene) {
  tests::CapturedMessages said;
  const auto root = simulation::readSceneText(scene);
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  simulation::animate(*root);
  root->down<core::BaseState>()->hostWrite(core::vec::velocity)[0] = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 2; ++i) simulation::animate(*root);
  ASSERT_TRUE(simulation::firstNonFiniteState(*root));
  simulation::reset(*root);
  for (int i = 0; i < 3; ++i) simulation::animate(*root);
  EXPECT_FALSE(simulation::firstNonFiniteState(*root));
}

std::string divergingBody(const std::string& name, const std::string& more) {
  return "<MechanicalObject name='" + name + "' position='0 0 0  1 0 0'/><UniformMass vertexMass='1'/>" + more;
}

TEST(ResetAfterDivergence, solversThatStartFromTheLastSolution) {
  for (const std::string solver : {"<CGLinearSolver warmStart='1' iterations='20' tolerance='1e-9' threshold='1e-9'/>",
                                   "<MinResLinearSolver iterations='20' tolerance='1e-9'/>",
                                   "<PCGLinearSolver iterations='20' tolerance='1e-9'/>"}) {
    SCOPED_TRACE(solver);
    expectRecovery("<Node dt='0.01' gravity='0 -10 0'><DefaultAnimationLoop/><EulerImplicitSolver/>" + solver +
                   divergingBody("dofs", "<RestShapeSpringsForceField stiffness='30'/>") + "</Node>");
  }
}

TEST(ResetAfterDivergence, constraintsThatStartFromTheLastForces) {
  const std::string side = "<EulerImplicitSolver/><SparseLDLSolver/>";
  expectRecovery(
      "<Node dt='0.01' gravity='0 -10 0'><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver "
      "maxIterations='50' "
      "tolerance='1e-9'/><Node name='a'>" +
      side + divergingBody("a", "<LinearSolverConstraintCorrection/>") + "</Node><Node name='b'>" + side +
      divergingBody("b", "<LinearSolverConstraintCorrection/>") +
      "</Node><BilateralLagrangianConstraint object1='@a/a' object2='@b/b' first_point='0' second_point='1'/></Node>");
}

}  // namespace
}  // namespace sofa::test
