// SPDX-License-Identifier: Apache-2.0
// Bodies that lose and get elements go on like bodies that are made of what is left: forces of each kind of elements,
// with contacts and multipliers, resumed, and on any number of threads.
#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <random>
#include <set>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/FiniteElement/SpringKernel.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "TemporaryFolder.h"

namespace sofa::component::topology {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

const std::string momentum = "dt='0.01' gravity='0 -1 0.3'";

/// A body of one kind of elements, as it is told in a scene.
struct Body {
  const char* kind;    ///< of the container
  const char* list;    ///< its Data
  const char* fields;  ///< what acts on it
  std::string elements;
  std::vector<Vec3> x, v, rest;

  std::string text() const {
    return "<EulerExplicitSolver/><" + std::string(kind) + "SetTopologyContainer name='topo' position='" +
           type::toText(rest, 0) + "' " + list + "='" + elements + "'/><" + kind +
           "SetTopologyModifier/><MechanicalObject name='state' position='" + type::toText(x, 0) + "' velocity='" +
           type::toText(v, 0) + "' rest_position='" + type::toText(rest, 0) + "'/><DiagonalMass massDensity='0.7'/>" +
           fields;
  }
};

std::size_t elementCount(const Scene& scene, const Body& body) {
  const auto& mesh = scene.first<core::BaseMeshTopology>();
  const std::string_view list = body.list;
  return list == "edges"        ? mesh.edges().size()
         : list == "triangles"  ? mesh.triangles().size()
         : list == "quads"      ? mesh.quads().size()
         : list == "tetrahedra" ? mesh.tetrahedra().size()
                                : mesh.hexahedra().size();
}

/// The body of a lattice of 4 x 3 points, or of 4 x 3 x 2, bent a little.
Body latticeBody(const char* kind, const char* list, const char* fields) {
  const bool isTetrahedral = std::string_view(kind) == "Tetrahedron";
  const bool isSolid = isTetrahedral || std::string_view(kind) == "Hexahedron";
  const Scene lattice("<RegularGridTopology name='grid' n='4 3 " + std::string(isSolid ? "2" : "1") +
                      "' min='0 0 0' max='3 2 1'/><Node><" + kind + "SetTopologyContainer name='topo' " +
                      (isTetrahedral ? "/><Hexa2TetraTopologicalMapping/>" : "src='@../grid'/>") + "</Node>");
  const auto& grid = lattice.first<core::BaseMeshTopology>();
  Body body{kind, list, fields, {}, {}, {}, {}};
  body.elements = lattice.root->children()[0]->local<core::BaseMeshTopology>()->findData(list)->text(0);
  for (std::size_t i = 0; i < grid.nbPoints(); ++i) {
    const Vec3 p = grid.position(i);
    body.rest.push_back(p);
    body.x.push_back(p + 0.03 * Vec3(std::sin(p.y()), p.x() * p.x(), std::cos(p.x())));
    body.v.push_back(0.1 * Vec3(p.z(), -p.x(), 0.3));
  }
  return body;
}

/// Takes out elements at random, one or two at a time, and compares each time a step with that of a body from scratch.
void loseElements(const Body& start, unsigned seed) {
  SCOPED_TRACE(start.fields);
  CapturedMessages said;
  const Scene scene(start.text(), momentum);
  auto& modifier = scene.first<TopologyModifier>();
  const auto& state = scene.state<type::Vec3Types>();
  std::mt19937 random(seed);
  const auto count = [&] { return elementCount(scene, start); };
  while (count() > 2) {
    std::set<Index> gone;
    for (std::size_t k = 0; k < 1 + random() % 2; ++k) gone.insert(static_cast<Index>(random() % count()));
    ASSERT_TRUE(modifier.remove({gone.begin(), gone.end()}));
    Body left = start;
    left.elements = scene.first<core::BaseMeshTopology>().findData(start.list)->text(0);
    left.x = state.positions();
    left.v = state.velocities();
    left.rest = state.restPositions();
    const Scene scratch(left.text(), momentum);
    const auto& expected = scratch.state<type::Vec3Types>();
    scene.step();
    scratch.step();
    ASSERT_EQ(state.size(), expected.size());
    double moved = 0;
    for (std::size_t i = 0; i < state.size(); ++i) {
      moved = std::max(moved, (state.velocities()[i] - left.v[i]).norm());
      ASSERT_LT((state.velocities()[i] - expected.velocities()[i]).norm(), 1e-9) << i << " of " << state.size();
      ASSERT_LT((state.positions()[i] - expected.positions()[i]).norm(), 1e-10) << i;
    }
    ASSERT_GT(moved, 0);
  }
  for (const auto& message : said.messages)
    if (message.severity == helper::Severity::Error) ADD_FAILURE() << message.text;
}

TEST(ChangedBodies, surfacesThatLoseTrianglesGoOnLikeNewOnes) {
  for (const char* fields :
       {"<TriangularFEMForceField youngModulus='50' poissonRatio='0.3' method='large'/>",
        "<TriangularFEMForceFieldOptim youngModulus='50' poissonRatio='0.3'/>",
        "<TriangularFEMForceFieldOptim youngModulus='50' poissonRatio='0.3' restScale='0.9'/>",
        "<TriangleFEMForceField youngModulus='50' poissonRatio='0.3' thickness='0.2' method='large'/>",
        "<CorotationalFEMForceField template='Vec3,Triangle' youngModulus='50' poissonRatio='0.3'/>",
        "<TriangularBendingSprings stiffness='20' damping='0.3'/>",
        "<FastTriangularBendingSprings bendingStiffness='2'/>", "<MeshSpringForceField stiffness='30' damping='0.1'/>"})
    loseElements(latticeBody("Triangle", "triangles", fields), 1);
}

TEST(ChangedBodies, surfacesThatLoseQuadsGoOnLikeNewOnes) {
  for (const char* fields : {"<QuadularBendingSprings stiffness='20' damping='0.3'/>",
                             "<MeshSpringForceField quadsStiffness='30' quadsDamping='0.1'/>",
                             "<CorotationalFEMForceField template='Vec3,Quad' youngModulus='50' poissonRatio='0.3'/>"})
    loseElements(latticeBody("Quad", "quads", fields), 2);
}

/// The ends of the springs of a body, and how long they are at rest.
std::map<std::set<Index>, double> springsOf(const Scene& scene, const std::string& name) {
  std::vector<core::Component*> all;
  scene.root->collectDown(all);
  for (const auto* component : all)
    if (component->className() == name) {
      std::map<std::set<Index>, double> springs;
      for (const auto& s :
           *static_cast<const std::vector<fem::LinearSpring>*>(component->findData("spring")->rawValue()))
        springs[{s.first, s.second}] = s.restLength;
      return springs;
    }
  throw std::runtime_error("no component " + name);
}

/// These springs are as long at rest as they were at the start: a body from scratch has the same ones of other lengths.
void loseSprings(const std::string& name, Body body) {
  const std::string fields = "<" + name + " stiffness='20' damping='0.3'/>";
  body.fields = fields.c_str();
  const Scene scene(body.text(), momentum);
  auto& modifier = scene.first<TopologyModifier>();
  const auto start = springsOf(scene, name);
  ASSERT_GT(start.size(), 6u);
  for (int change = 0; change < 3; ++change) {
    // The last element and the last points go: all others keep their numbers.
    ASSERT_TRUE(modifier.remove({static_cast<Index>(elementCount(scene, body) - 1)}));
    Body left = body;
    left.elements = scene.first<core::BaseMeshTopology>().findData(body.list)->text(0);
    const auto now = springsOf(scene, name), expected = springsOf(Scene(left.text(), momentum), name);
    ASSERT_EQ(now.size(), expected.size());
    for (const auto& [ends, length] : now) {
      ASSERT_TRUE(expected.contains(ends));
      ASSERT_EQ(length, start.at(ends));
    }
    scene.step();
  }
  ASSERT_LT(springsOf(scene, name).size(), start.size());
  ASSERT_TRUE(modifier.remove({0, 1}));
  for (const auto& [ends, length] : springsOf(scene, name))
    for (const Index end : ends) ASSERT_LT(end, scene.state<type::Vec3Types>().size());
}

TEST(ChangedBodies, springsAcrossEdgesThatLostAnElementGo) {
  loseSprings("QuadBendingSprings", latticeBody("Quad", "quads", ""));
  loseSprings("TriangleBendingSprings", latticeBody("Triangle", "triangles", ""));
}

TEST(ChangedBodies, solidsThatLoseElementsGoOnLikeNewOnes) {
  for (const char* fields :
       {"<TetrahedronFEMForceField youngModulus='50' poissonRatio='0.3'/>",
        "<TetrahedralCorotationalFEMForceField youngModulus='50' poissonRatio='0.3'/>",
        "<FastTetrahedralCorotationalForceField youngModulus='50' poissonRatio='0.3'/>",
        "<StandardTetrahedralFEMForceField materialName='StVenantKirchhoff' ParameterSet='20 40'/>",
        "<TetrahedronHyperelasticityFEMForceField materialName='NeoHookean' ParameterSet='20 40'/>",
        "<CorotationalFEMForceField template='Vec3,Tetrahedron' youngModulus='50' poissonRatio='0.3'/>"})
    loseElements(latticeBody("Tetrahedron", "tetrahedra", fields), 3);
  for (const char* fields :
       {"<HexahedronFEMForceField youngModulus='50' poissonRatio='0.3'/>",
        "<HexahedronFEMForceField youngModulus='50' poissonRatio='0.3' method='polar'/>",
        "<CorotationalFEMForceField template='Vec3,Hexahedron' youngModulus='50' poissonRatio='0.3'/>",
        "<HexahedronHyperelasticityFEMForceField materialName='NeoHookean' ParameterSet='20 40'/>",
        "<HexahedralFEMForceField youngModulus='50' poissonRatio='0.3'/>"})
    loseElements(latticeBody("Hexahedron", "hexahedra", fields), 4);
}

TEST(ChangedBodies, linesThatLoseEdgesGoOnLikeNewOnes) {
  loseElements(latticeBody("Edge", "edges", "<MeshSpringForceField stiffness='30' damping='0.1'/>"), 5);
}

template <class T>
const T& valueOf(const Scene& scene, const std::string& name) {
  return *static_cast<const T*>(scene.first<core::BaseMass>().findData(name)->rawValue());
}

/// Masses of points and edges that followed a mesh, measured at rest, have the bits of those that are found anew.
void loseMass(const Body& start, const std::string& attributes, bool hasEach) {
  SCOPED_TRACE(std::string(start.kind) + attributes);
  using Reals = std::vector<double>;
  const auto text = [&](const std::string& elements, const std::vector<Vec3>& rest, const Reals& density) {
    return "<" + std::string(start.kind) + "SetTopologyContainer position='" + type::toText(rest, 0) + "' " +
           start.list + "='" + elements + "'/><" + start.kind + "SetTopologyModifier/><MechanicalObject/>" +
           "<MeshMatrixMass computeMassOnRest='1' massDensity='" + type::toText(density, 0) + "' " + attributes + "/>";
  };
  Reals density{0.7};
  if (hasEach) {
    density.clear();
    const Scene counted(start.text());
    for (std::size_t e = 0; e < elementCount(counted, start); ++e)
      density.push_back(0.5 + 0.1 * static_cast<double>(e));
  }
  const Scene scene(text(start.elements, start.rest, density));
  auto& modifier = scene.first<TopologyModifier>();
  std::mt19937 random(6);
  const double whole = valueOf<double>(scene, "totalMass");
  while (elementCount(scene, start) > 2) {
    const auto count = elementCount(scene, start);
    std::set<Index> gone;
    for (std::size_t k = 0; k < 1 + random() % 2; ++k) gone.insert(static_cast<Index>(random() % count));
    ASSERT_TRUE(modifier.remove({gone.begin(), gone.end()}));
    const auto& mesh = scene.first<core::BaseMeshTopology>();
    const Scene fresh(text(mesh.findData(start.list)->text(0), scene.state<type::Vec3Types>().restPositions(),
                           valueOf<Reals>(scene, "massDensity")));
    ASSERT_EQ(valueOf<Reals>(scene, "vertexMass"), valueOf<Reals>(fresh, "vertexMass"));
    // Edges may have other numbers in a mesh that is made anew.
    auto followed = valueOf<Reals>(scene, "edgeMass"), found = valueOf<Reals>(fresh, "edgeMass");
    std::ranges::sort(followed);
    std::ranges::sort(found);
    ASSERT_EQ(followed, found);
    ASSERT_NEAR(valueOf<double>(scene, "totalMass"), valueOf<double>(fresh, "totalMass"), 1e-14 * whole);
  }
}

TEST(ChangedBodies, massesAtRestAreThoseOfNewOnes) {
  const std::pair<const char*, const char*> kinds[] = {
      {"Triangle", "triangles"}, {"Quad", "quads"}, {"Tetrahedron", "tetrahedra"}, {"Hexahedron", "hexahedra"}};
  for (const auto& [kind, list] : kinds)
    for (const bool hasEach : {false, true})
      for (const char* attributes : {"", "lumping='1'"}) loseMass(latticeBody(kind, list, ""), attributes, hasEach);
}

/// What is left when an element went without points does not depend on what points went before.
TEST(ChangedBodies, massesThatAreSharedAnewAreThoseOfNewOnes) {
  const Body start = latticeBody("Hexahedron", "hexahedra", "");
  const auto text = [&](const std::string& elements, const std::vector<Vec3>& x) {
    return "<HexahedronSetTopologyContainer position='" + type::toText(x, 0) + "' hexahedra='" + elements +
           "'/><HexahedronSetTopologyModifier/><MechanicalObject/><MeshMatrixMass massDensity='0.7'/>";
  };
  CapturedMessages said;
  const Scene scene(text(start.elements, start.x));
  const auto& state = scene.state<type::Vec3Types>();
  const auto remove = [](const Scene& from, Index element) { return from.first<TopologyModifier>().remove({element}); };
  ASSERT_TRUE(remove(scene, 0));
  ASSERT_LT(state.size(), start.x.size());
  const auto lattice = scene.first<core::BaseMeshTopology>().findData("hexahedra")->text(0);
  const Scene fresh(text(lattice, state.positions()));
  const std::size_t points = state.size();
  for (const Scene* each : {&scene, &fresh}) {
    for (Vec3& x : each->state<type::Vec3Types>().writeCoords(core::vec::position)) x *= 1.1;
    ASSERT_TRUE(remove(*each, 4));
  }
  ASSERT_EQ(state.size(), points);
  EXPECT_NEAR(valueOf<double>(scene, "totalMass"), valueOf<double>(fresh, "totalMass"), 1e-12);
}

TEST(ChangedBodies, densitiesOutliveAllElements) {
  for (const char* attributes : {"", "lumping='1'", "computeMassOnRest='1'"}) {
    const std::string points = "0 0 0  1 0 0  0 1 0  0 0 1";
    const Scene scene("<TetrahedronSetTopologyContainer position='" + points +
                      "' tetrahedra='0 1 2 3'/><TetrahedronSetTopologyModifier/><MechanicalObject/>" +
                      "<MeshMatrixMass massDensity='0.7' " + attributes + "/>");
    auto& modifier = scene.first<TopologyModifier>();
    auto& state = scene.state<type::Vec3Types>();
    const double whole = valueOf<double>(scene, "totalMass");
    const auto x = state.positions();
    ASSERT_TRUE(modifier.remove({0}));
    ASSERT_TRUE(modifier.addPoints(std::vector<core::Ancestors>(4)));
    for (const auto id : {core::vec::position, core::vec::restPosition}) state.writeCoords(id) = x;
    ASSERT_TRUE(modifier.add<type::Tetrahedron>({{0, 1, 2, 3}}));
    EXPECT_NEAR(valueOf<double>(scene, "totalMass"), whole, 1e-15) << attributes;
  }
}

/// A bar that falls on a floor with friction, one point held by multipliers.
std::string touchingBar() {
  Body bar = latticeBody("Tetrahedron", "tetrahedra", "");
  return "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='200' tolerance='1e-8'/>"
         "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
         "<NewProximityIntersection alarmDistance='0.3' contactDistance='0.05'/>"
         "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.4'/>"
         "<Node name='body'><EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>"
         "<TetrahedronSetTopologyContainer name='topo' position='" +
         type::toText(bar.rest, 0) + "' tetrahedra='" + bar.elements +
         "'/><TetrahedronSetTopologyModifier/><MechanicalObject name='state'/>"
         "<DiagonalMass massDensity='0.7'/><TetrahedronFEMForceField youngModulus='300' poissonRatio='0.3'/>"
         "<LinearSolverConstraintCorrection/><FixedLagrangianConstraint indices='11'/>"
         "<Node><TriangleSetTopologyContainer name='skin'/><TriangleSetTopologyModifier/>"
         "<Tetra2TriangleTopologicalMapping input='@../topo' output='@skin'/><TriangleCollisionModel/>"
         "<PointCollisionModel/></Node></Node>"
         "<Node><MeshTopology position='-5 -0.1 -5  8 -0.1 -5  8 -0.1 6  -5 -0.1 6' triangles='0 2 1  0 3 2'/>"
         "<MechanicalObject/><TriangleCollisionModel moving='0' simulated='0'/></Node>";
}

/// Twelve steps, a tetrahedron less before every second one; from the checkpoint of a run on.
class TouchingBar {
 public:
  TouchingBar() {
    m_scene.root =
        simulation::readSceneText("<Node name='root' dt='0.01' gravity='0 -5 0'>" + touchingBar() + "</Node>");
    simulation::initRoot(*m_scene.root);
  }
  void run(int from, int to) {
    auto& modifier = m_scene.first<TopologyModifier>();
    for (int i = from; i < to; ++i) {
      if (i % 2 == 1) {
        ASSERT_TRUE(modifier.remove({static_cast<Index>(7 * i % 20)}));
      }
      m_scene.step();
    }
  }
  std::vector<double> bits() const {
    std::vector<double> all;
    const auto& state =
        dynamic_cast<const core::State<type::Vec3Types>&>(*core::localMechanicalState(*m_scene.root->children().at(0)));
    for (const auto flat : {state.hostRead(core::vec::position), state.hostRead(core::vec::velocity)})
      all.insert(all.end(), flat.begin(), flat.end());
    return all;
  }
  const Scene& scene() const { return m_scene; }

 private:
  Scene m_scene{""};
};

std::vector<double> bitsOn(int threads) {
  helper::setThreadCount(threads);
  TouchingBar bar;
  bar.run(0, 12);
  helper::setThreadCount(1);
  return bar.bits();
}

TEST(ChangedBodies, withContactsAndMultipliersTheBitsDoNotDependOnThreads) {
  CapturedMessages said;
  const auto one = bitsOn(1);
  ASSERT_GT(one.size(), 90u);
  for (const double value : one) ASSERT_TRUE(std::isfinite(value));
  EXPECT_EQ(one, bitsOn(2));
  EXPECT_EQ(one, bitsOn(4));
  EXPECT_EQ(said.errors(), 0u);
}

/// A run goes on from a checkpoint that was made after one element went, and loses another one at once.
void resumeAssembled(const std::string& linearSolver, Index first, Index second) {
  SCOPED_TRACE(linearSolver);
  Body body = latticeBody("Hexahedron", "hexahedra", "<HexahedronFEMForceField youngModulus='50' poissonRatio='0.3'/>");
  std::string text = body.text();
  text.replace(0, text.find("/>") + 2, "<EulerImplicitSolver/>" + linearSolver);
  const Scene whole(text, momentum), resumed(text, momentum);
  const auto bitsOf = [](const Scene& scene) {
    const auto& state = scene.state<type::Vec3Types>();
    std::vector<double> all;
    for (const auto flat : {state.hostRead(core::vec::position), state.hostRead(core::vec::velocity)})
      all.insert(all.end(), flat.begin(), flat.end());
    return all;
  };
  whole.step();
  ASSERT_TRUE(whole.first<TopologyModifier>().remove({first}));
  whole.step();
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(*whole.root, 2), *resumed.root, problem), 2) << problem;
  for (const Scene* scene : {&whole, &resumed}) {
    ASSERT_TRUE(scene->first<TopologyModifier>().remove({second}));
    scene->step(4);
  }
  EXPECT_EQ(bitsOf(resumed), bitsOf(whole));
}

TEST(ChangedBodies, assembledMatricesOfAResumedRunAreThoseOfTheWhole) {
  const Index inner = 1, other = 4, corner = 2;  // of 3 x 2: all points of the first two belong to others too
  const std::string type = "template='CompressedRowSparseMatrixMat3x3d'";
  for (const std::string& solver :
       {"<SparseLDLSolver " + type + "/>", "<AsyncSparseLDLSolver " + type + "/>",
        "<PCGLinearSolver iterations='4' tolerance='1e-15' preconditioner='@ldl'/><SparseLDLSolver name='ldl' " + type +
            "/>",
        "<CGLinearSolver " + type + " iterations='5' tolerance='1e-15' threshold='1e-30'/>",
        "<CGLinearSolver " + type + " iterations='30' tolerance='1e-15' threshold='1e-30'/>"}) {
    resumeAssembled(solver, inner, other);
    resumeAssembled(solver, inner, corner);
    resumeAssembled(solver, corner, inner);
  }
}

/// What was given for no element is not taken for a list of as many values as a mesh without elements has.
TEST(ChangedBodies, thatLostAllElementsTakeNewOnes) {
  for (const char* fields : {"<TetrahedronFEMForceField youngModulus='50' poissonRatio='0.3'/>",
                             "<TetrahedralCorotationalFEMForceField youngModulus='50' poissonRatio='0.3'/>"}) {
    const Body start = latticeBody("Tetrahedron", "tetrahedra", fields);
    Body one = start;
    one.elements = "0 1 2 3";
    one.rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    one.x = {{0, 0, 0}, {1.2, 0, 0}, {0, 1, 0}, {0, 0.1, 1}};
    one.v.assign(4, Vec3::Zero());
    const Scene scene(start.text(), momentum), fresh(one.text(), momentum);
    auto& modifier = scene.first<TopologyModifier>();
    auto& state = scene.state<type::Vec3Types>();
    std::vector<Index> all(elementCount(scene, start));
    std::iota(all.begin(), all.end(), Index{0});
    ASSERT_TRUE(modifier.remove(all));
    ASSERT_EQ(state.size(), 0u);
    ASSERT_TRUE(modifier.addPoints(std::vector<core::Ancestors>(4)));
    state.writeCoords(core::vec::restPosition) = one.rest;
    state.writeCoords(core::vec::position) = one.x;
    ASSERT_TRUE(modifier.add<type::Tetrahedron>({{0, 1, 2, 3}}));
    scene.step();
    fresh.step();
    EXPECT_EQ(state.velocities(), fresh.state<type::Vec3Types>().velocities()) << fields;
    EXPECT_GT(state.velocities()[1].norm(), 0.5) << "it is stretched";
  }
}

TEST(ChangedBodies, withContactsAndMultipliersARunIsResumedToTheSameBits) {
  tests::TemporaryFolder folder;
  const std::string file = folder.file("bar.checkpoint");
  TouchingBar whole, resumed;
  whole.run(0, 7);
  ASSERT_TRUE(simulation::saveCheckpoint(file, *whole.scene().root, 7));
  ASSERT_EQ(simulation::loadCheckpoint(file, *resumed.scene().root), 7);
  EXPECT_EQ(resumed.bits(), whole.bits());
  whole.run(7, 14);
  resumed.run(7, 14);
  EXPECT_EQ(resumed.bits(), whole.bits());
}

}  // namespace
}  // namespace sofa::component::topology
