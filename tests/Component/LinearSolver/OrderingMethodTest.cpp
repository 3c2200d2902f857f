#include "Component/LinearSolver/GivenSystem.h"
#include "Sofa/Component/LinearSolver/OrderingMethod.h"

namespace sofa::test {
namespace {

const char* const solvers[] = {"SparseLDLSolver", "EigenSimplicialLDLT", "EigenSimplicialLLT", "EigenSparseLU",
                               "EigenSparseQR"};
const char* const orderings[] = {"NaturalOrderingMethod", "AMDOrderingMethod", "COLAMDOrderingMethod",
                                 "MetisOrderingMethod"};

TEST(OrderingMethod, DoesNotChangeTheSolution) {
  const BlockMatrix a = implicitBeam(4, 6);
  const Vector b = randomVector(a.rows(), 3);
  const Vector exact = a.dense().ldlt().solve(b);
  for (const char* solver : solvers)
    for (const char* ordering : orderings) {
      SolverNode scene(solver, {{"template", "CompressedRowSparseMatrixd"}}, ordering);
      scene.set(BlockMatrix(a));
      EXPECT_LT((scene.solve(b) - exact).norm(), 1e-9 * exact.norm()) << solver << " " << ordering;
    }
}

/// Points on a line, numbered so that the neighbours of each stand far apart in the matrix: natural order fills in.
BlockMatrix shuffledChain(int n) {
  DenseMatrix a = 4 * DenseMatrix::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) {
    const int p = i * 29 % n, q = (i + 1) * 29 % n;
    a(p, q) = a(q, p) = -1;
  }
  return fromDense(1, a);
}

int factorSize(const std::string& ordering, bool linked) {
  SolverNode::Attributes link = {{"orderingMethod", "@ordering"}};
  SolverNode scene("SparseLDLSolver", linked ? link : SolverNode::Attributes{}, ordering);
  scene.set(shuffledChain(200));
  scene.solve(Vector::Ones(200));
  return std::stoi(scene.solver->findData("L_nnz")->text(0));
}

TEST(OrderingMethod, IsTakenFromTheNodeOrALink) {
  const int natural = factorSize("NaturalOrderingMethod", false);
  EXPECT_EQ(factorSize("NaturalOrderingMethod", true), natural);
  EXPECT_LT(2 * factorSize("AMDOrderingMethod", false), natural);
  EXPECT_LT(2 * factorSize("", false), natural);
}

TEST(OrderingMethod, NamesThoseThereAreWhenALinkLeadsNowhere) {
  const CapturedMessages messages;
  SolverNode scene("SparseLDLSolver", {{"orderingMethod", "@orderin"}}, "AMDOrderingMethod");
  EXPECT_EQ(messages.errors("orderingMethod=\"@orderin\""), 1u);
  EXPECT_EQ(messages.errors("NaturalOrderingMethod, AMDOrderingMethod, COLAMDOrderingMethod"), 1u);
  scene.set(BlockMatrix(randomPositive(3, 10, 2, 1)));
  EXPECT_GT(scene.solve(Vector::Ones(30)).norm(), 0);
}

TEST(OrderingMethod, SuggestsTheNameOfOneMisspelt) {
  const CapturedMessages messages;
  const auto root = simulation::Node::createRoot();
  root->add("AMDOrderingMetod");
  EXPECT_EQ(messages.errors("AMDOrderingMethod"), 1u);
}

}  // namespace
}  // namespace sofa::test
