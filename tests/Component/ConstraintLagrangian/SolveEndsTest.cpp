// SPDX-License-Identifier: Apache-2.0
// What constraint solvers tell about solves that do not end well.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {
namespace {

using tests::CapturedMessages;

std::shared_ptr<simulation::Node> run(const std::string& content, int steps = 5) {
  auto root = simulation::readSceneText("<Node name='root' dt='0.01' gravity='0 -10 0'><FreeMotionAnimationLoop/>" +
                                        content + "</Node>");
  if (!root) return nullptr;
  simulation::initRoot(*root);
  for (int i = 0; i < steps; ++i) simulation::animate(*root);
  return root;
}

std::string point(const std::string& name, const std::string& position, const std::string& more = "") {
  return "<Node name='" + name + "'><EulerImplicitSolver/><SparseLDLSolver/><MechanicalObject position='" + position +
         "'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection defaultCompliance='1' "
         "useOdeSolverIntegrationFactors='0'/>" +
         more + "</Node>";
}
/// One point is to be at two places.
const std::string contradiction =
    point("a", "0 0 0") + point("b", "0 0 0 1 0 0", "<FixedProjectiveConstraint indices='0 1'/>") +
    "<BilateralLagrangianConstraint object1='@a' object2='@b' first_point='0' second_point='0'/>"
    "<BilateralLagrangianConstraint object1='@a' object2='@b' first_point='0' second_point='1'/>";

TEST(SolveEnds, contradictionsAreToldByEverySolver) {
  for (const std::string name :
       {"PreconditionedConjugateResidual", "BlockGaussSeidelConstraintSolver", "UnbuiltGaussSeidelConstraintSolver",
        "NNCGConstraintSolver", "AndersonConstraintSolver", "ImprovedJacobiConstraintSolver",
        "NewtonConstraintSolver"}) {
    const CapturedMessages said;
    const auto root = run("<" + name + " maxIterations='200' tolerance='1e-9'/>" + contradiction);
    ASSERT_TRUE(root);
    EXPECT_EQ(said.warnings("contradict each other"), 1u) << name;
    const auto summary = root->down<core::SolveSummary>()->solveSummary();
    EXPECT_TRUE(summary.find("5 of them stopped") != std::string::npos ||
                summary.find("5 with equations") != std::string::npos)
        << name << ": " << summary;
  }
}

TEST(SolveEnds, whatIsSolvedIsNotTold) {
  for (const std::string name :
       {"PreconditionedConjugateResidual", "BlockGaussSeidelConstraintSolver", "UnbuiltGaussSeidelConstraintSolver",
        "NNCGConstraintSolver", "AndersonConstraintSolver", "ImprovedJacobiConstraintSolver",
        "NewtonConstraintSolver"}) {
    const CapturedMessages said;
    const auto root = run("<" + name + " maxIterations='1000' tolerance='1e-9'/>" + point("a", "0 0 0") +
                          point("b", "0.5 0 0", "<FixedProjectiveConstraint indices='0'/>") +
                          "<BilateralLagrangianConstraint object1='@a' object2='@b' first_point='0' "
                          "second_point='0'/>");
    ASSERT_TRUE(root);
    EXPECT_EQ(said.warnings(), 0u) << name << ": " << (said.messages.empty() ? "" : said.messages.back().text);
    EXPECT_NE(root->down<core::SolveSummary>()->solveSummary().find("5 solves"), std::string::npos) << name;
  }
}

/// A cube on a slope that slides, on four contacts.
std::string block(const std::string& solver, const std::string& correction) {
  return solver +
         "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><LocalMinDistance alarmDistance='0.1' "
         "contactDistance='0.01'/><CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.5'/>"
         "<Node name='floor'><MeshTopology position='-50 0 -50  50 0 -50  50 0 50  -50 0 50' triangles='0 2 1 0 3 2'/>"
         "<MechanicalObject/><TriangleCollisionModel moving='0' simulated='0'/></Node><Node "
         "name='block'><EulerImplicitSolver/><SparseLDLSolver/><MechanicalObject template='Rigid3' position='0 0.511 0 "
         "0 0 0 1'/><UniformMass vertexMass='2 1 0.1666667 0 0 0 0.1666667 0 0 0 0.1666667'/>" +
         correction +
         "<Node name='feet'><MechanicalObject position='-0.5 -0.5 -0.5  -0.5 -0.5 0.5  0.5 -0.5 -0.5  0.5 -0.5 0.5'/>"
         "<PointCollisionModel/><RigidMapping/></Node></Node>";
}

TEST(SolveEnds, contactsThatAreSolvedRoughlyAreToldOnce) {
  const auto warnings = [](const std::string& solver, const std::string& part) {
    const CapturedMessages said;
    run(block(solver, "<UncoupledConstraintCorrection/>"), 30);
    return said.warnings(part);
  };
  EXPECT_EQ(warnings("<BlockGaussSeidelConstraintSolver maxIterations='1000' tolerance='1e-3'/>", "solved roughly"),
            1u);
  EXPECT_EQ(warnings("<LCPConstraintSolver mu='0.5' maxIt='1000' tolerance='1e-3'/>", "solved roughly"), 1u);
  EXPECT_EQ(warnings("<BlockGaussSeidelConstraintSolver maxIterations='1000' tolerance='1e-10'/>", ""), 0u);
  EXPECT_EQ(warnings("<LCPConstraintSolver mu='0.5' maxIt='1000' tolerance='1e-10'/>", ""), 0u);
  // The friction of the solver, where contacts ask for another.
  EXPECT_EQ(warnings("<LCPConstraintSolver mu='0.6' maxIt='1000' tolerance='1e-10'/>", "mu=0.5"), 1u);
}

TEST(SolveEnds, aFactorThatIsLeftOutIsTold) {
  const std::string solver = "<UnbuiltGaussSeidelConstraintSolver maxIterations='1000' tolerance='1e-10'/>";
  for (const bool factors : {true, false}) {
    const CapturedMessages said;
    const auto root =
        run(block(solver,
                  fmt::format("<UncoupledConstraintCorrection useOdeSolverIntegrationFactors='{}'/>", factors ? 1 : 0)),
            100);
    EXPECT_EQ(said.warnings("useOdeSolverIntegrationFactors"), factors ? 1u : 0u);
    const auto& body = *core::localMechanicalState(*root->children().at(1));
    if (factors) continue;
    EXPECT_NEAR(body.hostRead(core::vec::position)[1], 0.51, 1e-3);
  }
}

TEST(SolveEnds, iterationsThatDoNotEndAreTold) {
  const CapturedMessages said;
  const auto root = run(block("<BlockGaussSeidelConstraintSolver maxIterations='2' tolerance='1e-14'/>",
                              "<UncoupledConstraintCorrection/>"),
                        10);
  EXPECT_EQ(said.warnings("solved approximately: stopped after"), 1u);
  EXPECT_NE(root->down<core::SolveSummary>()->solveSummary().find("stopped by the iteration limit"), std::string::npos);
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian
