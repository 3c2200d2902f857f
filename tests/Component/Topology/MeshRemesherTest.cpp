// SPDX-License-Identifier: Apache-2.0
// What hangs on a mesh follows remeshing: mass and momentum stay, and the scene goes on like one made of the new mesh.
#include "Sofa/Component/Topology/MeshRemesher.h"

#include <gmock/gmock.h>

#include <random>

#include "CapturedMessages.h"
#include "Component/Topology/TornBody.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Geometry/Measure.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "TemporaryFolder.h"

namespace sofa::component::topology {
namespace {

using namespace torn;
using tests::CapturedMessages;

const std::string movingBody = "dt='0.02' gravity='0 -1 0.3'";

std::string remeshedBar(const std::string& attributes) {
  return bar().scene() + "<MeshRemesher name='remesher' topology='@body/topo' " + attributes + "/>";
}
core::BaseMeshTopology& changingMesh(const Scene& scene) { return *scene.first<TopologyModifier>().container(); }

struct Momentum {
  double mass = 0;
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};
Momentum momentumIn(const Scene& scene) {
  auto& mass = scene.first<core::Mass<Vec3Types>>();
  const auto& state = stateOf(scene, "state");
  const auto& x = state.positions();
  type::Vec3Types::VecDeriv impulse(x.size(), Vec3::Zero()), weight = impulse;
  mass.addMDx(impulse, state.velocities(), 1);
  mass.addMDx(weight, type::Vec3Types::VecDeriv(x.size(), Vec3::UnitX()), 1);
  Momentum m;
  for (std::size_t i = 0; i < x.size(); ++i) {
    m.mass += weight[i].x();
    m.linear += impulse[i];
    m.angular += x[i].cross(impulse[i]);
  }
  return m;
}
void expectKept(const Momentum& a, const Momentum& b) {
  EXPECT_NEAR(a.mass, b.mass, 1e-11);
  EXPECT_NEAR((a.linear - b.linear).norm(), 0, 1e-11);
  EXPECT_NEAR((a.angular - b.angular).norm(), 0, 1e-10);
}

double restVolume(const Scene& scene) {
  const auto& x = stateOf(scene, "state").restPositions();
  double volume = 0;
  for (const auto& t : changingMesh(scene).tetrahedra()) {
    const double v = geometry::signedTetrahedronVolume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
    EXPECT_GT(v, 0);
    volume += v;
  }
  return volume;
}

TEST(MeshRemesher, everyChangeGivesWhatASceneFromScratchGives) {
  CapturedMessages said;
  const Scene scene(remeshedBar("size='1.6' active='0'"), movingBody);
  auto& remesher = scene.first<MeshRemesher>();
  std::mt19937 random(5);
  const double volume = restVolume(scene);
  for (int k = 0; k < 6; ++k) {
    SCOPED_TRACE(k);
    scene.step(2);
    const auto before = momentumIn(scene);
    const auto at = [&](double most) { return most * static_cast<double>(random() % 101) / 100; };
    remesher.m_options.d_places.set({Vec3(at(3), at(2), at(2))});
    remesher.m_options.d_placeSizes.set({0.5});
    ASSERT_TRUE(remesher.remesh());
    expectKept(momentumIn(scene), before);
    EXPECT_NEAR(restVolume(scene), volume, 1e-10);
    compareWithScratch(scene);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(remesher.d_splits.value(), 50u);
  EXPECT_GT(remesher.d_collapses.value(), 20u);
  EXPECT_GT(remesher.d_flipped.value(), 20u);
  EXPECT_GE(remesher.d_quality.value(), 0.1);
  EXPECT_EQ(said.errors(), 0u);
}

TEST(MeshRemesher, allMassesKeepMassAndMomentum) {
  const auto text = remeshedBar("size='0.7' active='0'");
  const std::string mass = "<MeshMatrixMass massDensity='0.7' computeMassOnRest='1'/>";
  for (const std::string other :
       {"<MeshMatrixMass massDensity='0.7'/>", "<MeshMatrixMass massDensity='0.7' lumping='1'/>",
        "<MeshMatrixMass totalMass='3'/>", "<DiagonalMass massDensity='0.7'/>",
        "<UniformMass totalMass='2' preserveTotalMass='1'/>"}) {
    SCOPED_TRACE(other);
    auto with = text;
    with.replace(with.find(mass), mass.size(), other);
    const Scene scene(with, movingBody);
    scene.step(2);
    const auto before = momentumIn(scene);
    ASSERT_TRUE(scene.first<MeshRemesher>().remesh());
    expectKept(momentumIn(scene), before);
    scene.step(2);
  }
}

TEST(MeshRemesher, whatIsHeldStaysHeld) {
  const Scene scene(remeshedBar("size='0.6' keep='20 21' everySteps='3'"), movingBody);
  const auto rest = stateOf(scene, "state").restPositions();
  scene.step(4);
  const auto& after = stateOf(scene, "state").restPositions();
  const auto fixed = values<Index>(scene, "FixedProjectiveConstraint", "indices");
  const auto keep = values<Index>(scene, "MeshRemesher", "keep");
  EXPECT_EQ(fixed.size(), 9u);
  for (const Index i : fixed) EXPECT_EQ(after[i].x(), 0);
  ASSERT_EQ(keep.size(), 2u);
  EXPECT_EQ(after[keep[0]], rest[20]);
  EXPECT_EQ(after[keep[1]], rest[21]);
  std::size_t atWall = 0;
  for (const Vec3& p : after) atWall += p.x() == 0;
  EXPECT_EQ(atWall, 9u) << "edges between held points are not split";
}

TEST(MeshRemesher, anyNumberOfThreadsGivesTheSameBits) {
  std::vector<double> one;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    const Scene scene(remeshedBar("size='0.8' everySteps='3'"), movingBody);
    scene.step(7);
    if (threads == 1) one = bitsOf(scene);
    EXPECT_EQ(bitsOf(scene), one) << threads;
  }
  helper::setThreadCount(1);
}

TEST(MeshRemesher, aRunThatIsResumedGivesTheSameBits) {
  tests::TemporaryFolder folder;
  const std::string file = folder.file("remeshed.checkpoint");
  const auto start = [] { return Scene(remeshedBar("size='0.8' everySteps='4' lengths='current'"), movingBody); };
  const Scene whole = start();
  whole.step(6);
  ASSERT_GT(changingMesh(whole).nbPoints(), 36u);
  ASSERT_TRUE(simulation::saveCheckpoint(file, *whole.root, 6));
  const Scene resumed = start();
  ASSERT_EQ(simulation::loadCheckpoint(file, *resumed.root), 6);
  whole.step(6);
  resumed.step(6);
  EXPECT_EQ(bitsOf(resumed), bitsOf(whole));
  EXPECT_EQ(changingMesh(resumed).tetrahedra(), changingMesh(whole).tetrahedra());
  EXPECT_EQ(resumed.first<MeshRemesher>().d_splits.value(), whole.first<MeshRemesher>().d_splits.value());
}

const std::string remeshedSheet =
    "<Node name='lattice'><RegularGridTopology name='grid' n='7 6 1' min='0 0 0' max='3 2.5 0'/></Node>"
    "<Node name='sheet'><EulerImplicitSolver/><SparseLDLSolver/>"
    "<TriangleSetTopologyContainer name='topo' position='@../lattice/grid.position' "
    "triangles='@../lattice/grid.triangles'/><TriangleSetTopologyModifier/><MechanicalObject name='state'/>"
    "<MeshMatrixMass massDensity='0.5' computeMassOnRest='1'/><TriangularFEMForceField youngModulus='300'/>"
    "<FixedProjectiveConstraint indices='0 7 14 21 28 35'/>"
    "<Node name='inside'><MechanicalObject name='carried' position='1.1 1.2 0  2.3 0.7 0'/><BarycentricMapping/>"
    "</Node><Node name='look'><VisualModelImpl name='look'/><IdentityMapping/></Node></Node>";

TEST(MeshRemesher, aSheetFollowsAToolThatMoves) {
  CapturedMessages said;
  const Scene scene(remeshedSheet +
                        "<Node name='tool'><MechanicalObject name='tip' position='0.4 0.5 0' velocity='8 0 0'/>"
                        "<EulerExplicitSolver/><UniformMass totalMass='1'/></Node>"
                        "<MeshRemesher topology='@sheet/topo' size='0.6' places='@tool/tip.position' placeSizes='0.15' "
                        "everySteps='4'/>",
                    "dt='0.01' gravity='0 0 0'");
  const auto nearTool = [&](double x) {
    std::size_t count = 0;
    for (const Vec3& p : stateOf(scene, "state").restPositions()) count += (p - Vec3(x, 0.5, 0)).norm() < 0.4;
    return count;
  };
  scene.step();
  const double mass = momentumIn(scene).mass;
  EXPECT_NEAR(mass, 0.5 * 7.5, 1e-12);
  const std::size_t first = nearTool(0.4), later = nearTool(2.4);
  EXPECT_GT(first, 2 * later);
  scene.step(27);
  EXPECT_GT(nearTool(2.4), 2 * later);
  EXPECT_LT(nearTool(0.4), first) << "coarser again where the tool was";
  EXPECT_NEAR(momentumIn(scene).mass, mass, 1e-11);
  const auto& mesh = changingMesh(scene);
  EXPECT_EQ(stateOf(scene, "state").size(), mesh.nbPoints());
  expectNear(stateOf(scene, "carried").positions(), {{1.1, 1.2, 0}, {2.3, 0.7, 0}}, 1e-9, "at rest");
  EXPECT_EQ(facesSeen(scene), mesh.triangles().size());
  EXPECT_EQ(said.errors(), 0u);
}

TEST(MeshRemesher, tellsWhatIsWrong) {
  const auto errorOf = [](const std::string& text) {
    CapturedMessages said;
    const Scene scene(text, movingBody);
    scene.step();
    std::string all;
    for (const auto& message : said.messages) all += message.text + "\n";
    return all;
  };
  using testing::HasSubstr;
  EXPECT_THAT(errorOf(remeshedBar("size='1 2'")), HasSubstr("size has 2 values but the mesh 36 points"));
  EXPECT_THAT(errorOf(remeshedBar("size='-1'")), HasSubstr("larger than 0"));
  EXPECT_THAT(errorOf(remeshedBar("boxes='0 0 0 1 1 1' boxSizes='0.1 0.2'")), HasSubstr("There are 2 boxSizes"));
  EXPECT_THAT(errorOf(remeshedBar("splitAbove='1' collapseBelow='0.9'")), HasSubstr("at least 1.5 times"));
  EXPECT_THAT(errorOf(remeshedBar("size='0.05' maxPoints='60'")), HasSubstr("maxPoints, 60"));
  EXPECT_THAT(errorOf("<MeshRemesher/>"), HasSubstr("No mesh that can change is visible"));
}

TEST(MeshRemeshingEngine, makesAMeshBeforeTheRun) {
  CapturedMessages said;
  const Scene scene(
      "<Node name='lattice'><RegularGridTopology name='grid' n='4 3 3' min='0 0 0' max='3 2 2'/>"
      "<Node name='tetra'><TetrahedronSetTopologyContainer name='topo' position='@../grid.position'/>"
      "<Hexa2TetraTopologicalMapping input='@../grid' output='@topo'/></Node></Node>"
      "<Node name='remeshed'><MeshRemeshingEngine name='finer' position='@../lattice/grid.position' "
      "tetrahedra='@../lattice/tetra/topo.tetrahedra' "
      "size='0.8' boxes='2 0 0 3 2 2' boxSizes='0.4'/></Node>"
      "<Node name='body'><EulerImplicitSolver/><CGLinearSolver iterations='20' tolerance='1e-9' threshold='1e-9'/>"
      "<TetrahedronSetTopologyContainer name='made' position='@../remeshed/finer.outputPosition' "
      "tetrahedra='@../remeshed/finer.outputTetrahedra'/><MechanicalObject name='state'/><MeshMatrixMass "
      "massDensity='2'/>"
      "<TetrahedronFEMForceField youngModulus='300'/></Node>",
      movingBody);
  scene.step(2);
  EXPECT_NEAR(momentumIn(scene).mass, 24, 1e-10);
  const auto& x = stateOf(scene, "state").restPositions();
  EXPECT_GT(x.size(), 100u);
  const auto right = std::ranges::count_if(x, [](const Vec3& p) { return p.x() > 2; });
  EXPECT_GT(right, static_cast<std::ptrdiff_t>(x.size()) / 2);
  EXPECT_EQ(said.errors(), 0u);
}

}  // namespace
}  // namespace sofa::component::topology
