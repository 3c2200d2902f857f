// SPDX-License-Identifier: Apache-2.0
// Scenes with compatibility="exact": compliances of rigid bodies whose inertia turns with them.
#include <gtest/gtest.h>

#include "Component/SceneText.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::test {
namespace {

using type::Mat3;
using type::Rigid3Types;
using type::Vec3;

/// Two bodies of one inertia, the second turned by a quarter about z. A point of the second at (1, 2, 3) from its
/// centre, in world axes, is held while the body moves. The impulse acts at that point, so the angular momentum about
/// it stays: I w' = m r x (v' - v) with I = m R diag(1, 4, 9) R^T = m diag(4, 1, 9). The point stands: v' + w' x r = 0.
void expectMomentumAbout(const std::string& solver) {
  const auto root = simulation::readSceneText(
      "<Node name='root' dt='0.01' gravity='0 0 0' compatibility='exact'><FreeMotionAnimationLoop/>" + solver +
      "<Node><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/><CGLinearSolver iterations='50' "
      "tolerance='1e-14' threshold='1e-30'/><MechanicalObject template='Rigid3' position='9 0 0 0 0 0 1  0 0 0 0 0 "
      "0.70710678118654752 0.70710678118654752' velocity='0 0 0 0 0 0  1 0.5 -2 0 0 0'/>"
      "<UniformMass vertexMass='2 1 1 0 0 0 4 0 0 0 9'/><UncoupledConstraintCorrection/>"
      "<Node><MechanicalObject position='2 -1 3'/><RigidMapping index='1'/><FixedLagrangianConstraint indices='0'/>"
      "</Node></Node></Node>");
  simulation::initRoot(*root);
  simulation::animate(*root);
  const auto& after = root->down<core::State<Rigid3Types>>()->velocities();
  const double m = 2;
  const Vec3 r(1, 2, 3), before(1, 0.5, -2), v = after[1].head<3>(), w = after[1].tail<3>();
  EXPECT_LT((v + w.cross(r)).norm(), 1e-9);
  EXPECT_LT((m * Mat3(Vec3(4, 1, 9).asDiagonal()) * w - m * r.cross(v - before)).norm(), 1e-9);
  EXPECT_GT(w.norm(), 0.1);
  EXPECT_EQ(after[0].norm(), 0) << "nothing holds the other body";
}

TEST(ExactCorrection, CompliancesOfBodiesTurnWithThem) {
  expectMomentumAbout("<BlockGaussSeidelConstraintSolver tolerance='1e-14' maxIterations='1000'/>");
}

TEST(ExactCorrection, CompliancesOfBodiesTurnWithThemWhereNoMatrixIsBuilt) {
  expectMomentumAbout("<UnbuiltGaussSeidelConstraintSolver tolerance='1e-14' maxIterations='1000'/>");
}

}  // namespace
}  // namespace sofa::test
