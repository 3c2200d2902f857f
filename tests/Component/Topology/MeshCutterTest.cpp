// SPDX-License-Identifier: Apache-2.0
// What hangs on a mesh follows cuts: nothing of the body is lost, and the scene goes on like one made of the cut mesh.
#include "Sofa/Component/Topology/MeshCutter.h"

#include <gmock/gmock.h>

#include <random>

#include "CapturedMessages.h"
#include "Component/Topology/TornBody.h"
#include "Sofa/Component/Topology/MeshTearing.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Geometry/Measure.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "TemporaryFolder.h"

namespace sofa::component::topology {
namespace {

using namespace torn;
using tests::CapturedMessages;

const std::string moving = "dt='0.02' gravity='0 -1 0.3'";

/// The mesh that can change.
core::BaseMeshTopology& meshOf(const Scene& scene) { return *scene.first<TopologyModifier>().container(); }

/// Pieces of a mesh that elements with common points hold together.
std::size_t piecesOf(const core::BaseMeshTopology& mesh) {
  std::vector<Index> leader(mesh.nbPoints());
  for (Index i = 0; i < leader.size(); ++i) leader[i] = i;
  const auto find = [&](Index i) {
    while (leader[i] != i) i = leader[i];
    return i;
  };
  const auto join = [&](const auto& elements) {
    for (const auto& e : elements)
      for (const Index i : e) leader[find(i)] = find(e[0]);
  };
  join(mesh.tetrahedra()), join(mesh.triangles());
  std::size_t count = 0;
  for (Index i = 0; i < leader.size(); ++i) count += find(i) == i;
  return count;
}

/// What a cut must not change.
struct Conserved {
  double mass = 0, energy = 0, stiffness = 0;
  Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
};
Conserved conservedOf(const Scene& scene) {
  auto& mass = scene.first<core::Mass<Vec3Types>>();
  const auto& state = stateOf(scene, "state");
  const auto& x = state.positions();
  Conserved c;
  type::Vec3Types::VecDeriv impulse(x.size(), Vec3::Zero()), weight = impulse;
  mass.addMDx(impulse, state.velocities(), 1);
  mass.addMDx(weight, type::Vec3Types::VecDeriv(x.size(), Vec3::UnitX()), 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    c.mass += weight[i].x();
    c.momentum += impulse[i];
    c.angular += x[i].cross(impulse[i]);
    c.energy += 0.5 * impulse[i].dot(state.velocities()[i]);
  }
  const auto modulus = values<double>(scene, "fem", "youngModulus");
  const auto& rest = state.restPositions();
  const auto& cells = meshOf(scene).tetrahedra();
  EXPECT_EQ(modulus.size(), cells.size());
  for (std::size_t i = 0; i < std::min(modulus.size(), cells.size()); ++i) {
    const auto& t = cells[i];
    c.stiffness += modulus[i] * geometry::signedTetrahedronVolume(rest[t[0]], rest[t[1]], rest[t[2]], rest[t[3]]);
  }
  return c;
}
void expectConserved(const Conserved& a, const Conserved& b) {
  EXPECT_NEAR(a.mass, b.mass, 1e-11);
  EXPECT_NEAR((a.momentum - b.momentum).norm(), 0, 1e-11);
  EXPECT_NEAR((a.angular - b.angular).norm(), 0, 1e-10) << "the mass matrix is that of linear elements";
  EXPECT_NEAR(a.energy, b.energy, 1e-11);
  EXPECT_NEAR(a.stiffness, b.stiffness, 1e-7) << "parts have the modulus of what they are parts of";
}

/// Through the bar of 3 x 2 x 2, at random, now and then exactly through points.
geometry::SweptBlade randomBlade(std::mt19937& random) {
  const auto number = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() % 1001) / 1000;
  };
  const double x = random() % 4 == 0 ? 1 : number(0.5, 2.6), lean = number(-0.3, 0.3), deep = number(0.3, 3);
  geometry::SweptBlade blade;
  if (random() % 2)
    blade.sweep(std::vector<Vec3>{{x, 3, -1}, {x, 3, 3}},
                std::vector<Vec3>{{x + lean, 3 - deep, -1}, {x, 3 - deep, 3}});
  else
    blade.sweep(std::vector<Vec3>{{-1, -1, x}, {-1, 3, x}}, std::vector<Vec3>{{deep, -1, x}, {deep, 3, x + lean}});
  return blade;
}

TEST(MeshCutter, everyCutGivesWhatASceneFromScratchGives) {
  CapturedMessages said;
  for (const auto mode : {geometry::CutMode::subdivide, geometry::CutMode::faces}) {
    const Scene scene(bar().scene(), moving);
    MeshIncision incision;
    ASSERT_EQ(incision.start(meshOf(scene)), "");
    std::mt19937 random(5);
    std::size_t cuts = 0;
    for (int k = 0; k < 8; ++k) {
      SCOPED_TRACE(k);
      scene.step(2);
      const auto before = conservedOf(scene);
      const std::size_t points = meshOf(scene).nbPoints();
      incision.cut(randomBlade(random), {mode, 0.2, 0.02});
      cuts += meshOf(scene).nbPoints() > points;
      expectConserved(conservedOf(scene), before);
      compareWithScratch(scene);
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GE(cuts, 4u);
  }
  EXPECT_EQ(said.errors(), 0u);
}

TEST(MeshCutter, pointMassesKeepMassAndMomentum) {
  auto text = bar().scene();
  const std::string mass = "<MeshMatrixMass massDensity='0.7' computeMassOnRest='1'/>";
  for (const std::string other :
       {"<MeshMatrixMass massDensity='0.7'/>", "<MeshMatrixMass massDensity='0.7' lumping='1'/>",
        "<DiagonalMass massDensity='0.7'/>"}) {
    SCOPED_TRACE(other);
    auto with = text;
    with.replace(with.find(mass), mass.size(), other);
    const Scene scene(with, moving);
    scene.step(2);
    const auto before = conservedOf(scene);
    MeshIncision incision;
    ASSERT_EQ(incision.start(meshOf(scene)), "");
    std::mt19937 random(11);
    for (int k = 0; k < 4; ++k) incision.cut(randomBlade(random), {});
    ASSERT_GT(meshOf(scene).nbPoints(), 40u);
    const auto after = conservedOf(scene);
    EXPECT_NEAR(after.mass, before.mass, 1e-11);
    EXPECT_NEAR((after.momentum - before.momentum).norm(), 0, 1e-11);
  }
}

std::string cutBar(const std::string& attributes = "keyFrames='1.4 3 -1 0 0 0 1  1.5 -0.6 -1 0 0 0 1'") {
  return bar().scene() + "<MeshCutter name='knife' topology='@body/topo' blade='0 0 0  0 0 4' keyTimes='0.02 0.4' " +
         attributes + "/>";
}
TEST(MeshCutter, aBladeThatMovesByKeysCutsThrough) {
  CapturedMessages said;
  const Scene scene(cutBar(), moving);
  scene.step(3);
  EXPECT_EQ(piecesOf(meshOf(scene)), 1u);
  scene.step(22);
  EXPECT_EQ(piecesOf(meshOf(scene)), 2u);
  const auto& knife = scene.first<MeshCutter>();
  EXPECT_GT(knife.d_splitEdges.value(), 20u);
  EXPECT_GT(knife.d_quality.value(), 0.02);
  EXPECT_EQ(knife.d_newPoints.value() + 36, meshOf(scene).nbPoints());
  EXPECT_EQ(said.errors(), 0u);
}

TEST(MeshCutter, anyNumberOfThreadsGivesTheSameBits) {
  std::vector<double> one;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    const Scene scene(cutBar(), moving);
    scene.step(20);
    if (threads == 1) one = bitsOf(scene);
    EXPECT_EQ(bitsOf(scene), one) << threads;
  }
  helper::setThreadCount(1);
}

TEST(MeshCutter, aRunResumedAmidACutGivesTheSameBits) {
  tests::TemporaryFolder folder;
  const std::string file = folder.file("cut.checkpoint");
  for (const std::string mode : {"subdivide", "faces"}) {
    const auto start = [&] {
      return Scene(cutBar("keyFrames='1.4 3 -1 0 0 0 1  1.5 -0.6 -1 0 0 0 1' mode='" + mode + "'"), moving);
    };
    const Scene whole = start();
    whole.step(11);
    ASSERT_EQ(piecesOf(meshOf(whole)), 1u);
    ASSERT_GT(meshOf(whole).nbPoints(), 36u) << "amid the cut";
    ASSERT_TRUE(simulation::saveCheckpoint(file, *whole.root, 11));
    const Scene resumed = start();
    ASSERT_EQ(simulation::loadCheckpoint(file, *resumed.root), 11);
    whole.step(12);
    resumed.step(12);
    EXPECT_EQ(piecesOf(meshOf(whole)), 2u);
    EXPECT_EQ(bitsOf(resumed), bitsOf(whole));
    EXPECT_EQ(meshOf(resumed).tetrahedra(), meshOf(whole).tetrahedra());
    EXPECT_EQ(resumed.first<MeshCutter>().d_newPoints.value(), whole.first<MeshCutter>().d_newPoints.value());
  }
}

TEST(MeshCutter, aCutCanBeTakenBack) {
  CapturedMessages said;
  const Scene scene(bar().scene(), moving), untouched(bar().scene(), moving);
  scene.step(3);
  untouched.step(3);
  MeshIncision incision;
  ASSERT_EQ(incision.start(meshOf(scene)), "");
  incision.keepMesh();
  const std::string before = simulation::savedState(*scene.root, 3);
  std::mt19937 random(2);
  for (int k = 0; k < 3; ++k) incision.cut(randomBlade(random), {});
  scene.step(2);
  ASSERT_GT(meshOf(scene).nbPoints(), 36u);
  std::string problem;
  ASSERT_EQ(simulation::restoreState(before, *scene.root, problem), 3) << problem;
  EXPECT_EQ(meshOf(scene).tetrahedra(), meshOf(untouched).tetrahedra());
  EXPECT_EQ(bitsOf(scene), bitsOf(untouched));
  scene.step(3);
  untouched.step(3);
  const auto a = bitsOf(scene), b = bitsOf(untouched);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-9);
  EXPECT_EQ(said.errors(), 0u);
}

TEST(MeshCutter, mistakesAreNamed) {
  const auto errorOf = [](const std::string& text) {
    CapturedMessages said;
    const Scene scene(text, moving);
    scene.step(30);
    std::string all;
    for (const auto& message : said.messages) all += message.text + "\n";
    return all;
  };
  const std::string frames = "keyFrames='1.4 3 -1 0 0 0 1  1.5 -0.6 -1 0 0 0 1'";
  EXPECT_THAT(errorOf(cutBar("keyFrames='0 0 0 0 0 0 1'")), testing::HasSubstr("2 keyTimes and 1 keyFrames"));
  EXPECT_THAT(errorOf(cutBar(frames + " snapping='0.9'")), testing::HasSubstr("between 0 and 0.5"));
  {
    CapturedMessages said;
    const Scene scene(cutBar(frames), moving);
    scene.first<MeshCutter>().d_keyFrames.edit()[1].center.x() = std::nan("");
    scene.step(30);
    EXPECT_EQ(said.errors("not finite"), 1u);
    EXPECT_EQ(meshOf(scene).nbPoints(), 36u);
  }
  EXPECT_THAT(errorOf("<MeshCutter/>"), testing::HasSubstr("No mesh that can change is visible"));
  auto onSkin = cutBar(frames);
  onSkin.replace(onSkin.find("@body/topo"), 10, "@body/surface/skin");
  EXPECT_THAT(errorOf(onSkin), testing::HasSubstr("is made from /body/topo: change that one"));
  EXPECT_THAT(errorOf("<MeshTopology position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'/><MechanicalObject/><MeshCutter "
                      "keyTimes='0' keyFrames='0 0 0 0 0 0 1'/>"),
              testing::HasSubstr("add a TriangleSetTopologyModifier"));
}

// --- Sheets and tearing ----------------------------------------------------------------------------------------------

std::string sheet(const std::string& more) {
  return "<Node name='grid'><RegularGridTopology name='grid' n='9 7 1' min='0 0 0' max='4 3 0'/></Node>"
         "<Node name='sheet'><EulerImplicitSolver/><SparseLDLSolver/><TriangleSetTopologyContainer name='mesh' "
         "position='@../grid/grid.position' triangles='@../grid/grid.triangles'/><TriangleSetTopologyModifier/>"
         "<MechanicalObject name='state'/><DiagonalMass massDensity='1'/>"
         "<TriangularFEMForceField name='fem' youngModulus='100' poissonRatio='0.3'/>"
         "<BoxROI name='left' box='-0.1 -1 -1 0.1 4 1'/><FixedProjectiveConstraint indices='@left.indices'/>"
         "<BoxROI name='right' box='3.9 -1 -1 4.1 4 1'/><LinearMovementProjectiveConstraint indices='@right.indices' "
         "keyTimes='0 4' movements='0 0 0  4 0 0'/>" +
         more + "</Node>";
}

TEST(MeshCutter, aSheetIsIncised) {
  CapturedMessages said;
  const Scene scene(
      sheet("<MeshCutter blade='0 0 -1 0 0 1' keyTimes='0 0.2' keyFrames='1.7 -1 0 0 0 0 1  1.9 4 0 0 0 0 "
            "1'/>"),
      "dt='0.02' gravity='0 0 0'");
  scene.step(12);
  EXPECT_EQ(piecesOf(meshOf(scene)), 2u);
  scene.step(20);
  EXPECT_EQ(said.errors(), 0u);
}

TEST(MeshTearing, aPulledSheetTears) {
  for (const std::string mode : {"separate", "remove"}) {
    SCOPED_TRACE(mode);
    CapturedMessages said;
    const Scene scene(sheet("<MeshTearing threshold='1.4' mode='" + mode + "'/>"), "dt='0.02' gravity='0 0 0'");
    scene.step(15);
    EXPECT_EQ(scene.first<MeshTearing>().d_torn.value(), 0u) << "pulled by less than that";
    scene.step(185);
    EXPECT_GT(scene.first<MeshTearing>().d_torn.value(), 5u);
    if (mode == "separate") {
      EXPECT_GE(piecesOf(meshOf(scene)), 2u);
      EXPECT_EQ(meshOf(scene).triangles().size(), 96u);
    } else {
      EXPECT_EQ(meshOf(scene).triangles().size() + scene.first<MeshTearing>().d_torn.value(), 96u);
    }
    EXPECT_EQ(said.errors(), 0u);
  }
}

TEST(MeshTearing, aMeasureOfAForceFieldCounts) {
  CapturedMessages said;
  auto text = bar().scene();
  text.insert(text.find("<ConstantForceField name='load'"),
              "<MeshTearing name='tear' measure='@fem.vonMisesPerElement' threshold='1e-3' maxPerStep='2'/>");
  text.insert(text.find("<TetrahedronFEMForceField name='fem'") + 36, " computeVonMisesStress='1' ");
  const Scene scene(text, moving);
  scene.step(6);
  EXPECT_GT(scene.first<MeshTearing>().d_torn.value(), 0u);
  EXPECT_EQ(said.errors(), 0u);
}

}  // namespace
}  // namespace sofa::component::topology
