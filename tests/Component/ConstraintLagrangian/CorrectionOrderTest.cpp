// SPDX-License-Identifier: Apache-2.0
// The order of the components in a node does not matter to constraint corrections.
#include <algorithm>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/UncoupledConstraintCorrection.h"

namespace sofa::component::constraintlagrangian {
namespace {

using tests::CapturedMessages;

/// Where a body is that falls for five steps, tied by one point; the state stands first, as it must.
std::vector<double> fallOf(const std::string& state, const std::vector<std::string>& components) {
  std::string text =
      "<Node name='root' dt='0.01' gravity='0 -9.81 0'><FreeMotionAnimationLoop/>"
      "<BlockGaussSeidelConstraintSolver tolerance='1e-12' maxIterations='1000'/><Node name='body'>" +
      state;
  for (const auto& component : components) text += component;
  auto root = simulation::readSceneText(text + "</Node></Node>");
  if (!root) return {};
  simulation::initRoot(*root);
  for (int i = 0; i < 5; ++i) simulation::animate(*root);
  const auto values = core::localMechanicalState(*root->children().at(0))->hostRead(core::vec::position);
  return {values.begin(), values.end()};
}

void tryOrders(const std::string& state, std::vector<std::string> components) {
  std::ranges::sort(components);
  const CapturedMessages said;
  std::vector<double> first;
  do {
    std::string order;
    for (const auto& component : components) order += component;
    const auto reached = fallOf(state, components);
    if (first.empty()) first = reached;
    EXPECT_EQ(reached, first) << order;
  } while (std::ranges::next_permutation(components).found);
  EXPECT_EQ(said.errors(), 0u) << (said.messages.empty() ? "" : said.messages.front().text);
  ASSERT_GE(first.size(), 2u);
  EXPECT_LT(first[1], -1e-3);  // it falls
}

TEST(CorrectionOrder, bodies) {
  for (const std::string correction :
       {"<UncoupledConstraintCorrection/>", "<GenericConstraintCorrection/>", "<LinearSolverConstraintCorrection/>",
        "<PrecomputedConstraintCorrection recompute='1'/>"})
    tryOrders("<MechanicalObject template='Rigid3' position='0 0 0  0 0 0 1'/>",
              {"<EulerImplicitSolver/>", "<SparseLDLSolver/>",
               "<UniformMass vertexMass='2 1 [0.1 0 0 0 0.1 0 0 0 0.1]'/>", correction});
}

TEST(CorrectionOrder, points) {
  for (const std::string correction :
       {"<UncoupledConstraintCorrection defaultCompliance='0.5'/>", "<GenericConstraintCorrection/>",
        "<LinearSolverConstraintCorrection/>", "<PrecomputedConstraintCorrection recompute='1'/>"})
    tryOrders("<MechanicalObject position='0 0 0  1 0 0'/>",
              {"<EulerImplicitSolver/>", "<SparseLDLSolver/>", "<UniformMass totalMass='2'/>", correction,
               "<FixedLagrangianConstraint indices='1'/>"});
}

/// The compliance is that of the mass, which a total mass gives only when it is initialised.
TEST(CorrectionOrder, theMassMayStandBehind) {
  const CapturedMessages said;
  for (const std::string mass : {"<UniformMass totalMass='4'/>", "<UniformMass vertexMass='4'/>"}) {
    auto root = simulation::readSceneText(
        "<Node name='root' dt='0.01'><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver tolerance='1e-12' "
        "maxIterations='1000'/><Node name='body'><MechanicalObject template='Rigid3' position='0 0 0  0 0 0 1'/>"
        "<EulerImplicitSolver/><SparseLDLSolver/><UncoupledConstraintCorrection/>" +
        mass + "</Node></Node>");
    simulation::initRoot(*root);
    const auto* correction = root->down<UncoupledConstraintCorrection<type::Rigid3Types>>();
    ASSERT_TRUE(correction);
    ASSERT_EQ(correction->d_compliance.value().size(), 7u) << mass;
    EXPECT_EQ(correction->d_compliance.value()[0], 0.25) << mass;
  }
  EXPECT_EQ(said.errors(), 0u);
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian
