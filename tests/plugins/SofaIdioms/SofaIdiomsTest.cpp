// SPDX-License-Identifier: Apache-2.0
// Unit tests as plugins have them: scenes from text and by calls, mappings, messages.
#include <gtest/gtest.h>

#include <sofa/component/mapping/testing/MappingTestCreation.h>
#include <sofa/component/statecontainer/MechanicalObject.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/BaseForceField.h>
#include <sofa/core/behavior/BaseMass.h>
#include <sofa/defaulttype/RigidTypes.h>
#include <sofa/simpleapi/SimpleApi.h>
#include <sofa/simulation/Node.h>
#include <sofa/simulation/common/SceneLoaderXML.h>
#include <sofa/simulation/graph/DAGSimulation.h>
#include <sofa/testing/BaseSimulationTest.h>
#include <sofa/testing/NumericTest.h>
#include <fstream>

#include "GapMapping.h"

namespace {

using namespace sofa::defaulttype;
using namespace sofa::simpleapi;
using sofa::simulation::Node;
using sofa::simulation::SceneLoaderXML;
using sofa::testing::BaseSimulationTest;
using sofa::type::Vec3;
typedef sofa::component::statecontainer::MechanicalObject<Vec3Types> MechanicalObject3;
typedef sofa::component::statecontainer::MechanicalObject<Rigid3Types> MechanicalObjectRigid3;
typedef std::vector<Vec3> Points;

struct SofaIdioms_test : public BaseSimulationTest {
  void doSetUp() override {
    importPlugin("SofaIdioms");
    importPlugin("Sofa.Component.StateContainer");
  }
  void doTearDown() override {
    if (root) sofa::simulation::node::unload(root);
  }
  /// An initialised scene without messages.
  void load(const std::string& content, const std::string& gravity = "0 0 0") {
    EXPECT_MSG_NOEMIT(Error, Warning);
    const std::string scene = "<Node name='root' dt='0.1' gravity='" + gravity + "'>" +
                              (content.find("AnimationLoop") == std::string::npos ? "<DefaultAnimationLoop/>" : "") +
                              content + "</Node>";
    root = SceneLoaderXML::loadFromMemory("test", scene.c_str());
    ASSERT_NE(root.get(), nullptr);
    sofa::simulation::node::initRoot(root.get());
  }
  void step(int count = 1) {
    for (int i = 0; i < count; ++i) sofa::simulation::node::animate(root.get(), 0.1);
  }
  MechanicalObject3* state(const std::string& name) {
    return dynamic_cast<MechanicalObject3*>(root->getTreeNode(name)->getMechanicalState());
  }
  std::string value(const std::string& object, const std::string& data) {
    auto* found = root->getObject(object);
    EXPECT_NE(found, nullptr) << object;
    return found ? found->findData(data)->getValueString() : "";
  }
  /// Positions of a state after some steps with a system of each kind.
  void expectSameInEverySystem(const std::string& content, const std::string& name, int steps = 5) {
    const char* systems[] = {"<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>",
                             "<CGLinearSolver iterations='500' tolerance='1e-15' threshold='1e-40'/>"};
    Points ends[2];
    for (int i = 0; i < 2; ++i) {
      doTearDown();
      const std::string scene =
          "<Node name='root' dt='0.1' gravity='0 -2 0'><DefaultAnimationLoop/><EulerImplicitSolver/>" +
          std::string(systems[i]) + content + "</Node>";
      root = SceneLoaderXML::loadFromMemory("test", scene.c_str());
      sofa::simulation::node::initRoot(root.get());
      const Points start = points(name);
      step(steps);
      ends[i] = points(name);
      EXPECT_GT(sofa::testing::NumericTest<SReal>::vectorMaxDiff(start, ends[i]), 1e-3) << "nothing moves";
    }
    EXPECT_LT(sofa::testing::NumericTest<SReal>::vectorMaxDiff(ends[0], ends[1]), 1e-8);
  }
  Points points(const std::string& name) {
    Points all;
    auto* found = root->getTreeNode(name)->getMechanicalState();
    for (std::size_t i = 0; i < found->getSize(); ++i)
      all.emplace_back(found->getPX(i), found->getPY(i), found->getPZ(i));
    return all;
  }
  Node::SPtr root;
};

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
  EXPECT_LT((a - b).norm(), tolerance) << a.transpose() << " is not " << b.transpose();
}

TEST_F(SofaIdioms_test, bodiesAreHeldByTheirCentersAndOrientations) {
  load(
      "<Node name='body'><MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1'/>"
      "<FrameAnchorForceField name='anchor'/></Node>");
  auto* body = dynamic_cast<MechanicalObjectRigid3*>(root->getChild("body")->getMechanicalState());
  ASSERT_NE(body, nullptr);
  {
    auto x = body->writePositions();
    x[0].getCenter() = Vec3(1, 2, 0);
    x[0].getOrientation().axisToQuat(Vec3(0, 0, 1), 0.5);
  }
  auto* force = root->getTreeObject<sofa::core::behavior::BaseForceField>();
  body->allocate(sofa::core::vec_id::write_access::force);
  force->accumulateForce({}, sofa::core::vec_id::write_access::force);
  const auto f = body->readForces();
  expectNear(f[0].getVCenter(), Vec3(-10, -20, 0));
  expectNear(f[0].getVOrientation(), Vec3(0, 0, -1));
}

TEST_F(SofaIdioms_test, bodiesMoveTheSameInEverySystem) {
  expectSameInEverySystem(
      "<Node name='body'><MechanicalObject template='Rigid3d' position='1 0 0 0 0 0 1' velocity='0 1 0 0 0 0'/>"
      "<UniformMass totalMass='1'/><FrameAnchorForceField/></Node>",
      "body");
}

TEST_F(SofaIdioms_test, mappingsFromSeveralStates) {
  load(
      "<Node name='a'><MechanicalObject name='dofs' position='0 0 0  2 0 0'/></Node>"
      "<Node name='b'><MechanicalObject name='dofs' position='0 4 0  2 0 6'/></Node>"
      "<Node name='m'><MechanicalObject name='dofs'/><MeanOfStatesMapping input='@../a/dofs @../b/dofs' "
      "output='@dofs'/></Node>");
  expectNear(points("m")[0], Vec3(0, 2, 0));
  expectNear(points("m")[1], Vec3(2, 0, 3));
  expectSameInEverySystem(
      "<Node name='a'><MechanicalObject name='dofs' position='0 0 0  2 0 0'/><UniformMass totalMass='1'/></Node>"
      "<Node name='b'><MechanicalObject name='dofs' position='0 4 0  2 0 6'/><UniformMass totalMass='3'/></Node>"
      "<Node name='m'><MechanicalObject name='dofs'/><MeanOfStatesMapping input='@../a/dofs @../b/dofs' "
      "output='@dofs'/><RestShapeSpringsForceField stiffness='50'/></Node>",
      "a");
}

TEST_F(SofaIdioms_test, mappingsFromFramesAndLengths) {
  const std::string bars =
      "<Node name='frames'><MechanicalObject name='dofs' template='Rigid3d' position='1 0 0 0 0 0.7071067811865476 "
      "0.7071067811865476'/><UniformMass totalMass='1'/></Node>"
      "<Node name='lengths'><MechanicalObject name='dofs' template='Vec1d' position='3'/><UniformMass "
      "totalMass='1'/></Node><Node name='m'><MechanicalObject name='dofs'/><BatonMapping input1='@../frames/dofs' "
      "input2='@../lengths/dofs' output='@dofs'/><ConstantForceField indices='0' forces='1 2 0'/></Node>";
  load(bars);
  expectNear(points("m")[0], Vec3(1, 3, 0));
  expectSameInEverySystem(bars, "m");
}

TEST_F(SofaIdioms_test, bandsMoveTheSameInEverySystem) {
  expectSameInEverySystem(
      "<Node name='a'><MechanicalObject name='dofs' position='0 0 0'/><PointMasses masses='2'/></Node>"
      "<Node name='b'><MechanicalObject name='dofs' position='1 0 0'/><PointMasses masses='1'/></Node>"
      "<ElasticBand object1='@a' object2='@b' pairs='0 0' stiffness='9 1 0  1 5 0  0 0 3'/>",
      "a");
}

TEST_F(SofaIdioms_test, massesHaveEnergiesAndFallAsFast) {
  load(
      "<SymplecticSolver/><Node name='a'><MechanicalObject name='dofs' position='0 0 0  1 1 0'/><PointMasses "
      "name='mass' masses='2 5'/></Node>",
      "0 -10 0");
  auto* mass = root->getChild("a")->getMass();
  ASSERT_NE(mass, nullptr);
  EXPECT_NEAR(*mass->potentialEnergy({}), 50, 1e-12);
  step(2);  // v = -1, -2; y = -0.1, -0.3
  expectNear(points("a")[0], Vec3(0, -0.3, 0));
  EXPECT_NEAR(mass->kineticEnergy({}), 7 * 4 / 2., 1e-12);
}

TEST_F(SofaIdioms_test, pointsStayInTheirPlane) {
  expectSameInEverySystem(
      "<Node name='a'><MechanicalObject position='0 0 0  1 1 1' velocity='0 0 1  0 0 1'/><UniformMass totalMass='1'/>"
      "<WallProjection indices='1'/></Node>",
      "a");
  EXPECT_NEAR(points("a")[1].z(), 1, 1e-15);
  EXPECT_GT(points("a")[0].z(), 0.4);
}

// A point of 1 kg on a rope of 1 m is let down; the rope holds it once it is taut, or gives way beyond its force.
const char* hanging =
    "<FreeMotionAnimationLoop/><%/><EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>"
    "<MechanicalObject name='dofs' position='0 -0.999 0'/><UniformMass totalMass='1'/>"
    "<LinearSolverConstraintCorrection/><RopeConstraint name='rope' length='1' maxForce='@'/>";

struct Rope_test : public SofaIdioms_test, public ::testing::WithParamInterface<std::string> {
  void hang(const std::string& maxForce) {
    std::string scene = hanging;
    scene.replace(scene.find('%'), 1, GetParam());
    scene.replace(scene.find('@'), 1, maxForce);
    scene = "<Node name='root' dt='0.01' gravity='0 -10 0'>" + scene + "</Node>";
    root = SceneLoaderXML::loadFromMemory("test", scene.c_str());
    sofa::simulation::node::initRoot(root.get());
    for (int i = 0; i < 50; ++i) sofa::simulation::node::animate(root.get(), 0.01);
  }
};

TEST_P(Rope_test, holdsByItsOwnLaw) {
  EXPECT_MSG_NOEMIT(Error);
  hang("0");
  EXPECT_NEAR(root->getMechanicalState()->getPY(0), -1, 1e-6);
  // A multiplier is an impulse: m g h.
  EXPECT_NEAR(std::stod(value("rope", "force")), 0.1, 1e-6);
}

TEST_P(Rope_test, givesWayBeyondItsForce) {
  hang("0.04");
  EXPECT_LT(root->getMechanicalState()->getPY(0), -1.2);
  EXPECT_NEAR(std::stod(value("rope", "force")), 0.04, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(solvers, Rope_test,
                         ::testing::Values("BlockGaussSeidelConstraintSolver maxIterations='200' tolerance='1e-10'",
                                           "NNCGConstraintSolver maxIterations='200' tolerance='1e-10'",
                                           "UnbuiltGaussSeidelConstraintSolver maxIterations='200' tolerance='1e-10'",
                                           "ImprovedJacobiConstraintSolver maxIterations='500' tolerance='1e-10'",
                                           "NewtonConstraintSolver maxIterations='200' tolerance='1e-10'"));

TEST_F(SofaIdioms_test, rowsBetweenTwoStatesHoldPointsTogether) {
  load(
      "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver tolerance='1e-12' maxIterations='100'/>"
      "<Node name='a'><EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>"
      "<MechanicalObject name='dofs' position='0 0 0'/><UniformMass totalMass='1'/><LinearSolverConstraintCorrection/>"
      "</Node><Node name='b'><EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>"
      "<MechanicalObject name='dofs' position='2 0 0' velocity='0 3 0'/><UniformMass totalMass='2'/>"
      "<LinearSolverConstraintCorrection/></Node><JoinConstraint object1='@a/dofs' object2='@b/dofs'/>");
  step(3);
  const Vec3 a = points("a")[0], b = points("b")[0];
  expectNear(a, b, 1e-10);
  EXPECT_NEAR((a.x() + 2 * b.x()) / 3, 4. / 3, 1e-10) << "the centre of mass goes straight on";
  EXPECT_NEAR((a.y() + 2 * b.y()) / 3, 0.6, 1e-10);
}

const char* twoTetrahedra =
    "<TetrahedronSetTopologyContainer name='mesh' position='0 0 0  1 0 0  0 1 0  0 0 1  1 1 1' "
    "tetrahedra='0 1 2 3  1 2 3 4'/><TetrahedronSetTopologyModifier name='modifier'/><MechanicalObject name='dofs'/>"
    "<EdgeLedger name='ledger'/>";

TEST_F(SofaIdioms_test, valuesOfElementsGoAndComeWithThem) {
  load(std::string(twoTetrahedra) +
       "<WearForceField name='wear' topology='@mesh'/><TearController tetrahedra='1' grow='1'/>");
  EXPECT_EQ(value("wear", "wear"), "3 4");
  EXPECT_EQ(value("wear", "load"), "1 2 2 2 1");
  step();
  EXPECT_EQ(value("wear", "destroyed"), "1");
  EXPECT_EQ(value("wear", "wear"), "3 4") << "point 4 went with its tetrahedron; another one came";
  EXPECT_EQ(value("wear", "load"), "1 2 2 2 0") << "what is not made by a function is value-initialised";
  // Edges 1-4, 2-4 and 3-4 went; 0-4, 1-4 and 2-4 came.
  EXPECT_EQ(value("ledger", "report"), "created 3 lost 18");
  EXPECT_EQ(root->getMeshTopology()->getNbTetrahedra(), 2u);
  EXPECT_EQ(root->getMeshTopology()->getTetrahedron(1)[0], 4u);
  EXPECT_EQ(root->getMechanicalState()->getPZ(4), -1);
}

TEST_F(SofaIdioms_test, controllersSayWhatTheyMiss) {
  EXPECT_MSG_EMIT(Error);
  root = createRootNode(createSimulation("DAG"), "root");
  createObject(root, "MechanicalObject", {{"position", "0 0 0"}});
  createObject(root, "TearController");
  sofa::simulation::node::initRoot(root.get());
}

TEST_F(SofaIdioms_test, loadersOfOwnFormats) {
  const std::string file = ::testing::TempDir() + "sofa_idioms_" + std::to_string(getpid()) + ".raw";
  std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1.5 0\nf 0 1 2\n";
  load("<RawMeshLoader name='loader' filename='" + file + "' scale3d='2 2 2'/><MeshTopology src='@loader'/>");
  EXPECT_EQ(value("loader", "triangles"), "0 1 2");
  EXPECT_EQ(value("loader", "position"), "0 0 0 2 0 0 0 3 0");
  EXPECT_EQ(root->getMeshTopology()->getNbTriangles(), 1u);
  std::ofstream(file) << "v 0 0 0\nf 0 1 2\n";
  {
    EXPECT_MSG_EMIT(Error);
    const auto scene = SceneInstance("xml", "<Node><RawMeshLoader filename='" + file + "'/></Node>");
  }
  std::remove(file.c_str());
}

TEST_F(SofaIdioms_test, visitorsAndEventsOfTheirOwn) {
  load(
      "<Node name='hidden'><Node name='never'/></Node><Node name='body'><MechanicalObject name='dofs' position='1 0 0  "
      "2 "
      "0 0'/><CensusListener name='listener'/><Node name='m'><MechanicalObject name='dofs'/><IdentityMapping/></Node>"
      "</Node><Census name='census'/>");
  EXPECT_EQ(value("census", "nodes"), "root>hidden>body>m><m<body<hidden<root");
  EXPECT_EQ(value("census", "counts"), "6 2");
  EXPECT_EQ(root->getTreeObject<MechanicalObject3>(), state("body"));
  auto* listener = root->getChild("body")->getObject("listener");
  EXPECT_EQ(listener->findData("heard")->getValueString(), "6");
}

TEST_F(SofaIdioms_test, scenesAreBuiltByComponents) {
  load("<Node name='a'><MeshTopology name='mesh' position='0 0 0'/></Node><SceneBuilder name='builder' count='3'/>");
  EXPECT_EQ(value("builder", "found"), "1 states, mesh /a/mesh, a, built, MechanicalObject, root 0.1");
  auto* frames = root->getTreeObject<MechanicalObjectRigid3>();
  ASSERT_NE(frames, nullptr);
  EXPECT_EQ(frames->getSize(), 3u);
  EXPECT_EQ(frames->readPositions()[2].getCenter()[0], 2);
}

TEST_F(SofaIdioms_test, enginesOfMatrices) {
  load(
      "<StretchEngine name='polar' matrices='0 -2 0  1 0 0  0 0 3'/><StretchEngine name='qr' method='qr' matrices='0 "
      "-2 "
      "0  1 0 0  0 0 3'/>");
  // A quarter turn about z after a stretch of (1, 2, 3): trace 6, determinant 6.
  EXPECT_NEAR(std::stod(value("polar", "stretches")), 12, 1e-12);
  EXPECT_NEAR(std::stod(value("qr", "stretches")), 12, 1e-12);
  typedef sofa::core::Data<sofa::type::vector<sofa::type::Mat3x3>> Matrices;
  auto* rotations = dynamic_cast<Matrices*>(root->getObject("polar")->findData("rotations"));
  ASSERT_NE(rotations, nullptr);
  const sofa::type::Mat3x3 r = rotations->getValue()[0];
  EXPECT_NEAR(r[0][0], 0, 1e-12);
  EXPECT_NEAR(r[0][1], -1, 1e-12);
  EXPECT_NEAR(r[1][0], 1, 1e-12);
}

TEST_F(SofaIdioms_test, enginesOfFrames) {
  EXPECT_MSG_NOEMIT(Error);
  load(
      "<PostureEngine name='engine' frames='1 0 0 0 0 0.7071067811865476 0.7071067811865476' tool='2 0 0 0 0 0 1' "
      "turn='0 0 90'/>");
  std::istringstream in(value("engine", "output"));
  Rigid3Types::Coord tool;
  in >> tool;
  expectNear(tool.getCenter(), Vec3(1, 2, 0));
  EXPECT_NEAR(std::abs(tool.getOrientation()[2]), 1, 1e-12) << "half a turn about z";
  EXPECT_NEAR(tool.getOrientation()[3], 0, 1e-12);
  std::istringstream last(value("engine", "last"));
  double x, y, z;
  last >> x >> y >> z;
  EXPECT_NEAR(std::abs(z), 1, 1e-12);
}

TEST_F(SofaIdioms_test, forcesOfAGeneratorAreTheSameInEachRun) {
  const std::string scene = "<MechanicalObject name='dofs' position='0 0 0  1 0 0'/><ScatterForce name='scatter'/>";
  const auto forces = [&] {
    auto* dofs = root->getMechanicalState();
    dofs->allocate(sofa::core::vec::force);
    root->getTreeObject<sofa::core::behavior::BaseForceField>()->accumulateForce({}, sofa::core::vec::force);
    return std::vector<double>(dofs->hostRead(sofa::core::vec::force).begin(),
                               dofs->hostRead(sofa::core::vec::force).end());
  };
  load(scene);
  const auto first = forces();
  double sum = 0;
  for (const double f : first) sum += f * f;
  EXPECT_NEAR(std::stod(value("scatter", "sum")), sum, 1e-12);
  EXPECT_GT(sum, 0.01);
  sofa::core::objectmodel::KeypressedEvent key('+');
  root->propagateEvent(sofa::core::execparams::defaultInstance(), &key);
  doTearDown();
  load(scene);
  EXPECT_EQ(forces(), first);
}

struct GapMapping_test : public sofa::mapping_test::Mapping_test<sofaidioms::GapMapping<Vec3Types, Vec1Types>> {};

TEST_F(GapMapping_test, distances) {
  const Points start{{0, 0, 0}, {1, 0, 0}, {1, 1, 1}}, moved{{0, 0, 0}, {3, 4, 0}, {3, 4, 2}};
  using Length = Vec1Types::Coord;
  ASSERT_TRUE(runTest(start, moved, {Length(5.0), Length(2.0)}));
}

TEST_F(SofaIdioms_test, mappingsThatKeepTheirMatrix) {
  expectSameInEverySystem(
      "<Node name='a'><MechanicalObject name='dofs' position='0 0 0  1 0 0  1 1 0'/><UniformMass totalMass='3'/>"
      "<FixedProjectiveConstraint indices='0'/><Node name='m'><MechanicalObject template='Vec1d'/><GapMapping/>"
      "<ConstantForceField template='Vec1d' indices='0 1' forces='-1 -2'/></Node></Node>",
      "a");
}

TEST(SofaIdioms, objectsHaveTheLayoutOfTheLibrary) {
  // The members that this source sees besides take no room: what the library made is read through them.
  auto root = sofa::simulation::getSimulation()->createNewGraph("root");
  auto state =
      std::dynamic_pointer_cast<MechanicalObject3>(createObject(root, "MechanicalObject", {{"position", "1 2 3"}}));
  ASSERT_NE(state, nullptr);
  MechanicalObject3::SPtr own = sofa::core::objectmodel::New<MechanicalObject3>();
  root->createChild("b")->addObject(own);
  EXPECT_EQ(own->getClassName(), "MechanicalObject");
  own->resize(2);
  EXPECT_EQ(own->readPositions().size(), 2u);
  EXPECT_EQ(state->readPositions()[0][2], 3);
  EXPECT_EQ(state->read(sofa::core::VecCoordId::position())->getValue().size(), 1u);
}

}  // namespace
