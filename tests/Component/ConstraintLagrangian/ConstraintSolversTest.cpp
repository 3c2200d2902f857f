// SPDX-License-Identifier: Apache-2.0
// Solvers of constraints on given problems: their iterations are known by hand.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"
#include "Sofa/Component/ConstraintLagrangian/LCPConstraintSolver.h"

using namespace sofa;
using namespace sofa::component::constraintlagrangian;
using core::ConstraintKind;
using linearalgebra::DenseMatrix;
using tests::CapturedMessages;

namespace {

/// W = J C J^T as it is told, with no state behind it.
class GivenCorrection final : public core::ConstraintCorrection {
 public:
  explicit GivenCorrection(DenseMatrix w) : m_w(std::move(w)) { setValid(); }
  void addCompliance(const core::ConstraintProblem&, core::ComplianceMatrix& w) override {
    for (int i = 0; i < m_w.rows(); ++i)
      for (int j = 0; j < m_w.cols(); ++j) w.add(i, j, m_w(i, j));
  }
  void beginProducts(const core::ConstraintProblem& problem) override {
    m_force = Eigen::Map<const Eigen::VectorXd>(problem.lambda.data(), m_w.rows());
  }
  void addDiagonalBlock(const core::ConstraintProblem&, const core::ConstraintBlock& b, DenseMatrix& w) override {
    w += m_w.block(b.firstRow, b.firstRow, b.rows, b.rows);
  }
  void addDisplacement(const core::ConstraintProblem&, const core::ConstraintBlock& b, std::span<double> d) override {
    for (int i = 0; i < b.rows; ++i) d[i] += m_w.row(b.firstRow + i).dot(m_force);
  }
  void addForce(const core::ConstraintProblem&, const core::ConstraintBlock& b,
                std::span<const double> change) override {
    for (int i = 0; i < b.rows; ++i) m_force[b.firstRow + i] += change[i];
  }
  void correct(const core::ConstraintProblem& problem, core::VecCoordId, core::VecDerivId) override {
    lambda = problem.lambda;
  }
  std::vector<double> lambda;

 private:
  DenseMatrix m_w;
  Eigen::VectorXd m_force;
};

/// One row per violation.
class GivenRows final : public core::BaseLagrangianConstraint {
 public:
  GivenRows(ConstraintKind kind, std::vector<double> violations) : m_kind(kind), m_violations(std::move(violations)) {
    setValid();
  }
  void addRows(core::ConstraintProblem& problem) override {
    core::ConstraintBlock block{.kind = m_kind};
    for (const double d : m_violations) {
      problem.addBlock(block, d);
      ++block.identity;
    }
  }

 private:
  ConstraintKind m_kind;
  std::vector<double> m_violations;
};

/// A solver, written as in a scene, before a problem.
struct Given {
  Given(const std::string& solverText, ConstraintKind kind, const DenseMatrix& w, const std::vector<double>& violations,
        const std::string& root = "dt='0.1'")
      : scene(solverText, root), correction(std::make_shared<GivenCorrection>(w)) {
    correction->setClass("GivenCorrection", "");
    auto rows = std::make_shared<GivenRows>(kind, violations);
    rows->setClass("GivenRows", "");
    scene.root->addComponent(correction);
    scene.root->addComponent(rows);
  }
  const std::vector<double>& solve() const {
    core::ConstraintParams params;
    params.dt = 1;
    scene.first<core::ConstraintSolver>().solve(params, core::vec::position, core::vec::velocity);
    return correction->lambda;
  }
  IterativeConstraintSolver& solver() const { return scene.first<IterativeConstraintSolver>(); }

  tests::Scene scene;
  std::shared_ptr<GivenCorrection> correction;
};

const DenseMatrix coupled = (DenseMatrix(2, 2) << 2, -1, -1, 2).finished();
std::string text(const std::string& kind, const std::string& more = "") {
  return "<" + kind + " maxIterations='100' tolerance='0.001' " + more + "/>";
}

TEST(BlockGaussSeidel, sweepsHalveTheErrorTwice) {
  const Given given(text("BlockGaussSeidelConstraintSolver", "computeGraphs='1'"), ConstraintKind::unilateral, coupled,
                    {-1, -1});
  EXPECT_EQ(given.solve(), (std::vector{0.9998779296875, 0.99993896484375}));
  auto& solver = given.solver();
  EXPECT_EQ(solver.d_currentIterations.value(), 8);
  EXPECT_DOUBLE_EQ(solver.d_currentError.value(), 0.0010986328125);
  const auto errors = solver.d_graphErrors.value().at("Error");
  ASSERT_EQ(errors.size(), 7u);
  EXPECT_DOUBLE_EQ(errors[0], 2.5);
  EXPECT_DOUBLE_EQ(errors[1], 1.125);
  EXPECT_DOUBLE_EQ(solver.d_graphForces.value().at("f0")[0], 0.5);
  EXPECT_DOUBLE_EQ(solver.d_graphViolations.value().at("f1")[0], -1.5);  // with the first row at 0.5
  EXPECT_EQ(solver.d_graphConstraints.value().at("Constraints").size(), 2u);
}

TEST(BlockGaussSeidel, theUnbuiltFormMakesTheSameSweeps) {
  const Given given(text("UnbuiltGaussSeidelConstraintSolver"), ConstraintKind::unilateral, coupled, {-1, -1});
  EXPECT_EQ(given.solve(), (std::vector{0.9998779296875, 0.99993896484375}));
}

TEST(BlockGaussSeidel, regularisationBySingularValuesSparesIndependentRows) {
  const DenseMatrix w = (DenseMatrix(3, 3) << 1, 1, 0, 1, 1, 0, 0, 0, 3).finished();
  for (const bool bySvd : {true, false}) {
    const Given given(
        "<BlockGaussSeidelConstraintSolver maxIterations='1000' tolerance='1e-13' "
        "regularizationTerm='0.5' useSVDForRegularization='" +
            std::string(bySvd ? "1" : "0") + "'/>",
        ConstraintKind::equality, w, {-1, -1, -3});
    const auto& lambda = given.solve();
    EXPECT_NEAR(lambda[0], 0.4, 1e-12);  // 1.5 x + x = 1
    EXPECT_NEAR(lambda[1], 0.4, 1e-12);
    EXPECT_NEAR(lambda[2], bySvd ? 1 : 3 / 3.5, 1e-12);
  }
}

TEST(NNCG, directionsComeFromSweeps) {
  const Given given(text("NNCGConstraintSolver"), ConstraintKind::unilateral, coupled, {-1, -1});
  const auto& lambda = given.solve();
  EXPECT_NEAR(lambda[0], 0.999910239415, 1e-11);
  EXPECT_NEAR(lambda[1], 0.999955119708, 1e-11);
  EXPECT_EQ(given.solver().d_currentIterations.value(), 7);
}

TEST(ImprovedJacobi, everyIterationHalvesTheRest) {
  // Multipliers 1 - 2^-s after s iterations; the error is (sqrt(4 + 4) + sqrt(1 + 4)) 2^-s, the first block still
  // seeing the last change of the second.
  const Given given(text("ImprovedJacobiConstraintSolver"), ConstraintKind::unilateral, coupled, {-1, -1});
  const auto& lambda = given.solve();
  EXPECT_DOUBLE_EQ(lambda[0], 1 - std::exp2(-12));
  EXPECT_DOUBLE_EQ(lambda[1], 1 - std::exp2(-12));
  EXPECT_EQ(given.solver().d_currentIterations.value(), 13);
  EXPECT_NEAR(given.solver().d_currentError.value(), (std::sqrt(8) + std::sqrt(5)) * std::exp2(-12), 1e-15);
}

// All contacts of a body answer what one could: undamped they push too hard and let go by turns.
TEST(ImprovedJacobi, contactsThatAnswerTogetherAreDamped) {
  const DenseMatrix w = (DenseMatrix(3, 3) << 1, 0.9, 0.9, 0.9, 1, 0.9, 0.9, 0.9, 1).finished();
  for (const auto kind : {ConstraintKind::unilateral, ConstraintKind::equality}) {
    const Given given("<ImprovedJacobiConstraintSolver tolerance='1e-12' maxIterations='2000'/>", kind, w,
                      {-1, -1, -1});
    for (const double lambda : given.solve()) EXPECT_NEAR(lambda, 1 / 2.8, 1e-11);
    EXPECT_LT(given.solver().d_currentError.value(), 3e-12);
  }
}

// What cannot be solved is not said to be because steps are small.
TEST(ImprovedJacobi, dampingDoesNotHideWhatIsUnsolved) {
  const DenseMatrix w = (DenseMatrix(2, 2) << 1, -1, -1, 1).finished();  // two obstacles that squeeze a point
  const Given given("<ImprovedJacobiConstraintSolver tolerance='1e-6' maxIterations='2000'/>",
                    ConstraintKind::unilateral, w, {-1, -1});
  given.solve();
  EXPECT_GT(given.solver().d_currentError.value(), 0.1);
}

TEST(ImprovedJacobi, theSpectralScaleDampsAndTheResidueAdds) {
  const auto after = [](int iterations, const std::string& more) {
    const Given given("<ImprovedJacobiConstraintSolver tolerance='0' maxIterations='" + std::to_string(iterations) +
                          "' " + more + "/>",
                      ConstraintKind::unilateral, coupled, {-1, -1});
    return given.solve()[0];
  };
  // Largest eigenvalue 3: scale 1.8 / 9.
  EXPECT_DOUBLE_EQ(after(1, "useSpectralCorrection='1'"), 0.5 * 0.2);
  EXPECT_DOUBLE_EQ(after(1, "useSpectralCorrection='1' spectralCorrectionFactor='2'"), 0.5 * 0.4);
  // The second of two iterations adds (1/2)^1 of the first change, 0.5, to 0.75.
  EXPECT_DOUBLE_EQ(after(2, "useConjugateResidue='1' conjugateResidueSpeedFactor='1'"), 1.0);
}

TEST(PreconditionedConjugateResidual, solvesTwoEquationsInTwoIterations) {
  const Given given(text("PreconditionedConjugateResidual"), ConstraintKind::unilateral, coupled, {-1, -2});
  const auto& lambda = given.solve();
  EXPECT_NEAR(lambda[0], 4. / 3, 1e-12);
  EXPECT_NEAR(lambda[1], 5. / 3, 1e-12);
  EXPECT_EQ(given.solver().d_currentIterations.value(), 3);
}

TEST(PreconditionedConjugateResidual, contactsPullToo) {
  const Given given(text("PreconditionedConjugateResidual"), ConstraintKind::unilateral, coupled, {1, 1});
  EXPECT_NEAR(given.solve()[0], -1, 1e-12);
}

TEST(PreconditionedConjugateResidual, contactsOfExactScenesPushOnly) {
  const std::string exact = "compatibility='exact'", solver = text("PreconditionedConjugateResidual");
  const CapturedMessages said;
  EXPECT_EQ(Given(solver, ConstraintKind::unilateral, coupled, {1, 1}, exact).solve(), (std::vector{0.0, 0.0}));
  EXPECT_EQ(Given(solver, ConstraintKind::unilateral, coupled, {-1, 1}, exact).solve(), (std::vector{0.5, 0.0}));
  EXPECT_EQ(said.warnings("taken for equations"), 0u);
  const Given equations(solver, ConstraintKind::equality, coupled, {-1, -2}, exact);
  const auto& lambda = equations.solve();
  EXPECT_NEAR(lambda[0], 4. / 3, 1e-12);
  EXPECT_NEAR(lambda[1], 5. / 3, 1e-12);
  EXPECT_LT(equations.solver().d_currentError.value(), 1e-12) << "the largest violation";
}

std::string lcp(const std::string& more, const std::string& tolerance = "1e-3") {
  return "<LCPConstraintSolver tolerance='" + tolerance + "' maxIt='1000' " + more + "/>";
}

TEST(LCP, withoutFrictionEveryRowPushesOnly) {
  for (const std::string build : {"1", "0"}) {
    const Given given(lcp("mu='0' build_lcp='" + build + "' computeConstraintForces='1'", "1e-12"),
                      ConstraintKind::unilateral, coupled, {-1, -1});
    EXPECT_NEAR(given.solve()[0], 1, 1e-11) << build;
    const Given apart(lcp("mu='0' build_lcp='" + build + "'"), ConstraintKind::unilateral, coupled, {1, -1});
    EXPECT_EQ(apart.solve(), (std::vector{0.0, 0.5})) << build;
    const auto& graph = apart.scene.first<LCPConstraintSolver>().d_graph.value();
    EXPECT_DOUBLE_EQ(graph.at("Error")[0], 1);
    EXPECT_DOUBLE_EQ(graph.at("Violation")[0], 0);
  }
}

TEST(LCP, startsFromTheLastMultipliersIfAsked) {
  for (const bool guess : {true, false}) {
    const CapturedMessages messages;
    const Given given("<LCPConstraintSolver tolerance='1e-3' maxIt='1' mu='0' build_lcp='0' initial_guess='" +
                          std::string(guess ? "1" : "0") + "'/>",
                      ConstraintKind::unilateral, coupled, {-1, -1});
    EXPECT_EQ(given.solve(), (std::vector{0.5, 0.75}));
    EXPECT_EQ(given.solve(), guess ? (std::vector{0.875, 0.9375}) : (std::vector{0.5, 0.75}));
    EXPECT_EQ(messages.warnings("only once a force changes there"), guess ? 1u : 0u);
  }
}

TEST(LCP, contactsThatDoNotFitTheFrictionAreAnError) {
  const CapturedMessages messages;
  const Given given(lcp("mu='0.5'"), ConstraintKind::unilateral, coupled, {-1, -1});
  EXPECT_EQ(given.solve(), (std::vector{0.0, 0.0}));
  EXPECT_EQ(messages.errors("every three rows are treated as a contact with friction"), 1u);
}

TEST(LCP, softOrHardContactsCanBeLeftOut) {
  const Given soft(lcp("mu='0' minW='2'"), ConstraintKind::unilateral, coupled, {-1, -1});
  EXPECT_EQ(soft.solve(), (std::vector{0.0, 0.0}));
  const Given hard(lcp("mu='0' maxF='0.9'"), ConstraintKind::unilateral, coupled, {-1, -1});
  EXPECT_EQ(hard.solve(), (std::vector{0.0, 0.0}));
}

TEST(LCP, slidingParticleKeepsToTheConeOfTheSolver) {
  for (const std::string build : {"1", "0"}) {
    const auto root = simulation::readSceneText(
        "<Node name='root' dt='0.01' gravity='0 -10 0'><FreeMotionAnimationLoop/>" +
        lcp("mu='0.2' computeConstraintForces='1' build_lcp='" + build + "'") +
        "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
        "<MinProximityIntersection alarmDistance='1' contactDistance='0'/>"
        "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.7'/>"
        "<Node name='plane'><MechanicalObject position='0 -1e-9 0'/><PointCollisionModel simulated='0'/></Node>"
        "<Node name='a'><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/>"
        "<SparseLDLSolver template='CompressedRowSparseMatrixd'/><MechanicalObject velocity='0.3 0 0'/>"
        "<UniformMass vertexMass='1'/><LinearSolverConstraintCorrection/><PointCollisionModel/></Node></Node>");
    ASSERT_TRUE(root);
    simulation::initRoot(*root);
    simulation::animate(*root);
    const auto& forces = root->down<LCPConstraintSolver>()->d_constraintForces.value();
    ASSERT_EQ(forces.size(), 3u);
    EXPECT_NEAR(forces[0], 0.1, 1e-6);
    EXPECT_NEAR(std::hypot(forces[1], forces[2]), 0.02, 1e-6);
    const auto& a = dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*root->children()[1]));
    EXPECT_NEAR(a.velocities()[0][0], 0.28, 1e-6);
  }
}

TEST(UncoupledConstraintCorrection, forcesFromTheBeginningMoveAPointOnceAForceChangesThere) {
  const tests::Scene scene(
      "<LCPConstraintSolver tolerance='1e-3' maxIt='1'/><MechanicalObject position='0 0 0  1 0 0'/>"
      "<UncoupledConstraintCorrection defaultCompliance='0.5' useOdeSolverIntegrationFactors='0'/>");
  auto& correction = scene.first<core::ConstraintCorrection>();
  const auto* state = &scene.first<core::State<type::Vec3Types>>();
  core::ConstraintProblem problem;
  core::ConstraintBlock row;
  row.kind = ConstraintKind::unilateral;
  for (const auto& points : {std::pair{0, -1}, {0, -1}, {1, -1}, {1, 0}}) {
    const int index = problem.addBlock(row, -1.0);
    problem.jacobian.add(state, index, points.first, type::Vec3(0, 1, 0));
    if (points.second >= 0) problem.jacobian.add(state, index, points.second, type::Vec3(0, 0, 0));  // without weight
  }
  problem.jacobian.sort(state);
  problem.lambda = {1, 2, 4, 0};
  const auto displacement = [&](int block) {
    double d = 0;
    correction.addDisplacement(problem, problem.blocks()[block], std::span(&d, 1));
    return d;
  };
  correction.beginProducts(problem);
  for (int block = 0; block < 4; ++block) EXPECT_EQ(displacement(block), 0) << block;
  const double change = 0.25;
  correction.addForce(problem, problem.blocks()[1], std::span(&change, 1));
  EXPECT_EQ(displacement(0), 0.5 * (1 + 2 + 0.25));
  EXPECT_EQ(displacement(1), 0.5 * (1 + 2 + 0.25));
  EXPECT_EQ(displacement(2), 0);
  correction.beginProducts(problem);
  correction.addForce(problem, problem.blocks()[3], std::span(&change, 1));
  EXPECT_EQ(displacement(2), 0.5 * (4 + 0.25));
  EXPECT_EQ(displacement(0), 0.5 * (1 + 2));  // named by the row that changed
}

TEST(LCP, withoutAMatrixARowNamesAllCornersOfATriangleTouchedAtOne) {
  for (const std::string build : {"1", "0"}) {
    const auto root = simulation::readSceneText(
        "<Node name='root' dt='0.01' gravity='0 -10 0'><FreeMotionAnimationLoop/>" +
        lcp("mu='0.2' build_lcp='" + build + "'") +
        "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
        "<NewProximityIntersection alarmDistance='0.5' contactDistance='0.1'/>"
        "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.7'/>"
        "<Node name='peg'><MechanicalObject position='0 -0.1 0'/><PointCollisionModel simulated='0'/></Node>"
        "<Node name='a'><EulerImplicitSolver/><CGLinearSolver iterations='10' tolerance='1e-15' threshold='1e-15'/>"
        "<MeshTopology position='0 0 0  1 1 0  0 1 1' triangles='0 1 2'/><MechanicalObject/><UniformMass "
        "totalMass='3'/><UncoupledConstraintCorrection useOdeSolverIntegrationFactors='0'/>"
        "<TriangleCollisionModel/></Node></Node>");
    ASSERT_TRUE(root);
    simulation::initRoot(*root);
    simulation::animate(*root);
    const auto* problem = root->down<LCPConstraintSolver>()->lastSolve().problem;
    ASSERT_TRUE(problem);
    ASSERT_EQ(problem->rows(), 3);
    const auto blocks = problem->jacobian.blocks(core::localMechanicalState(*root->children()[1]));
    std::vector<int> named, moved;
    for (const auto& block : blocks) {
      if (block.row != 0) continue;
      named.push_back(block.point);
      if (std::ranges::any_of(block.direction, [](double d) { return d != 0; })) moved.push_back(block.point);
    }
    EXPECT_EQ(moved, std::vector{0}) << build;
    EXPECT_EQ(named, build == "1" ? std::vector{0} : (std::vector{0, 1, 2})) << build;
  }
}

}  // namespace
