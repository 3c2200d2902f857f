// SPDX-License-Identifier: Apache-2.0
// Residuals of solves, the same for every solver, and sweeps that are accelerated.
#include "Sofa/Component/ConstraintLagrangian/SolveResidual.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/AndersonConstraintSolver.h"
#include "Sofa/Component/ConstraintLagrangian/UnilateralLagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {
namespace {

using tests::CapturedMessages;
using type::Vec3;

std::string solver(const std::string& kind, const std::string& attributes) {
  return "<" + kind + " maxIterations='2000' tolerance='1e-3' " + attributes + "/>";
}
std::string value(const core::Base& component, const std::string& name) { return component.findData(name)->text(17); }
double number(const core::Base& component, const std::string& name) { return std::stod(value(component, name)); }

std::shared_ptr<simulation::Node> scene(const std::string& content) {
  auto root = simulation::readSceneText("<Node name='root' dt='0.01' gravity='0 -10 0'><FreeMotionAnimationLoop/>" +
                                        content + "</Node>");
  if (root) simulation::initRoot(*root);
  return root;
}

/// A rigid body of 2 kg that slides on four feet.
const std::string onFeet =
    "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
    "<LocalMinDistance alarmDistance='0.2' contactDistance='0.05'/>"
    "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.3'/>"
    "<Node name='plate'><MeshTopology position='-2 0 -2  6 0 -2  6 0 2  -2 0 2' triangles='0 2 1  0 3 2'/>"
    "<MechanicalObject/><TriangleCollisionModel simulated='0' moving='0'/></Node>"
    "<Node name='body'><EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixd'/>"
    "<MechanicalObject template='Rigid3' position='1 0.25 0  0 0 0 1' velocity='0.5 0 0.2 0 0.3 0'/>"
    "<UniformMass vertexMass='2 1 [0.1 0 0 0 0.1 0 0 0 0.1]'/><LinearSolverConstraintCorrection/>"
    "<Node name='feet'><MechanicalObject position='-0.4 -0.2 -0.4  0.4 -0.2 -0.4  0.4 -0.2 0.4  -0.4 -0.2 0.4'/>"
    "<PointCollisionModel/><RigidMapping/></Node></Node>";

TEST(SolveResidual, endsTheIterationsOfEverySolver) {
  for (const std::string kind : {"BlockGaussSeidelConstraintSolver", "UnbuiltGaussSeidelConstraintSolver",
                                 "NNCGConstraintSolver", "NewtonConstraintSolver", "AndersonConstraintSolver"}) {
    const auto root = scene(solver(kind, "violationTolerance='1e-11' forceTolerance='1e-6'") + onFeet);
    for (int i = 0; i < 5; ++i) simulation::animate(*root);
    const auto& found = *root->down<core::ConstraintSolver>();
    EXPECT_LE(number(found, "residualViolation"), 1e-11) << kind;
    EXPECT_LE(number(found, "residualForce"), 1e-6) << kind;
    EXPECT_GT(number(found, "currentNumConstraints"), 0) << kind;
  }
  const auto root = scene(
      "<LCPConstraintSolver mu='0.3' maxIt='2000' tolerance='1' violationTolerance='1e-11' "
      "forceTolerance='1e-6'/>" +
      onFeet);
  for (int i = 0; i < 5; ++i) simulation::animate(*root);
  EXPECT_LE(number(*root->down<core::ConstraintSolver>(), "residualViolation"), 1e-11);
  EXPECT_FALSE(value(*root->down<core::ConstraintSolver>(), "graphResiduals").empty());
}

TEST(SolveResidual, changesNothingUnlessItDecides) {
  const auto positions = [&](const std::string& attributes) {
    const auto root = scene(solver("BlockGaussSeidelConstraintSolver", attributes) + onFeet);
    for (int i = 0; i < 5; ++i) simulation::animate(*root);
    std::vector<double> all;
    for (const auto& child : root->children())
      if (auto* state = core::localMechanicalState(*child)) {
        const auto x = state->hostRead(core::vec::position);
        all.insert(all.end(), x.begin(), x.end());
      }
    return all;
  };
  EXPECT_EQ(positions(""), positions("computeResidual='1'"));
  EXPECT_NE(positions(""), positions("violationTolerance='1e-12' forceTolerance='1e-9'"));
}

TEST(SolveResidual, isTheForceInNewtons) {
  // A particle of 1 kg that slides with 0.3 m/s, mu = 0.2, is held by a solver for which all rows are equations: it
  // takes 30 N along the plate, where 2 are allowed.
  const auto root =
      scene(solver("PreconditionedConjugateResidual", "computeResidual='1'") +
            "<Node name='plane'><MechanicalObject name='dofs' position='0 0 0'/></Node>"
            "<Node name='a'><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/><SparseLDLSolver "
            "template='CompressedRowSparseMatrixd'/><MechanicalObject name='dofs' position='0 0 0' "
            "velocity='0.3 0 0'/><UniformMass vertexMass='1'/><LinearSolverConstraintCorrection/></Node>"
            "<UnilateralLagrangianConstraint object1='@plane/dofs' object2='@a/dofs'/>");
  UnilateralLagrangianConstraint::Contact contact;
  contact.normal = Vec3(0, 1, 0);
  contact.friction = 0.2;
  root->down<UnilateralLagrangianConstraint>()->add(contact);
  simulation::animate(*root);
  const auto& found = *root->down<core::ConstraintSolver>();
  EXPECT_NEAR(number(found, "residualForce"), 28, 1e-3);
  EXPECT_NEAR(number(found, "residualViolation"), 0, 1e-9);
}

TEST(SolveResidual, isToldOnceIfItIsNotReached) {
  const CapturedMessages captured;
  const auto root =
      scene("<BlockGaussSeidelConstraintSolver maxIterations='2' tolerance='1' forceTolerance='1e-12'/>" + onFeet);
  for (int i = 0; i < 5; ++i) simulation::animate(*root);
  EXPECT_EQ(captured.count(helper::Severity::Warning, "The residual asked for is not reached"), 1u);
}

TEST(SolveResidual, negativeTolerancesAreErrors) {
  const CapturedMessages captured;
  scene("<BlockGaussSeidelConstraintSolver violationTolerance='-1'/><LCPConstraintSolver forceTolerance='-1'/>");
  EXPECT_EQ(captured.count(helper::Severity::Error, "must not be negative"), 2u);
}

/// Particles in a row, the first held, each tied to the next.
std::string chain(int n) {
  std::string x, first, second;
  for (int i = 0; i < n; ++i) x += fmt::format("{} 0 0  ", i);
  for (int i = 0; i + 1 < n; ++i) {
    first += fmt::format("{} ", i);
    second += fmt::format("{} ", i + 1);
  }
  std::string rest;
  for (int i = 0; i + 1 < n; ++i) rest += "1 0 0  ";
  return "<Node name='a'><EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-20' threshold='1e-30'/>"
         "<MechanicalObject name='dofs' position='" +
         x +
         "'/><UniformMass vertexMass='1'/>"
         "<FixedLagrangianConstraint indices='0'/><BilateralLagrangianConstraint object1='@dofs' object2='@dofs' "
         "first_point='" +
         first + "' second_point='" + second + "' rest_vector='" + rest +
         "'/><UncoupledConstraintCorrection defaultCompliance='100'/></Node>";
}

TEST(AndersonConstraintSolver, needsFewerSweepsForLongChains) {
  const auto sweeps = [](const std::string& kind, const std::string& attributes) {
    const auto root = scene("<" + kind + " maxIterations='20000' tolerance='1e-3' violationTolerance='1e-8' " +
                            attributes + "/>" + chain(30));
    simulation::animate(*root);
    EXPECT_LE(number(*root->down<core::ConstraintSolver>(), "residualViolation"), 1e-8) << kind;
    return number(*root->down<core::ConstraintSolver>(), "currentIterations");
  };
  const double plain = sweeps("BlockGaussSeidelConstraintSolver", "");
  EXPECT_EQ(sweeps("AndersonConstraintSolver", "depth='0'"), plain);
  EXPECT_LT(sweeps("AndersonConstraintSolver", ""), plain / 5);
}

TEST(AndersonConstraintSolver, depthMustNotBeNegative) {
  const CapturedMessages captured;
  scene("<AndersonConstraintSolver depth='-1'/>");
  EXPECT_EQ(captured.count(helper::Severity::Error, "depth=\"-1\""), 1u);
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian
