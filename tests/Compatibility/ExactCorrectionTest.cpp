// SPDX-License-Identifier: Apache-2.0
// Compliances of rigid bodies: of their inertia where it turns, in exact scenes and where a mass says so.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
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
void expectMomentumAbout(const std::string& solver, const std::string& root, const std::string& mass = "") {
  const auto scene = simulation::readSceneText(
      "<Node name='root' dt='0.01' gravity='0 0 0' " + root + "><FreeMotionAnimationLoop/>" + solver +
      "<Node><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/><CGLinearSolver iterations='50' "
      "tolerance='1e-14' threshold='1e-30'/><MechanicalObject template='Rigid3' position='9 0 0 0 0 0 1  0 0 0 0 0 "
      "0.70710678118654752 0.70710678118654752' velocity='0 0 0 0 0 0  1 0.5 -2 0 0 0'/>"
      "<UniformMass vertexMass='2 1 1 0 0 0 4 0 0 0 9' " +
      mass +
      "/><UncoupledConstraintCorrection/>"
      "<Node><MechanicalObject position='2 -1 3' rest_position='1 2 3'/><RigidMapping "
      "index='1'/><FixedLagrangianConstraint indices='0'/>"
      "</Node></Node></Node>");
  simulation::initRoot(*scene);
  simulation::animate(*scene);
  const auto& after = scene->down<core::State<Rigid3Types>>()->velocities();
  const double m = 2;
  const Vec3 r(1, 2, 3), before(1, 0.5, -2), v = after[1].head<3>(), w = after[1].tail<3>();
  EXPECT_LT((v + w.cross(r)).norm(), 1e-9);
  EXPECT_LT((m * Mat3(Vec3(4, 1, 9).asDiagonal()) * w - m * r.cross(v - before)).norm(), 1e-9);
  EXPECT_GT(w.norm(), 0.1);
  EXPECT_EQ(after[0].norm(), 0) << "nothing holds the other body";
}

const std::string sweeps = "<BlockGaussSeidelConstraintSolver tolerance='1e-14' maxIterations='1000'/>",
                  exact = "compatibility='exact'";

TEST(ExactCorrection, CompliancesOfBodiesTurnWithThem) { expectMomentumAbout(sweeps, exact); }

TEST(ExactCorrection, CompliancesOfBodiesTurnWithThemWhereNoMatrixIsBuilt) {
  expectMomentumAbout("<UnbuiltGaussSeidelConstraintSolver tolerance='1e-14' maxIterations='1000'/>", exact);
}

TEST(ExactCorrection, CompliancesOfBodiesTurnWithThemWhereTheirMassSaysSo) {
  expectMomentumAbout(sweeps, "", "gyroscopic='1'");
}

TEST(ExactCorrection, BodiesWithOtherMassesThanTheFirstAreToldOf) {
  const auto told = [](const std::string& masses, const std::string& root) {
    const tests::CapturedMessages said;
    const auto scene = simulation::readSceneText(
        "<Node name='root' " + root + "><FreeMotionAnimationLoop/>" + sweeps +
        "<Node><EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-14' threshold='1e-30'/>"
        "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  9 0 0 0 0 0 1'/><DiagonalMass vertexMass='" +
        masses + "'/><UncoupledConstraintCorrection/></Node></Node>");
    simulation::initRoot(*scene);
    return said.warnings("the compliance of the first body");
  };
  const std::string unit = "1 1 1 0 0 0 1 0 0 0 1 ", twice = "2 1 1 0 0 0 1 0 0 0 1 ";
  EXPECT_EQ(told(unit + unit, ""), 0u);
  EXPECT_EQ(told(unit + twice, ""), 1u);
  EXPECT_EQ(told(unit + twice, exact), 0u);
}

}  // namespace
}  // namespace sofa::test
