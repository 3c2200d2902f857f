// SPDX-License-Identifier: Apache-2.0
// A compliance computed once.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/Solver.h"
#include "TemporaryFolder.h"

namespace sofa::component::constraintlagrangian {
namespace {

using tests::CapturedMessages;
using type::Vec3;

/// A chain of springs along x, tied to a place by its last point; its forces are linear.
std::shared_ptr<simulation::Node> chain(const std::string& correction, const std::string& linearSolver) {
  auto root = simulation::readSceneText(
      "<Node name='root' dt='0.02' gravity='0 0 0'><FreeMotionAnimationLoop/>"
      "<BlockGaussSeidelConstraintSolver maxIterations='1000' tolerance='1e-13'/><Node name='place'><MechanicalObject "
      "name='dofs' position='2.5 0.3 0'/></Node><Node name='chain'><EulerImplicitSolver rayleighStiffness='0.01'/>" +
      linearSolver +
      "<MechanicalObject name='dofs' position='0 0 0  1 0 0  2 0 0' velocity='0 0 0  0 1 0  0 0 0'/><UniformMass "
      "vertexMass='0.5'/><RestShapeSpringsForceField points='0 1 2' stiffness='40'/>" +
      correction +
      "</Node><BilateralLagrangianConstraint template='Vec3' object1='@place/dofs' object2='@chain/dofs' "
      "first_point='0' "
      "second_point='2'/></Node>");
  if (root) simulation::initRoot(*root);
  return root;
}
std::vector<Vec3> positionsAfter(const std::shared_ptr<simulation::Node>& root, int steps) {
  for (int i = 0; i < steps; ++i) simulation::animate(*root);
  auto& state = dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*root->children().at(1)));
  return {state.positions().begin(), state.positions().end()};
}
const std::string direct = "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";
const std::string conjugate = "<CGLinearSolver iterations='200' tolerance='1e-16' threshold='1e-30'/>";

void expectNear(const std::vector<Vec3>& a, const std::vector<Vec3>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT((a[i] - b[i]).norm(), tolerance) << i;
}

TEST(PrecomputedConstraintCorrection, isTheCorrectionOfTheMatrixWhereThatStays) {
  const auto expected = positionsAfter(chain("<LinearSolverConstraintCorrection/>", direct), 10);
  EXPECT_LT((expected[2] - Vec3(2.5, 0.3, 0)).norm(), 1e-9);
  for (const auto& solver : {direct, conjugate})
    expectNear(positionsAfter(chain("<PrecomputedConstraintCorrection recompute='1'/>", solver), 10), expected, 1e-9);
}

TEST(PrecomputedConstraintCorrection, aFileHoldsItForLaterRuns) {
  const tests::TemporaryFolder folder;
  const std::string correction = "<PrecomputedConstraintCorrection fileDir='" + folder.path().string() + "'/>";
  const CapturedMessages said;
  const auto computed = positionsAfter(chain(correction, conjugate), 5);
  ASSERT_TRUE(folder.has("chain-9-0.02.comp"));
  EXPECT_EQ(folder.read("chain-9-0.02.comp").size(), 81 * sizeof(double));
  expectNear(positionsAfter(chain(correction, conjugate), 5), computed, 0 + 1e-15);
  std::ofstream(folder.file("chain-9-0.02.comp")) << "short";
  expectNear(positionsAfter(chain(correction, conjugate), 5), computed, 1e-12);
  EXPECT_EQ(said.warnings("does not hold the compliance of 9 reals"), 1u);
  EXPECT_EQ(said.errors(), 0u);
}

/// One of another stiffness, mass or body is found out by one solve, also where nothing else tells whose it is.
TEST(PrecomputedConstraintCorrection, aFileOfAnotherBodyIsNotUsed) {
  const auto with = [](const std::string& correction, const std::string& stiffness) {
    return chain("<RestShapeSpringsForceField points='0 1' stiffness='" + stiffness + "'/>" + correction, conjugate);
  };
  for (const bool named : {false, true}) {
    const tests::TemporaryFolder folder;
    const std::string correction = "<PrecomputedConstraintCorrection fileDir='" + folder.path().string() + "'" +
                                   (named ? " fileCompliance='mine.comp'" : "") + "/>";
    const std::string file = named ? "mine.comp" : "chain-9-0.02.comp";
    const CapturedMessages said;
    positionsAfter(with(correction, "10"), 1);
    const auto before = folder.read(file);
    const auto expected = positionsAfter(with("<PrecomputedConstraintCorrection recompute='1'/>", "11"), 5);
    expectNear(positionsAfter(with(correction, "11"), 5), expected, 1e-12);
    EXPECT_EQ(said.warnings("of another body"), 1u);
    EXPECT_EQ(folder.read(file) == before, named);  // a file that the scene names is kept
    positionsAfter(with(correction, named ? "10" : "11"), 1);
    EXPECT_EQ(said.warnings(), named ? 2u : 1u);
  }
}

TEST(PrecomputedConstraintCorrection, theStateAndTheSolverAreAsBefore) {
  const auto root = chain("<PrecomputedConstraintCorrection recompute='1'/>", conjugate);
  expectNear(positionsAfter(root, 0), {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)}, 1e-300);
  auto* solver = root->down<core::LinearSolver>();
  EXPECT_EQ(solver->findData("iterations")->text(), "200");
  EXPECT_EQ(solver->findData("tolerance")->text(), "1e-16");
}

/// Some solvers set the time of the nodes below them.
TEST(PrecomputedConstraintCorrection, theTimeIsAsBefore) {
  const auto root = simulation::readSceneText(
      "<Node name='root' dt='0.01'><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='10' "
      "tolerance='1e-9'/><Node name='chain'><IncrementalPotentialSolver/><SparseLDLSolver "
      "template='CompressedRowSparseMatrixMat3x3d'/><MechanicalObject name='dofs' position='0 0 0'/><UniformMass "
      "vertexMass='0.5'/><RestShapeSpringsForceField points='0' stiffness='40'/><Node name='below'/>"
      "<PrecomputedConstraintCorrection recompute='1'/></Node></Node>");
  simulation::initRoot(*root);
  EXPECT_EQ(root->children().at(0)->time(), 0);
  EXPECT_EQ(root->children().at(0)->children().at(0)->time(), 0);
}

TEST(PrecomputedConstraintCorrection, solversAreNeeded) {
  const CapturedMessages said;
  simulation::initRoot(*simulation::readSceneText(
      "<Node name='root'><DefaultAnimationLoop/><MechanicalObject/><PrecomputedConstraintCorrection/></Node>"));
  EXPECT_EQ(said.errors("No ODE solver in this node or above"), 1u);
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian
