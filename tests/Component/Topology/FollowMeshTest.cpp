// SPDX-License-Identifier: Apache-2.0
// A scene goes on after a change of its mesh like one that is made from the changed mesh.
#include "Sofa/Simulation/Scene/FollowMesh.h"

#include <gmock/gmock.h>

#include <random>

#include "CapturedMessages.h"
#include "Component/Topology/TornBody.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "TemporaryFolder.h"

namespace sofa::component::topology {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3Types;

using namespace torn;

/// An element on the first face of another one, with the first point that stands well away on the other side; none:
/// invalidIndex.
Tetrahedron onAFace(const Tetrahedron& t, const std::vector<type::Vec3>& rest) {
  const type::Vec3 outwards = (rest[t[2]] - rest[t[0]]).cross(rest[t[1]] - rest[t[0]]);
  const auto far = std::ranges::find_if(rest, [&](const auto& p) { return outwards.dot(p - rest[t[0]]) > 0.1; });
  return {t[0], t[2], t[1], far == rest.end() ? type::invalidIndex : static_cast<Index>(far - rest.begin())};
}

TEST(FollowMesh, everyChangeGivesWhatASceneFromScratchGives) {
  CapturedMessages said;
  const Scene scene(bar().scene(), "dt='0.02' gravity='0 -1 0.3'");
  auto& modifier = scene.first<TopologyModifier>();
  const auto& mesh = scene.first<core::BaseMeshTopology>();
  ASSERT_EQ(mesh.tetrahedra().size(), 72u);
  std::mt19937 random(3);
  for (int change = 0; change < 25; ++change) {
    SCOPED_TRACE(change);
    scene.step(2);
    const std::size_t count = mesh.tetrahedra().size();
    if (change % 5 == 4) {
      Tetrahedron added;
      do added = onAFace(mesh.tetrahedra()[random() % count], stateOf(scene, "state").restPositions());
      while (added[3] == type::invalidIndex);
      ASSERT_TRUE(modifier.add(std::vector{added}));
    } else {
      std::set<Index> removed;
      for (int k = 0; k < 1 + change % 3; ++k) removed.insert(static_cast<Index>(random() % count));
      ASSERT_TRUE(modifier.remove({removed.begin(), removed.end()}));
    }
    compareWithScratch(scene);
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_LT(stateOf(scene, "state").size(), 36u) << "points were lost on the way";
  EXPECT_EQ(said.errors(), said.errors("opposite orientation")) << "what is added overlaps others";
}

TEST(FollowMesh, pointsComeWithTheMeanOfTheirAncestors) {
  const Scene scene(bar().scene(), "dt='0.02' gravity='0 0 0'");
  auto& modifier = scene.first<TopologyModifier>();
  auto& state = stateOf(scene, "state");
  const auto x = state.positions();
  const auto v = state.velocities();
  const auto rest = state.restPositions();
  ASSERT_TRUE(modifier.addPoints({core::Ancestors{{3, 8}, {0.25, 0.75}}}));
  ASSERT_EQ(state.size(), x.size() + 1);
  EXPECT_EQ(state.positions().back(), 0.25 * x[3] + 0.75 * x[8]);
  EXPECT_EQ(state.velocities().back(), 0.25 * v[3] + 0.75 * v[8]);
  EXPECT_EQ(state.restPositions().back(), 0.25 * rest[3] + 0.75 * rest[8]);
  EXPECT_EQ(scene.first<core::BaseMeshTopology>().position(x.size()), 0.25 * rest[3] + 0.75 * rest[8]);
}

/// Knows nothing of meshes: a plugin's.
class Above final : public core::Mapping<Vec3Types, Vec3Types> {
 public:
  void init() override {
    m_offsets.assign(l_input->size(), type::Vec3(0, 1, 0));
    l_output->resize(l_input->size());
    Mapping::init();
  }
  void apply(OutVecCoord& out, const InVecCoord& in) override {
    for (std::size_t i = 0; i < m_offsets.size(); ++i) out.at(i) = in.at(i) + m_offsets[i];
  }
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override { std::ranges::copy(in, out.begin()); }
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override {
    for (std::size_t i = 0; i < m_offsets.size(); ++i) in.at(i) += out.at(i);
  }

 private:
  std::vector<type::Vec3> m_offsets;
};

TEST(FollowMesh, aMappingThatKnowsOfNoMeshIsInitialisedAnew) {
  const Scene scene(
      "<PointSetTopologyContainer position='0 0 0  1 0 0  2 0 0'/><PointSetTopologyModifier/>"
      "<MechanicalObject name='state'/><Node name='child'><MechanicalObject name='above'/></Node>");
  const auto mapping = std::make_shared<Above>();
  auto& above = stateOf(scene, "above");
  mapping->l_input.set(&stateOf(scene, "state"));
  mapping->l_output.set(&above);
  above.context()->addComponent(mapping);
  mapping->init();
  auto& modifier = scene.first<TopologyModifier>();
  ASSERT_TRUE(modifier.remove({0}));
  EXPECT_THAT(above.positions(), testing::ElementsAre(type::Vec3(2, 1, 0), type::Vec3(1, 1, 0)));
  ASSERT_TRUE(modifier.addPoints({core::Ancestors{{0, 1}, {0.5, 0.5}}}));
  EXPECT_THAT(above.positions(), testing::ElementsAre(type::Vec3(2, 1, 0), type::Vec3(1, 1, 0), type::Vec3(1.5, 1, 0)));
  EXPECT_EQ(above.velocities().size(), 3u);
}

TEST(FollowMesh, statesStayOnRequest) {
  const Scene scene(
      "<PointSetTopologyContainer position='0 0 0  1 0 0  2 0 0'/>"
      "<PointSetTopologyModifier propagateToDOF='0'/><MechanicalObject/>");
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({0}));
  EXPECT_EQ(scene.state<Vec3Types>().size(), 3u);
  EXPECT_EQ(scene.first<core::BaseMeshTopology>().nbPoints(), 2u);
}

TEST(FollowMesh, plasticStrainsStayWithTheirElements) {
  const auto parts = bar();
  const Scene scene(
      "<EulerImplicitSolver/><CGLinearSolver iterations='200' tolerance='1e-14' threshold='1e-20'/>"
      "<TetrahedronSetTopologyContainer position='" +
          text(parts.rest) + "' tetrahedra='" + text(parts.tetrahedra) +
          "'/><TetrahedronSetTopologyModifier/><MechanicalObject/><UniformMass vertexMass='0.1'/>"
          "<TetrahedronFEMForceField youngModulus='50' poissonRatio='0.3' plasticMaxThreshold='1' "
          "plasticYieldThreshold='1e-5' plasticCreep='0.5'/>"
          "<FixedProjectiveConstraint indices='0 4 8 12'/>",
      "dt='0.05' gravity='0 -5 0'");
  scene.step(4);
  const auto before = strainsOf(scene);
  ASSERT_EQ(before.size(), 6 * 72u);
  ASSERT_GT(std::abs(before[6 * 71]), 1e-6);
  auto& modifier = scene.first<TopologyModifier>();
  ASSERT_TRUE(modifier.remove({10, 3}));
  const auto after = strainsOf(scene);
  ASSERT_EQ(after.size(), 6 * 70u);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(after[6 * 10 + k], before[6 * 71 + k]);
    EXPECT_EQ(after[6 * 3 + k], before[6 * 70 + k]);
    EXPECT_EQ(after[6 * 5 + k], before[6 * 5 + k]);
  }
  const auto t = scene.first<core::BaseMeshTopology>().tetrahedra()[0];
  ASSERT_TRUE(modifier.add(std::vector<Tetrahedron>{{t[0], t[1], t[2], 30}}));
  const auto added = strainsOf(scene);
  ASSERT_EQ(added.size(), 6 * 71u);
  EXPECT_EQ(added[6 * 70], 0) << "a new element has none";
  EXPECT_EQ(added[6 * 3], before[6 * 70]);
}

TEST(FollowMesh, whatDeclaresNothingIsInitialisedAnew) {
  CapturedMessages said;
  const Scene scene(
      "<EulerExplicitSolver/><TriangleSetTopologyContainer position='0 0 0  1 0 0  0 1 0  1 1 0.1' "
      "triangles='0 1 2  1 3 2'/><TriangleSetTopologyModifier/><MechanicalObject/>"
      "<UniformMass vertexMass='1'/><MeshSpringForceField name='springs' trianglesStiffness='10'/>");
  ASSERT_EQ(values<Index>(scene, "springs", "springsIndices1").size(), 5u);
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({1}));
  EXPECT_EQ(values<Index>(scene, "springs", "springsIndices1").size(), 3u);
  scene.step(2);
  EXPECT_EQ(said.errors(), 0u);
}

TEST(FollowMesh, springsBetweenStatesFollowTheirEnds) {
  tests::TemporaryFolder folder;
  const std::string file = folder.file("springs.checkpoint");
  const auto start = [] {
    return Scene(
        "<EulerExplicitSolver/><Node name='a'><MechanicalObject name='fix' position='0 1 0  1 1 0  2 1 0  3 1 "
        "0'/></Node>"
        "<Node name='b'><PointSetTopologyContainer position='0 0 0  1 0 0  2 0 0  3 0 0'/><PointSetTopologyModifier/>"
        "<MechanicalObject name='moved'/><UniformMass vertexMass='1'/></Node>"
        "<SpringForceField name='springs' object1='@a/fix' object2='@b/moved' enabled='1 0 1' "
        "spring='0 0 10 0 1.5  1 1 10 0 1  3 3 10 0 1.5'/>");
  };
  const auto flags = [](const Scene& scene) { return values<bool>(scene, "springs", "enabled"); };
  const Scene scene = start();
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({1}));
  EXPECT_THAT(values<Index>(scene, "springs", "springsIndices1"), testing::ElementsAre(0u, 3u));
  EXPECT_THAT(values<Index>(scene, "springs", "springsIndices2"), testing::ElementsAre(0u, 1u));
  EXPECT_THAT(flags(scene), testing::ElementsAre(true, true));
  scene.step();
  ASSERT_TRUE(simulation::saveCheckpoint(file, *scene.root, 1));
  const Scene resumed = start();
  ASSERT_EQ(simulation::loadCheckpoint(file, *resumed.root), 1);
  EXPECT_THAT(values<Index>(resumed, "springs", "springsIndices2"), testing::ElementsAre(0u, 1u));
  EXPECT_THAT(flags(resumed), testing::ElementsAre(true, true));
  scene.step(3);
  resumed.step(3);
  EXPECT_EQ(stateOf(resumed, "moved").positions(), stateOf(scene, "moved").positions());
  EXPECT_NE(stateOf(scene, "moved").positions()[1].y(), 0) << "the last spring pulls at the point that took the place";
}

TEST(FollowMesh, attachedPairsFollowTheirEnds) {
  tests::TemporaryFolder folder;
  const std::string file = folder.file("attached.checkpoint");
  const auto start = [] {
    return Scene(
        "<EulerImplicitSolver/><CGLinearSolver iterations='20' tolerance='1e-12' threshold='1e-20'/>"
        "<Node name='a'><PointSetTopologyContainer position='0 1 0  1 1 0  2 1 0  3 1 0'/><PointSetTopologyModifier/>"
        "<MechanicalObject name='leads'/><UniformMass vertexMass='1'/></Node>"
        "<Node name='b'><MechanicalObject name='follows' position='0 0 0  1 0 0  2 0 0  9 0 0'/>"
        "<UniformMass vertexMass='1'/></Node>"
        "<AttachProjectiveConstraint name='attach' object1='@a/leads' object2='@b/follows' indices1='0 1 2 3' "
        "indices2='0 1 2 3' constraintFactor='1 0.5 1 1' minDistance='4'/>");
  };
  const Scene scene = start();
  scene.step();
  ASSERT_EQ(stateOf(scene, "follows").positions()[3].x(), 9) << "too far away";
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({1}));
  EXPECT_THAT(values<Index>(scene, "attach", "indices1"), testing::ElementsAre(0u, 2u, 1u));
  EXPECT_THAT(values<Index>(scene, "attach", "indices2"), testing::ElementsAre(0u, 2u, 3u));
  EXPECT_THAT(values<double>(scene, "attach", "constraintFactor"), testing::ElementsAre(1, 1, 1));
  const double left = stateOf(scene, "follows").positions()[1].y();
  ASSERT_TRUE(simulation::saveCheckpoint(file, *scene.root, 1));
  const Scene resumed = start();
  ASSERT_EQ(simulation::loadCheckpoint(file, *resumed.root), 1);
  scene.step(3);
  resumed.step(3);
  const auto& x = stateOf(scene, "follows").positions();
  EXPECT_EQ(x[1].y(), left) << "nothing pulls at it any more";
  EXPECT_GT(x[2].y(), 0.9);
  EXPECT_EQ(x[3].x(), 9);
  EXPECT_EQ(stateOf(resumed, "follows").positions(), x);
}

TEST(FollowMesh, pointsHeldByMultipliersStayThese) {
  CapturedMessages said;
  Scene scene("");  // whose loop knows no multipliers
  scene.root = simulation::readSceneText(
      "<Node name='root' dt='0.05' gravity='0 -5 0'><FreeMotionAnimationLoop/>"
      "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-12'/>"
      "<EulerImplicitSolver/><CGLinearSolver iterations='20' tolerance='1e-12' threshold='1e-20'/>"
      "<PointSetTopologyContainer position='0 1 0  1 1 0  2 1 0  3 1 0'/><PointSetTopologyModifier/>"
      "<MechanicalObject name='held'/><UniformMass vertexMass='1'/>"
      "<UncoupledConstraintCorrection defaultCompliance='1'/>"
      "<FixedLagrangianConstraint name='hold' indices='3 0'/></Node>");
  ASSERT_TRUE(scene.root);
  simulation::initRoot(*scene.root);
  scene.step(2);
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({0}));
  EXPECT_THAT(values<Index>(scene, "hold", "indices"), testing::ElementsAre(0u));
  scene.step(2);
  const auto& x = stateOf(scene, "held").positions();
  EXPECT_NEAR((x[0] - type::Vec3(3, 1, 0)).norm(), 0, 1e-9);
  EXPECT_LT(x[1].y(), 0.99);
  EXPECT_EQ(said.errors(), 0u);
}

TEST(FollowMesh, aMeshCanLoseEverything) {
  CapturedMessages said;
  auto parts = bar();
  const Scene scene(parts.scene(), "dt='0.02' gravity='0 -1 0'");
  std::vector<Index> all(parts.tetrahedra.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  ASSERT_TRUE(scene.first<TopologyModifier>().remove(all));
  EXPECT_EQ(stateOf(scene, "state").size(), 0u);
  scene.step(3);
  EXPECT_EQ(said.errors("finite"), 0u);
}

TEST(FollowMesh, aResumedRunGivesTheSameBits) {
  CapturedMessages said;
  tests::TemporaryFolder folder;
  const std::string file = folder.file("run.checkpoint");
  const auto start = [] { return Scene(bar().scene(), "dt='0.02' gravity='0 -1 0.3'"); };
  const auto whole = start();
  whole.step(3);
  auto& modifier = whole.first<TopologyModifier>();
  ASSERT_TRUE(modifier.remove({70, 3, 5, 41}));
  whole.step(2);
  ASSERT_TRUE(modifier.remove({0, 1, 2, 6, 7, 8, 9}));
  ASSERT_TRUE(modifier.add(std::vector<Tetrahedron>{{1, 9, 14, 20}}));
  whole.step(2);
  ASSERT_TRUE(simulation::saveCheckpoint(file, *whole.root, 7));
  const auto resumed = start();
  ASSERT_EQ(simulation::loadCheckpoint(file, *resumed.root), 7);
  EXPECT_EQ(bitsOf(resumed), bitsOf(whole));
  const auto goOn = [&](const Scene& scene) {
    scene.step(3);
    scene.first<TopologyModifier>().remove({4, 12});
    scene.step(3);
  };
  goOn(whole);
  goOn(resumed);
  EXPECT_EQ(bitsOf(resumed), bitsOf(whole));
  EXPECT_EQ(resumed.first<core::BaseMeshTopology>().edges(), whole.first<core::BaseMeshTopology>().edges());
  EXPECT_EQ(said.errors(), 0u);
}

}  // namespace
}  // namespace sofa::component::topology
