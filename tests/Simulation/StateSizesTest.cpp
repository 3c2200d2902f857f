// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;

std::shared_ptr<simulation::Node> initialised(const std::string& text) {
  auto root = simulation::readSceneText(text);
  simulation::initRoot(*root);
  return root;
}

/// A force field on a grid of 27 points, in a node whose state a mapping that stands behind it makes smaller.
std::string mappedScene(const std::string& force, const std::string& mapping) {
  return "<Node name='root' dt='0.01' gravity='0 -9.81 0'><DefaultAnimationLoop/>"
         "<RegularGridTopology name='grid' n='3 3 3' min='0 0 0' max='2 2 2'/><Node name='solver'>"
         "<EulerImplicitSolver/><CGLinearSolver iterations='25' tolerance='1e-9' threshold='1e-9'/><Node name='free'>"
         "<MechanicalObject name='a' position='0 0 0 1 0 0'/><UniformMass totalMass='1'/><Node name='fem'>"
         "<MeshTopology name='mesh' src='@/grid'/><MechanicalObject name='all'/>" +
         force + mapping + "</Node></Node></Node></Node>";
}

TEST(StateSizes, AForceFieldAboveAStateThatAMappingMakesSmallerIsTold) {
  for (const char* force : {"HexahedronFEMForceField", "TetrahedronFEMForceField"})
    for (const char* mapping :
         {"<SubsetMapping input='@../a' output='@all' indices='0 1' handleTopologyChange='0'/>",
          "<IdentityMapping input='@../a' output='@all'/>",
          "<SubsetMultiMapping template='Vec3d,Vec3d' input='@../a' output='@all' indexPairs='0 0 0 1'/>"}) {
      const CapturedMessages said;
      const auto root = initialised(
          mappedScene("<" + std::string(force) + " name='e' youngModulus='1e4' poissonRatio='0.3'/>", mapping));
      for (int i = 0; i < 3; ++i) simulation::animate(*root);
      EXPECT_EQ(said.errors("/solver/free/fem/mesh names point "), 1u) << force << mapping;
      EXPECT_EQ(said.errors("/solver/free/fem/all has 2 points"), 1u) << force << mapping;
      EXPECT_EQ(said.errors(), 1u) << force << mapping;
    }
}

const std::string sizedBody =
    "<RegularGridTopology n='3 3 3' min='0 0 0' max='2 2 2'/><MechanicalObject name='dofs'/>"
    "<UniformMass totalMass='1'/><HexahedronFEMForceField youngModulus='1000' poissonRatio='0.3'/>"
    "<FixedProjectiveConstraint indices='0 26'/>"
    "<Node name='surface'><MechanicalObject position='1 1 1'/><BarycentricMapping/>"
    "<ConstantForceField indices='0' forces='0 1 0'/></Node>";

std::shared_ptr<simulation::Node> beam(const std::string& solver) {
  return initialised("<Node name='root' dt='0.01'><DefaultAnimationLoop/><EulerImplicitSolver/>" + solver + sizedBody +
                     "</Node>");
}

TEST(StateSizes, APointThatIsTakenFromAStateIsMissedOnceAndTakesPartAgainWhenItIsBack) {
  for (const char* solver : {"<CGLinearSolver/>", "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>"}) {
    const CapturedMessages said;
    const auto root = beam(solver);
    auto* state = root->local<core::BaseState>();
    simulation::animate(*root);
    EXPECT_EQ(said.errors(), 0u);
    state->resize(2);
    for (int i = 0; i < 3; ++i) simulation::animate(*root);
    EXPECT_EQ(said.errors("Hexahedron 0 of "), 2u) << solver;  // of the force field and the mapping
    const auto before = said.errors();
    state->resize(27);
    simulation::animate(*root);
    EXPECT_EQ(said.errors(), before) << solver;
    EXPECT_TRUE(root->local<core::BaseForceField>()->isValid());
  }
}

/// Takes points from a state while forces are computed.
class Shortening : public core::BaseForceField {
 public:
  core::BaseState* state = nullptr;
  void accumulateForce(const core::MechanicalParams&, core::VecDerivId) override { state->resize(2); }
  void accumulateDForce(const core::MechanicalParams&, core::VecDerivId) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  std::vector<core::BaseState*> states() const override { return {}; }
};

TEST(StateSizes, AStateMayLosePointsWhileForcesAreComputed) {
  for (const bool first : {true, false}) {
    const CapturedMessages said;
    const auto root = beam("<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>");
    const auto force = std::make_shared<Shortening>();
    force->state = root->local<core::BaseState>();
    root->addComponent(force, first ? 0 : root->components().size());
    for (int i = 0; i < 3; ++i) simulation::animate(*root);
    EXPECT_EQ(said.errors("Hexahedron 0 of "), 2u) << first;
  }
}

}  // namespace
}  // namespace sofa::test
