// SPDX-License-Identifier: Apache-2.0
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

/// A square of 24 x 24 points coupled to their neighbours, numbered without order: factors fill in.
BlockMatrix shuffledSquare() {
  constexpr int side = 24, n = side * side;
  std::vector<std::set<int>> rows(n);
  const auto number = [](int x, int y) { return (y * side + x) * 197 % n; };
  const auto couple = [&](int i, int j) {
    rows[i].insert(j);
    rows[j].insert(i);
  };
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      couple(number(x, y), number(x, y));
      if (x > 0) couple(number(x, y), number(x - 1, y));
      if (y > 0) couple(number(x, y), number(x, y - 1));
    }
  BlockMatrix a = withPattern(1, rows, n);
  for (int i = 0; i < n; ++i)
    for (int j : rows[i]) a.block(a.find(i, j))[0] = i == j ? 5 : -1;
  return a;
}

int factorSize(const std::string& ordering, bool linked) {
  SolverNode::Attributes link = {{"orderingMethod", "@ordering"}};
  SolverNode scene("SparseLDLSolver", linked ? link : SolverNode::Attributes{}, ordering);
  scene.set(shuffledSquare());
  scene.solve(Vector::Ones(576));
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
  EXPECT_EQ(scene.solver->findLink("orderingMethod")->typeName(), "OrderingMethod");
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
