// SPDX-License-Identifier: Apache-2.0
// Direct solvers in scenes: association, templates and systems with mappings.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/LinearSolver/MatrixSolver.h"

namespace sofa::tests {
namespace {

using Solver = component::linearsolver::MatrixSolver;

const std::string body =
    "<MechanicalObject position='0 0 0  1 0 0'/><UniformMass vertexMass='2'/>"
    "<SpringForceField spring='0 1 30 0 0.5'/>";

/// A rigid frame that carries two points, one of them on a spring, beside a free point tied to the other.
const std::string mapped =
    "<Node name='rigid'><MechanicalObject template='Rigid3d' position='0 0 0  0.1 0.2 0.3 0.9273618495495704'/>"
    "<UniformMass template='Rigid3d' vertexMass='2 1 [1 0 0 0 1 0 0 0 1]'/>"
    "<Node name='points'><MechanicalObject name='p' position='1 0 0  0 1 0.5'/>"
    "<RestShapeSpringsForceField points='0' stiffness='40'/><RigidMapping/></Node></Node>"
    "<Node name='free'><MechanicalObject name='q' position='2 0 1'/><UniformMass vertexMass='3'/></Node>"
    "<SpringForceField template='Vec3d' object1='@rigid/points/p' object2='@free/q' spring='1 0 25 0 0.5'/>";

class DirectSolverScene : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  std::string solver() const { return fmt::format("<{} template='{}'/>", GetParam().first, GetParam().second); }
};

TEST_P(DirectSolverScene, SolvesAMappedSystem) {
  const CapturedMessages messages;
  const Scene s("<EulerImplicitSolver/>" + solver() + mapped, "dt='0.05' gravity='0 0 -9'");
  s.step(3);
  EXPECT_EQ(messages.errors(), 0u);
  auto& linear = s.first<Solver>();
  const auto* a = linear.linearSystem()->matrix();
  ASSERT_EQ(a->rows(), 9);
  const auto dense = a->dense();
  EXPECT_GT(std::abs(dense(0, 4)) + std::abs(dense(1, 5)) + std::abs(dense(0, 6)), 1e-3);  // mapped springs couple
  Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(9, -1, 2), x(9);
  linear.solve(std::span<const double>(b.data(), 9), std::span<double>(x.data(), 9));
  const Eigen::VectorXd exact = dense.fullPivLu().solve(b);
  EXPECT_LT((x - exact).norm(), 1e-9 * exact.norm());
}

TEST_P(DirectSolverScene, MovesAsSolvedByConjugateGradients) {
  const auto end = [](const std::string& solverText) {
    const Scene s("<EulerImplicitSolver/>" + solverText + body, "dt='0.05' gravity='0 0 -9'");
    s.step(10);
    const auto flat = s.state<type::Vec3Types>().hostRead(core::vec::position);
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(flat.data(), static_cast<Eigen::Index>(flat.size())));
  };
  const auto exact = end("<CGLinearSolver iterations='50' tolerance='1e-15' threshold='1e-30'/>");
  EXPECT_LT((end(solver()) - exact).norm(), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(All, DirectSolverScene,
                         testing::Values(std::pair{"SparseLDLSolver", "CompressedRowSparseMatrixd"},
                                         std::pair{"SparseLDLSolver", "CompressedRowSparseMatrixMat3x3"},
                                         std::pair{"AsyncSparseLDLSolver", "CompressedRowSparseMatrixMat3x3d"},
                                         std::pair{"EigenSimplicialLDLT", "CompressedRowSparseMatrixd"},
                                         std::pair{"EigenSimplicialLLT", "CompressedRowSparseMatrixd"},
                                         std::pair{"EigenSparseLU", "CompressedRowSparseMatrixd"},
                                         std::pair{"EigenSparseQR", "CompressedRowSparseMatrixd"},
                                         std::pair{"CholeskySolver", "FullMatrix"},
                                         std::pair{"SVDLinearSolver", "CompressedRowSparseMatrixMat3x3d"}),
                         [](const auto& test) { return std::string(test.param.first) + std::to_string(test.index); });

TEST(DirectSolverTemplate, IsMat3x3WithAWarningWhereThereIsNoDefault) {
  for (const char* solver :
       {"EigenSimplicialLDLT", "EigenSimplicialLLT", "EigenSparseLU", "EigenSparseQR", "SVDLinearSolver"}) {
    const CapturedMessages messages;
    const Scene s("<EulerImplicitSolver/><" + std::string(solver) + "/>" + body);
    EXPECT_EQ(s.first<Solver>().templateName(), "CompressedRowSparseMatrixMat3x3d") << solver;
    EXPECT_EQ(messages.warnings("CompressedRowSparseMatrixMat3x3d"), 1u) << solver;
  }
}

TEST(DirectSolverTemplate, ListsThoseThereAreWhenMisspelt) {
  const CapturedMessages messages;
  const Scene s("<EulerImplicitSolver/><SparseLDLSolver template='CompresedRowSparseMatrix'/>" + body);
  EXPECT_EQ(messages.errors("CompressedRowSparseMatrixMat3x3d, CompressedRowSparseMatrixd"), 1u);
  EXPECT_EQ(s.first<Solver>().templateName(), "CompressedRowSparseMatrixd");
}

TEST(DirectSolver, MakesASystemOfItsOwnBesideThatOfAnother) {
  const CapturedMessages messages;
  const Scene s(
      "<EulerImplicitSolver/><SparseLDLSolver name='a'/><EigenSparseLU name='b' "
      "template='CompressedRowSparseMatrixd'/>" +
      body);
  s.step();
  std::vector<Solver*> solvers;
  s.root->collectDown(solvers);
  ASSERT_EQ(solvers.size(), 2u);
  EXPECT_NE(solvers[0]->linearSystem(), solvers[1]->linearSystem());
  EXPECT_EQ(messages.errors(), 0u);
}

TEST(DirectSolver, SaysWhenThereIsNoUnknown) {
  const CapturedMessages messages;
  const Scene s("<EulerImplicitSolver/><SparseLDLSolver/>");
  s.step(3);
  EXPECT_EQ(messages.errors("no unknown") + messages.warnings("no unknown"), 2u);  // of the system and of the solver
}

TEST(DirectSolver, RefusesASystemWithoutMatrixOnce) {
  const CapturedMessages messages;
  const Scene s("<EulerImplicitSolver/><MatrixFreeSystem name='free'/><SparseLDLSolver linearSystem='@free'/>" + body);
  s.step(3);
  EXPECT_EQ(messages.errors("has no matrix"), 1u);
}

TEST(DirectSolver, ReportsABodyWithoutMassOrStiffness) {
  const CapturedMessages messages;
  const Scene s("<EulerImplicitSolver/><SparseLDLSolver/><MechanicalObject name='dofs' position='0 0 0  1 0 0'/>");
  s.step(3);
  EXPECT_EQ(messages.errors("/dofs): the row is zero, neither a mass nor a stiffness acts there"), 1u);
  EXPECT_EQ(messages.errors(), 1u);
}

TEST(DirectSolver, OnlySolversOfSymmetricMatricesObjectToOthers) {
  for (const char* name : {"SparseLDLSolver", "EigenSparseLU", "EigenSparseQR", "SVDLinearSolver"}) {
    const CapturedMessages messages;
    const Scene scene(std::string("<EulerImplicitSolver/><") + name +
                      " template='CompressedRowSparseMatrixd'/><MechanicalObject template='Rigid3d'/>"
                      "<UniformMass vertexMass='2 1 [1 0 0 0 1 0 0 0 1]'/><Node name='points'><MechanicalObject "
                      "position='1 0 0'/><RestShapeSpringsForceField points='0' stiffness='40'/>"
                      "<RigidMapping geometricStiffness='Exact'/></Node>");
    scene.step(2);
    EXPECT_EQ(messages.warnings("is not symmetric"), name == std::string("SparseLDLSolver") ? 1u : 0u) << name;
  }
}

TEST(LinearSystemSearch, SystemsOfOtherSolversAreNoReasonToWarn) {
  const std::string scene =
      "<EulerImplicitSolver/><PCGLinearSolver iterations='10' tolerance='1e-9' preconditioner='@pre'/>"
      "<JacobiPreconditioner name='pre'/><MechanicalObject position='0 0 0'/><UniformMass totalMass='1'/>";
  CapturedMessages messages;
  const Scene alone(scene);
  EXPECT_EQ(messages.warnings("not the expected type"), 0u);
  const Scene beside("<MatrixLinearSystem name='unused'/>" + scene);
  EXPECT_EQ(messages.warnings("not the expected type"), 2u);
}

}  // namespace
}  // namespace sofa::tests
