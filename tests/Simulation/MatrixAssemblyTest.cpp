// SPDX-License-Identifier: Apache-2.0
// Assembly of a system: what is recorded, when it is recorded anew, and what is said about bad contributions.
#include "Sofa/Simulation/Mechanics/MatrixAssembly.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Helper/Parallel.h"
#include "SolidScenes.h"

namespace sofa::tests {
namespace {

using Options = simulation::MatrixAssembly::Options;

/// Adds what a test lists.
class Listed : public core::ForceField<type::Vec3Types> {
 public:
  struct Entry {
    int row, column;
    Eigen::MatrixXd block;
  };
  std::vector<Entry> entries;
  int builds = 0;

  Listed() { setClass("Listed"); }
  void addForce(const core::MechanicalParams&, VecDeriv&, const VecCoord&, const VecDeriv&) override {}
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    ++builds;
    auto dfdx = matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate());
    for (const auto& e : entries) {
      if (e.block.size() == 1)
        dfdx(e.row, e.column) += e.block(0, 0);
      else if (e.block.rows() == 3)
        dfdx(e.row, e.column) += type::Mat3(e.block);
      else
        for (int i = 0; i < e.block.rows(); ++i)
          for (int j = 0; j < e.block.cols(); ++j) dfdx(e.row + i, e.column + j) += e.block(i, j);
    }
  }
};

Eigen::MatrixXd ones(int size, double value) { return Eigen::MatrixXd::Constant(size, size, value); }

class MatrixAssembly : public testing::Test {
 protected:
  explicit MatrixAssembly(const std::string& content = "<MechanicalObject name='x' position='0 0 0  1 0 0  2 0 0'/>")
      : scene(content), state(scene.first<core::BaseState>()) {
    force = std::make_shared<Listed>();
    force->setName("listed");
    scene.root->addComponent(force);
    force->init();
    assembly.bind(*scene.root);
    params.kFactor = 1;
  }
  Eigen::MatrixXd build(const Options& options = {}) {
    assembly.build(params, options, *force);
    return assembly.matrix().dense();
  }
  /// What the list means.
  Eigen::MatrixXd expected(double factor = 1) const {
    const int n = static_cast<int>(state.size()) * 3;
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n);
    for (const auto& e : force->entries) m.block(e.row, e.column, e.block.rows(), e.block.cols()) += factor * e.block;
    return m;
  }

  Scene scene;
  core::BaseState& state;
  std::shared_ptr<Listed> force;
  simulation::MatrixAssembly assembly;
  core::MechanicalParams params;
};

TEST_F(MatrixAssembly, ScalarsAndBlocksOfAnySizeAnywhereAccumulate) {
  force->entries = {{0, 0, ones(1, 2)}, {4, 7, ones(1, 3)}, {3, 6, ones(3, 5)},
                    {1, 2, ones(2, 7)}, {2, 3, ones(6, 1)}, {4, 7, ones(1, 4)}};
  EXPECT_EQ(build(), expected());
  params.kFactor = -.5;
  EXPECT_EQ(build(), expected(-.5)) << "straight into place";
}

TEST_F(MatrixAssembly, ASequenceThatRepeatsIsBuiltOnce) {
  force->entries = {{0, 0, ones(3, 2)}, {3, 6, ones(3, 5)}};
  build();
  const auto version = assembly.matrix().patternVersion();
  const int before = force->builds;
  EXPECT_EQ(build(), expected());
  EXPECT_EQ(force->builds, before + 1);
  EXPECT_EQ(assembly.matrix().patternVersion(), version);
}

TEST_F(MatrixAssembly, FollowsASequenceThatChanges) {
  const std::vector<std::vector<Listed::Entry>> sequences = {
      {{0, 0, ones(3, 2)}, {3, 6, ones(3, 5)}, {6, 6, ones(3, 1)}},
      {{0, 0, ones(3, 2)}},                                          // shorter
      {},                                                            // nothing
      {{0, 0, ones(3, 2)}, {0, 6, ones(3, 5)}, {6, 6, ones(3, 1)}},  // a place the pattern lacks
      {{6, 6, ones(3, 1)}, {0, 0, ones(3, 2)}, {0, 6, ones(3, 5)}},  // another order
      {{6, 6, ones(1, 1)}, {0, 0, ones(2, 2)}, {1, 5, ones(1, 5)}},  // other sizes
      {{0, 0, ones(3, 2)}, {0, 0, ones(3, 2)}, {0, 0, ones(3, 2)}},  // the same place again
  };
  for (int round = 0; round < 2; ++round)
    for (const auto& sequence : sequences) {
      force->entries = sequence;
      EXPECT_EQ(build(), expected()) << "round " << round;
      EXPECT_EQ(build(), expected()) << "round " << round << ", repeated";
    }
}

TEST_F(MatrixAssembly, FollowsTheSizeOfAState) {
  force->entries = {{0, 0, ones(3, 2)}, {3, 6, ones(3, 5)}};
  EXPECT_EQ(build(), expected());
  state.resize(5);
  force->entries.push_back({12, 12, ones(3, 4)});
  EXPECT_EQ(build(), expected());
  EXPECT_EQ(assembly.size(), 15);
  state.resize(2);
  force->entries = {{3, 3, ones(3, 4)}};
  EXPECT_EQ(build(), expected());
  EXPECT_EQ(assembly.size(), 6);
  state.resize(0);
  force->entries.clear();
  EXPECT_EQ(build().size(), 0);
  state.resize(3);
  force->entries = {{3, 6, ones(3, 5)}};
  EXPECT_EQ(build(), expected());
}

TEST_F(MatrixAssembly, FollowsComponentsThatComeAndGo) {
  force->entries = {{0, 0, ones(3, 2)}};
  EXPECT_EQ(build(), expected());
  const auto other = std::make_shared<Listed>();
  scene.root->addComponent(other);
  other->init();
  other->entries = {{0, 6, ones(3, 1)}};
  EXPECT_EQ(build().block(0, 6, 3, 3), ones(3, 1));
  scene.root->removeComponent(other.get());
  EXPECT_EQ(build(), expected());
}

TEST_F(MatrixAssembly, NamesTheComponentAndTheEntryThatLieOutside) {
  const CapturedMessages messages;
  force->entries = {{0, 0, ones(3, 2)}, {7, 3, ones(3, 1)}, {0, -1, ones(1, 1)}, {3, 3, ones(3, 1)}};
  Eigen::MatrixXd inside = Eigen::MatrixXd::Zero(9, 9);
  inside.block(0, 0, 3, 3) = ones(3, 2);
  inside.block(3, 3, 3, 3) = ones(3, 1);
  EXPECT_EQ(build(), inside);
  ASSERT_EQ(messages.errors("out of the allowed submatrix: entry (7, 3) of a 9 x 9 matrix"), 1u);
  EXPECT_EQ(messages.errors("; 2 such entries"), 1u);
  EXPECT_NE(messages.messages.back().path.find("listed"), std::string::npos);
  EXPECT_EQ(build(), inside);
  EXPECT_EQ(messages.errors("submatrix"), 1u) << "said once";
  build({.checkIndices = true});
  build({.checkIndices = true});
  EXPECT_EQ(messages.errors("submatrix"), 3u) << "and at every build if asked for";
}

TEST_F(MatrixAssembly, AnIndexOutsideOfAMeshElementIsReportedToo) {
  class Element : public Listed {
   public:
    void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
      const std::vector<std::array<int, 2>> elements = {{0, 1}, {1, 9}};
      auto dfdx = matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate());
      dfdx.addElements<2, 3>(elements, [](std::size_t, sofa::type::Mat<6, 6>& k) { k.setOnes(); });
    }
  };
  const auto element = std::make_shared<Element>();
  scene.root->addComponent(element);
  element->init();
  const CapturedMessages messages;
  Eigen::MatrixXd inside = Eigen::MatrixXd::Zero(9, 9);
  inside.block(0, 0, 6, 6).setOnes();
  inside.block(3, 3, 3, 3) += ones(3, 1);
  EXPECT_EQ(build(), inside);
  EXPECT_EQ(messages.errors("submatrix"), 1u);
  EXPECT_EQ(build(), inside);
}

TEST_F(MatrixAssembly, ViewsOfForeignStatesAreInvalidAndHarmless) {
  class Foreign : public Listed {
   public:
    core::BaseState* other = nullptr;
    void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
      auto dfdx = matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(other);
      EXPECT_FALSE(dfdx.isValid());
      dfdx.checkValidity(this);
      dfdx(0, 0) += 1.;
    }
  };
  const Scene elsewhere("<MechanicalObject name='elsewhere'/>");
  const auto foreign = std::make_shared<Foreign>();
  foreign->other = &elsewhere.first<core::BaseState>();
  scene.root->addComponent(foreign);
  foreign->init();
  const CapturedMessages messages;
  EXPECT_EQ(build(), expected());
  EXPECT_GE(messages.errors("with respect to state variable in mechanical state"), 1u);
}

TEST_F(MatrixAssembly, OptionsLeaveOutWhatTheySay) {
  force->entries = {{0, 0, ones(3, 2)}};
  EXPECT_EQ(build({.stiffness = false}).norm(), 0);
  EXPECT_EQ(build(), expected());
  force->d_rayleighStiffness.set(.5);
  params.bFactor = -2;
  EXPECT_EQ(build().norm(), 0) << "k + b rayleighStiffness = 0";
}

TEST(MatrixAssemblyOfStates, OffsetsFollowTheOrderOfTheScene) {
  const Scene scene(
      "<Node name='a'><MechanicalObject position='0 0 0  1 0 0'/><UniformMass vertexMass='2'/></Node>"
      "<Node name='b'><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/>"
      "<UniformMass vertexMass='3 1 4 0 0 0 5 0 0 0 6'/></Node>"
      "<Node name='c'><MechanicalObject template='Vec1' position='0 1'/><UniformMass vertexMass='7'/></Node>");
  simulation::MatrixAssembly assembly;
  assembly.bind(*scene.root);
  core::MechanicalParams params;
  params.mFactor = 1;
  assembly.build(params, {}, scene.first<core::Component>());
  Eigen::VectorXd diagonal(14);
  diagonal << 2, 2, 2, 2, 2, 2, 3, 3, 3, 12, 15, 18, 7, 7;
  EXPECT_EQ(assembly.matrix().dense(), Eigen::MatrixXd(diagonal.asDiagonal()));
  EXPECT_EQ(assembly.matrix().blockSize(), 1) << "what 3, 6 and 1 have in common";
}

TEST(MatrixAssemblyOfStates, AStateSolvedElsewhereHasNoUnknowns) {
  const Scene scene(
      "<Node name='in'><MechanicalObject name='x' position='0 0 0'/></Node>"
      "<Node name='out'><MechanicalObject name='y' position='2 0 0'/></Node>");
  auto* inside = scene.root->children()[0].get();
  const auto spring =
      inside->add("SpringForceField", {{"object1", "@x"}, {"object2", "@/out/y"}, {"spring", "0 0 50 0 1"}});
  ASSERT_TRUE(spring);
  spring->init();
  auto& force = dynamic_cast<core::BaseForceField&>(*spring);
  for (auto* state : force.states()) state->allocate(core::vec::force);
  force.accumulateForceAndLinearise({}, core::vec::force, core::Linearisation::exact);
  simulation::MatrixAssembly assembly;
  assembly.bind(*inside);
  core::MechanicalParams params;
  params.kFactor = 1;
  assembly.build(params, {}, *spring);
  // Twice as long as at rest: -50 along, -25 across.
  EXPECT_TRUE(assembly.matrix().dense().isApprox(Eigen::MatrixXd(Eigen::Vector3d(-50, -25, -25).asDiagonal()), 1e-14));
}

TEST(MatrixAssemblyOfStates, NoStateAtAll) {
  const CapturedMessages messages;
  const Scene scene("<EulerImplicitSolver/><SparseLDLSolver/>");
  scene.step(2);
  EXPECT_EQ(messages.errors("Global system matrix is not resized appropriately"), 1u);
}

TEST(MatrixAssemblyOfStates, APointThatOnlyAConstraintTouchesHasARow) {
  const Scene scene(
      "<MechanicalObject position='0 0 0  1 0 0'/><UniformMass vertexMass='2' indices='1'/>"
      "<FixedProjectiveConstraint indices='0'/>");
  simulation::MatrixAssembly assembly;
  assembly.bind(*scene.root);
  core::MechanicalParams params;
  params.mFactor = 1;
  assembly.build(params, {}, scene.first<core::Component>());
  Eigen::VectorXd diagonal(6);
  diagonal << 1, 1, 1, 2, 2, 2;
  EXPECT_EQ(assembly.matrix().dense(), Eigen::MatrixXd(diagonal.asDiagonal()));
}

std::vector<double> valuesWith(int threads) {
  helper::setThreadCount(threads);
  const auto root = test::start(test::sceneAround(
      test::implicitSolver + test::gridText(21, 10, 10) +
      "<MechanicalObject name='x'/><MeshMatrixMass totalMass='30'/><MeshSpringForceField stiffness='500' damping='1'/>"
      "<FixedProjectiveConstraint indices='0 31 62'/>"
      "<Node name='child'><MechanicalObject position='1.5 1.5 1.5  2.5 3.5 4.5'/><BarycentricMapping/>"
      "<SpringForceField spring='0 1 50 0 1'/></Node>"));
  test::steps(*root, 2);
  simulation::MatrixAssembly assembly;
  assembly.bind(*root);
  core::MechanicalParams params;
  params.mFactor = 1;
  params.kFactor = -.01;
  std::vector<double> values;
  for (int i = 0; i < 2; ++i) {
    assembly.build(params, {}, *root->down<core::Component>());
    values.assign(assembly.matrix().values().begin(), assembly.matrix().values().end());
  }
  simulation::unload(*root);
  helper::setThreadCount(1);
  return values;
}

TEST(MatrixAssemblyOfStates, SameBitsForAnyNumberOfThreads) {
  const auto one = valuesWith(1);
  EXPECT_GT(one.size(), 9u * 2100);
  EXPECT_EQ(one, valuesWith(2));
  EXPECT_EQ(one, valuesWith(4));
}

}  // namespace
}  // namespace sofa::tests
