// SPDX-License-Identifier: Apache-2.0
// The compliance matrix of constraints, written and shown.
#include <memory>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/LinearSystem/ComplianceMatrixImage.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

using simulation::Node;

/// Two points of 2 kg that are tied to each other. A multiplier moves each by h/m: W is 2 h/m on the diagonal.
std::shared_ptr<Node> tied(const std::string& solver, const std::string& extra) {
  auto root = simulation::readSceneText(
      "<Node name='root' dt='0.1' gravity='0 0 0'><FreeMotionAnimationLoop/>" + solver + extra +
      "<Node><EulerImplicitSolver/><SparseLDLSolver/><MechanicalObject name='a' "
      "position='0 0 0  1 0 0'/><UniformMass vertexMass='2'/>"
      "<LinearSolverConstraintCorrection/><BilateralLagrangianConstraint object1='@a' "
      "object2='@a' first_point='0' second_point='1'/></Node></Node>");
  simulation::initRoot(*root);
  return root;
}
const std::string sweeps = "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-9'/>";

TEST(ComplianceMatrixExporter, writesWOfTheLastStep) {
  const TemporaryFolder folder;
  const auto root =
      tied(sweeps, "<ComplianceMatrixExporter exportEveryNumberOfSteps='2' filename='" + folder.file("W") + "'/>");
  for (int i = 0; i < 3; ++i) simulation::animate(*root);
  // In each of three rows.
  EXPECT_EQ(folder.read("W00001.txt"), "[\n[ 0.1 0 0 ]\n[ 0 0.1 0 ]\n[ 0 0 0.1 ]\n ]");
  EXPECT_FALSE(folder.has("W00002.txt"));
}

TEST(ComplianceMatrixExporter, tellsWhereThereIsNoMatrix) {
  const CapturedMessages log;
  const TemporaryFolder folder;
  const std::string exporter =
      "<ComplianceMatrixExporter exportEveryNumberOfSteps='1' filename='" + folder.file("W") + "'/>";
  const auto root = tied("<UnbuiltGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-9'/>", exporter);
  simulation::animate(*root);
  EXPECT_FALSE(folder.has("W00001.txt"));
  EXPECT_EQ(log.errors(), 0u);
  const Scene alone(exporter);
  alone.step(2);
  EXPECT_EQ(log.errors("No constraint solver"), 1u);
}

TEST(ComplianceMatrixImage, showsThePattern) {
  const auto root = tied(sweeps, "<ComplianceMatrixImage/>");
  auto& image = *root->down<component::linearsystem::ComplianceMatrixImage>();
  EXPECT_EQ(image.d_bitmap.value(), "invalid matrix");
  simulation::animate(*root);
  EXPECT_EQ(image.d_bitmap.value(), "P1\n3 3\n100\n010\n001\n");
  const CapturedMessages log;
  const Scene alone("<ComplianceMatrixImage/>");
  EXPECT_EQ(log.errors("No constraint solver"), 1u);
}

TEST(ComplianceMatrix, byRowsHoldsTheSame) {
  core::ComplianceMatrix w;
  w.reset(4);
  w.add(3, 0, 1);
  w.add(0, 3, 2);
  w.add(1, 1, 3);
  w.add(3, 1, 4);
  w.add(1, 1, 5);
  w.finish();
  EXPECT_EQ(w.byRows().dense(), w.dense());
  w.reset(2);
  w.finish();
  EXPECT_EQ(w.byRows().rows(), 2);
}

}  // namespace
}  // namespace sofa::tests
