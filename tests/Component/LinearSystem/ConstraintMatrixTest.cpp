// SPDX-License-Identifier: Apache-2.0
// Projective constraints: a step with an assembled matrix ends where a step with products does.
#include "CapturedMessages.h"
#include "Component/LinearSystem/ComponentMatrices.h"
#include "Component/LinearSystem/SampleScenes.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

namespace sofa::tests {
namespace {

namespace vec = core::vec;

const std::string products = "<CGLinearSolver iterations='500' tolerance='1e-15' threshold='1e-40'/>";
const std::string assembled = "<SparseLDLSolver/>";

/// Positions and velocities of every state after some steps.
DenseVector run(const std::string& solver, const std::string& body, int steps) {
  const CapturedMessages silence;
  const Scene scene("<EulerImplicitSolver rayleighStiffness='.05' rayleighMass='.1'/>" + solver + body,
                    "dt='.05' gravity='1 -2 3'");
  scene.step(steps);
  std::vector<double> all;
  for (auto* node : scene.root->order())
    if (auto* state = core::localMechanicalState(*node)) {
      for (const double x : state->hostRead(vec::position)) all.push_back(x);
      for (const double v : state->hostRead(vec::velocity)) all.push_back(v);
    }
  return Eigen::Map<DenseVector>(all.data(), static_cast<Eigen::Index>(all.size()));
}

std::string bodyOf(const std::string& types, const std::string& constraint) {
  const int n = derivSize(types);
  const std::string mass = types == "Rigid3d"   ? "vertexMass='2 1 1 .1 .2 .1 1.5 .3 .2 .3 2'"
                           : types == "Rigid2d" ? "vertexMass='2 1 .5'"
                                                : "vertexMass='2.5'";
  std::string body = stateText(types, 4, "velocity='" + numbers(4 * n, 2) + "'") + "<UniformMass " + mass + "/>" +
                     "<UniformVelocityDampingForceField dampingCoefficient='.7' implicit='1'/>";
  // No spring binds bodies of the plane.
  if (types != "Rigid2d")
    body += "<SpringForceField template='" + types + "' spring='0 1 50 1 .8  1 2 40 1 .7  0 3 30 1 2  2 3 20 0 .6'/>";
  return body + constraint;
}

struct Case {
  std::string attributes;
  std::string different = {};  ///< why the two ways differ; empty: they agree
};

/// Attributes that let a constraint act, and whether its matrix says all that its projection does.
std::vector<Case> cases(const std::string& name, int n) {
  if (name == "FixedProjectiveConstraint" || name == "FixedTranslationProjectiveConstraint")
    return {{"indices='1 3'"}, {"fixAll='1'"}, {"indices='0 0 2' endTime='10'"}};
  std::string directions;
  for (int i = 0; i < n; ++i) directions += i % 2 == 0 ? "1 " : "0 ";
  if (name == "PartialFixedProjectiveConstraint")
    return {{"indices='1 2' fixedDirections='" + directions + "'"},
            {"fixAll='1' fixedDirections='" + directions + "'"}};
  if (name == "PartialLinearMovementProjectiveConstraint")
    return {
        {"indices='0 2' keyTimes='0 1' movements='" + numbers(2 * n, 5) + "' movedDirections='" + directions + "'"}};
  if (name == "LinearMovementProjectiveConstraint")
    return {{"indices='0 2' keyTimes='0 1' movements='" + numbers(2 * n, 5) + "'"}};
  if (name == "LinearVelocityProjectiveConstraint")
    return {{"indices='0 2' keyTimes='0 1' velocities='" + numbers(2 * n, 5) + "'"},
            {"indices='0 2' keyTimes='5 6' velocities='" + numbers(2 * n, 5) + "'"}};
  if (name == "PointProjectiveConstraint") return {{"indices='1' point='" + numbers(n, 6) + "'"}};
  if (name == "FixedPlaneProjectiveConstraint")
    return {{"indices='1 2' direction='0 1 0" + std::string(n == 6 ? " 0 0 0'" : "'")}};
  if (name == "AffineMovementProjectiveConstraint")
    return {{"indices='0 2' endConstraintTime='1' translation='.5 .4 .3'"}};
  if (name == "PatchTestMovementProjectiveConstraint")
    return {{"indices='0 2' endConstraintTime='1' cornerMovements='" + numbers(4 * n, 5) + "'"}};
  if (name == "OscillatorProjectiveConstraint")
    return {{"oscillators='1 .1 .2 .3" + std::string(n == 6 ? " 0 0 0 1 " : " ") + numbers(n, 5) + " 3 .5'"}};
  if (name == "HermiteSplineProjectiveConstraint") return {{"indices='0 2' EndTime='5' X1='1 2 3'"}};
  if (name == "ParabolicProjectiveConstraint") return {{"indices='0 2' EndTime='5' P2='1 1 0' P3='2 0 0'"}};
  for (const char* other : {"LineProjectiveConstraint", "PlaneProjectiveConstraint", "DirectionProjectiveConstraint",
                            "AttachProjectiveConstraint"})
    if (name == other) return {{"", "its projection is no choice of coordinates"}};
  if (name == "ParticleSource") return {{"", "it holds what it makes while it runs"}};
  for (const char* other :
       {"FixedRotationProjectiveConstraint", "PositionBasedDynamicsProjectiveConstraint", "ParticleSink"})
    if (name == other) return {{"", "it does not act in the solve"}};
  return {};
}

class ConstraintMatrix : public testing::TestWithParam<std::string> {};

TEST_P(ConstraintMatrix, solvesLikeTheProjection) {
  const std::string name = GetParam().substr(0, GetParam().find('/')), types = GetParam().substr(name.size() + 1);
  const auto all = cases(name, derivSize(types));
  EXPECT_FALSE(all.empty()) << "say in cases() how " << name << " acts, so that its matrix is checked";
  for (const auto& c : all) {
    if (!c.different.empty()) continue;
    const auto body = bodyOf(types, "<" + name + " template='" + types + "' " + c.attributes + "/>");
    const auto expected = run(products, body, 3);
    EXPECT_LT((run(assembled, body, 3) - expected).cwiseAbs().maxCoeff(), 1e-10) << body;
    EXPECT_GT((run(products, bodyOf(types, ""), 3) - expected).cwiseAbs().maxCoeff() +
                  (c.attributes.find("keyTimes='5") != std::string::npos),
              1e-3)
        << "does nothing: " << body;
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, ConstraintMatrix, testing::ValuesIn(registered<core::BaseProjectiveConstraint>()),
                         [](const auto& one) {
                           std::string name = one.param;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

TEST(ConstraintMatrix, AssembledSystemsHoldWhatProductsRelease) {
  // Reference trajectories have it so: after endTime, and outside of the key times of a movement, the row of an
  // assembled matrix is still that of the identity, so that the point gets b itself: dt f instead of dt f / m.
  const auto step = [](const std::string& solver, const std::string& constraint) {
    const Scene scene("<EulerImplicitSolver/>" + solver +
                          "<MechanicalObject position='0 0 0'/><UniformMass vertexMass='4'/>" + constraint,
                      "dt='.5' gravity='0 -10 0'");
    scene.step(1);
    return scene.state<type::Vec3Types>().derivs(vec::velocity)[0][1];
  };
  for (const char* constraint :
       {"<FixedProjectiveConstraint endTime='0'/>", "<PartialFixedProjectiveConstraint endTime='0'/>",
        "<LinearMovementProjectiveConstraint keyTimes='5 6' movements='0 0 0 1 0 0'/>"}) {
    const CapturedMessages messages;
    EXPECT_DOUBLE_EQ(step(products, constraint), -5) << constraint;
    EXPECT_EQ(messages.warnings("still holds their rows"), 0u);
    EXPECT_DOUBLE_EQ(step(assembled, constraint), -20) << constraint;  // b = dt m g
    EXPECT_EQ(messages.warnings("still holds their rows"), 1u) << "and the remedy is said";
  }
  EXPECT_DOUBLE_EQ(step(assembled, "<LinearVelocityProjectiveConstraint keyTimes='5 6' velocities='0 0 0 1 0 0'/>"),
                   -5);
}

TEST(ConstraintMatrix, OfAMappedStateIsRefusedOnce) {
  const CapturedMessages messages;
  const Scene scene("<EulerImplicitSolver/>" + assembled +
                        "<MechanicalObject position='0 0 0  1 0 0'/><UniformMass vertexMass='1'/>"
                        "<Node name='child'><MechanicalObject name='points'/><IdentityMapping/>"
                        "<FixedProjectiveConstraint indices='0'/></Node>",
                    "dt='.1' gravity='0 -10 0'");
  scene.step(3);
  EXPECT_EQ(messages.errors("/child/points"), 1u);
  EXPECT_LT(scene.state<type::Vec3Types>().positions()[0][1], -.1) << "the state that drives it falls";
}

}  // namespace
}  // namespace sofa::tests
