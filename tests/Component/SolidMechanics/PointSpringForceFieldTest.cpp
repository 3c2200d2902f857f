// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/PointSpringForceField.h"

#include <Eigen/Eigenvalues>

#include "CapturedMessages.h"
#include "Component/LinearSystem/ComponentMatrices.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

const std::string three = R"(<MechanicalObject position="0 0 0  1 0 0  0 2 0" velocity="0 0 0  0 0 0  0 0 4"/>)";

TEST(PointSpringForceField, pullsOnePointToItsTarget) {
  const ForceScene scene(three + R"(<PointSpringForceField points="1" target="1 3 0" stiffness="10"/>)");
  expectNear(scene.forces(), {0, 0, 0, 0, 30, 0, 0, 0, 0});
  const ForceScene resting(three +
                           R"(<PointSpringForceField points="1" target="1 3 0" stiffness="10" restLength="1"/>)");
  expectNear(resting.forces(), {0, 0, 0, 0, 20, 0, 0, 0, 0});
}

/// The middle of the points 0 and 2 is (0, 1, 0) and moves with (0, 0, 2).
TEST(PointSpringForceField, sharesForceAndDampingByWeight) {
  const ForceScene scene(three + R"(<PointSpringForceField points="0 2" target="0 1 3" stiffness="10" damping="5"/>)");
  expectNear(scene.forces(), {0, 0, 10, 0, 0, 0, 0, 0, 10});  // (30 - 10) / 2
  const ForceScene weighted(
      three + R"(<PointSpringForceField points="0 2" weights="0.75 0.25" target="0 0.5 3" stiffness="10"/>)");
  expectNear(weighted.forces(), {0, 0, 22.5, 0, 0, 0, 0, 0, 7.5});
  checkTangent(weighted, 1e-6);
}

TEST(PointSpringForceField, turnsABodyByItsLeverArm) {
  // Turned by a quarter about z, the local point (2, 0, 0) stands at (0, 2, 0); F = (10, 0, 0), torque -20 about z.
  const double h = std::sqrt(0.5);
  const ForceScene scene(fmt::format(
      R"(<MechanicalObject template="Rigid3" position="0 0 0 0 0 {0} {0}"/>
         <PointSpringForceField points="0" localPoint="2 0 0" target="1 2 0" stiffness="10"/>)",
      h));
  expectNear(scene.forces(), {10, 0, 0, 0, 0, -20});
  const ForceScene plane(fmt::format(R"(<MechanicalObject template="Rigid2" position="0 0 {}"/>
         <PointSpringForceField points="0" localPoint="2 0 0" target="1 2 0" stiffness="10"/>)",
                                     std::acos(0.0)));
  expectNear(plane.forces(), {10, 0, -20});
}

/// Pulled straight away from the centre, nothing of a body's tangent is left out.
TEST(PointSpringForceField, tangentOfABodyPulledOutwardsIsExact) {
  for (const char* body : {R"(<MechanicalObject template="Rigid3" position="1 1 1 0 0 0 1"/>)",
                           R"(<MechanicalObject template="Rigid2" position="1 1 0"/>)"}) {
    const ForceScene scene(body +
                           std::string(R"(<PointSpringForceField points="0" localPoint="1 2 0" target="2.5 4 1"/>)"));
    checkTangent(scene, 2e-3);
  }
}

/// Whatever the pose, the tangent is symmetric and never pushes away: conjugate gradients and Cholesky can use it.
TEST(PointSpringForceField, tangentIsNeverIndefinite) {
  for (const char* target : {"0 0 0", "5 -3 2", "0.1 0.9 -4", "1 1 1"}) {
    const ForceScene scene(R"(<MechanicalObject template="Rigid3" position="1 1 1 0.5 0.5 0.5 0.5"/>
         <PointSpringForceField points="0" localPoint="1 2 -3" restLength="0.7" target=")" +
                           std::string(target) + "\"/>");
    scene.linearise();
    const tests::States states{&scene.state()};
    const auto k =
        tests::dense<core::StiffnessMatrix>(states, states, [&](auto* m) { scene.force->buildStiffnessMatrix(m); });
    EXPECT_NEAR((k - k.transpose()).cwiseAbs().maxCoeff(), 0, 1e-9);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(k);
    EXPECT_LE(modes.eigenvalues().maxCoeff(), 1e-8);
    EXPECT_LT(modes.eigenvalues().minCoeff(), -900);
  }
}

TEST(PointSpringForceField, forceIsTheSlopeOfItsEnergy) {
  const ForceScene scene(R"(<MechanicalObject template="Rigid3" position="1 1 1 0.5 0.5 0.5 0.5  0 0 0 0 0 0 1"/>
      <PointSpringForceField points="0 1" weights="0.4 0.6" localPoint="1 2 -3" restLength="0.7" target="3 4 5"/>)");
  const auto force = scene.forces();
  auto& state = scene.state();
  const tests::SavedPositions saved({&state});
  for (int i = 0; i < 12; ++i) {
    Eigen::VectorXd d = Eigen::VectorXd::Zero(12);
    d[i] = 1;
    const double step = 1e-5;
    saved.move(d, step);
    const double plus = *scene.force->potentialEnergy({});
    saved.move(d, -step);
    const double minus = *scene.force->potentialEnergy({});
    EXPECT_NEAR(force[static_cast<std::size_t>(i)], -(plus - minus) / (2 * step), 1e-3) << i;
  }
}

TEST(PointSpringForceField, pointsThatAreNotThereAreOneErrorAndNoForce) {
  const ForceScene scene(three + R"(<PointSpringForceField points="7" target="1 3 0"/>)");
  tests::CapturedMessages messages;
  expectNear(scene.forces(), std::vector<double>(9, 0.0));
  expectNear(scene.forces(), std::vector<double>(9, 0.0));
  EXPECT_EQ(messages.errors("not all of those that are held"), 1u);
}

TEST(PointSpringForceField, weightsMustFitThePoints) {
  const ForceScene scene(three + R"(<PointSpringForceField points="0 1" weights="1"/>)");
  EXPECT_EQ(scene.errors, 1u);
  expectNear(scene.forces(), std::vector<double>(9, 0.0));
}

}  // namespace
}  // namespace sofa::component::solidmechanics
