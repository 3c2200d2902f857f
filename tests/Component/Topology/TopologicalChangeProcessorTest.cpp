// SPDX-License-Identifier: Apache-2.0
// Changes of a mesh by a file or by lists: when they happen, and what is said of files that are wrong.
#include "Sofa/Component/Topology/TopologicalChangeProcessor.h"

#include <gmock/gmock.h>

#include <numeric>
#include <random>

#include "CapturedMessages.h"
#include "Component/Topology/TornBody.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "TemporaryFolder.h"

namespace sofa::component::topology {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::CapturedMessages;
using tests::Scene;
using tests::TemporaryFolder;

using Script = ChangeScript;

Script parsed(const std::string& text) {
  Script script;
  script.parse(text);
  return script;
}

std::vector<std::string> problems(const std::string& text) {
  std::vector<std::string> all;
  const auto script = parsed(text);
  for (const auto& p : script.problems()) all.push_back(fmt::format("{}: {}", p.line, p.text));
  return all;
}

TEST(ChangeScript, holdsTheCommandsOfEachTime) {
  const auto script = parsed(
      "\n  T= 0.5\nREMOVE= 2\n 3 1\nADD= Triangles 2 Ancestors 4 5\n0 1 2  2 1 3\n\nT=1e0\r\nADD= PointInTriangle "
      "1\r\n7 "
      "0.25 0.5\r\nADD= Tetrahedron 1\n0 1 2 3\n");
  EXPECT_THAT(script.problems(), IsEmpty());
  ASSERT_EQ(script.blocks().size(), 2u);
  EXPECT_EQ(script.blocks()[0].time, 0.5);
  ASSERT_EQ(script.blocks()[0].commands.size(), 2u);
  EXPECT_EQ(script.blocks()[0].commands[0].line, 3);
  EXPECT_THAT(std::get<Script::Removal>(script.blocks()[0].commands[0].what).elements, ElementsAre(3u, 1u));
  const auto& triangles = std::get<Script::Addition>(script.blocks()[0].commands[1].what);
  EXPECT_EQ(triangles.type, ElementType::triangle);
  EXPECT_THAT(triangles.nodes, ElementsAre(0u, 1u, 2u, 2u, 1u, 3u));
  EXPECT_THAT(triangles.ancestors, ElementsAre(4u, 5u));
  EXPECT_EQ(script.blocks()[1].time, 1);
  const auto& points = std::get<Script::PointsInTriangles>(script.blocks()[1].commands[0].what);
  ASSERT_EQ(points.points.size(), 1u);
  EXPECT_EQ(points.points[0].triangle, 7u);
  EXPECT_EQ(points.points[0].b1, 0.5);
}

TEST(ChangeScript, missingElementsOfARemovalAreTheFirst) {
  const auto script = parsed("T= 1\nREMOVE= 4\n3 1 2\n");
  ASSERT_EQ(script.problems().size(), 1u);
  EXPECT_FALSE(script.problems()[0].isError);
  EXPECT_THAT(script.problems()[0].text, HasSubstr("Those that are missing are 0"));
  EXPECT_THAT(std::get<Script::Removal>(script.blocks()[0].commands[0].what).elements, ElementsAre(3u, 1u, 2u, 0u));
}

TEST(ChangeScript, saysWhatIsWrongAndWhere) {
  EXPECT_THAT(problems("REMOVE= 1\n0\n"), ElementsAre(HasSubstr("1: a command stands before the first time")));
  EXPECT_THAT(problems("T= soon\n"), ElementsAre(HasSubstr("1: the time \"soon\" is not a number")));
  EXPECT_THAT(problems("T= 1\nREMOVE= two\n"), ElementsAre(HasSubstr("2: REMOVE= must name how many")));
  EXPECT_THAT(problems("T= 1\nREMOVE= 3\n0 1\n"), ElementsAre(HasSubstr("3: REMOVE: 3 numbers must follow")));
  EXPECT_THAT(problems("T= 1\nREMOVE= 1\n-1\n"), ElementsAre(HasSubstr("3: REMOVE: \"-1\" is not a number")));
  EXPECT_THAT(problems("T= 1\nREMOVE= 99999999999\n0\n"), ElementsAre(HasSubstr("3: REMOVE: 99999999999 numbers")));
  EXPECT_THAT(problems("T= 1\nREMOVE= 1\n"), ElementsAre(HasSubstr("but the file ends")));
  EXPECT_THAT(
      problems("T= 1\nADD= Tetrahedrn 1\n0 1 2 3\n"),
      testing::Contains(testing::AllOf(HasSubstr("2: ADD= Tetrahedrn: no such kind"), HasSubstr("Tetrahedron"))));
  EXPECT_THAT(problems("T= 1\nADD= Triangle 1 Ancestors 1 2\n0 1 2\n"),
              testing::Contains(HasSubstr("2: ADD= Triangle: 2 ancestors for 1 elements")));
  EXPECT_THAT(problems("T= 1\nADD= PointInTriangle 1\n0.5 0 0\n"),
              ElementsAre(HasSubstr("3: ADD: 0.5 is not the number")));
  EXPECT_THAT(problems("T= 1\nINCISE= 1\n0 0 0\n"), testing::Contains(HasSubstr("two at least; it names \"1\"")));
  EXPECT_THAT(problems("T= 1\nINCISE= 2\n0 0 0 0\n"), ElementsAre(HasSubstr("3: INCISE: 4 numbers for 2 points")));
  EXPECT_THAT(problems("T= 1\nINCISE= 2\n-1 0 0 0 1 0 0 0\n"), ElementsAre(HasSubstr("-1 is not the number of a")));
  EXPECT_THAT(problems("T= nan\nT= 1\nADD= PointInTriangle 1\n0 nan 0\n"),
              ElementsAre(HasSubstr("\"nan\" is not a number"), HasSubstr("\"nan\" is not a number")));
  EXPECT_THAT(problems("T= 1\nREMOV= 1\n"), ElementsAre(HasSubstr("2: \"REMOV=\" is no command")));
}

TEST(ChangeScript, incisionsHavePointsWithOrWithoutTriangles) {
  const auto script = parsed("T= 1\nINCISE= 2\n0 1 2 3 4 5\nINCISE= 3\n7 0 1 2 8 3 4 5 9 6 7 8\n");
  EXPECT_THAT(script.problems(), IsEmpty());
  const auto& plain = std::get<Script::Incision>(script.blocks()[0].commands[0].what);
  EXPECT_THAT(plain.points, ElementsAre(type::Vec3(0, 1, 2), type::Vec3(3, 4, 5)));
  EXPECT_THAT(plain.triangles, IsEmpty());
  const auto& numbered = std::get<Script::Incision>(script.blocks()[0].commands[1].what);
  EXPECT_THAT(numbered.points, ElementsAre(type::Vec3(0, 1, 2), type::Vec3(3, 4, 5), type::Vec3(6, 7, 8)));
  EXPECT_THAT(numbered.triangles, ElementsAre(7u, 8u, 9u));
}

const std::string strip =
    "<TriangleSetTopologyContainer position='0 0 0  0.2 1 0.1  1 0.1 0  1.3 1.1 0.2  2 0 0.1  2.2 1 0  3.1 0.2 0.1' "
    "triangles='0 2 1  1 2 3  2 4 3  3 4 5  4 6 5'/><TriangleSetTopologyModifier/><MechanicalObject/>";

std::vector<Triangle> trianglesAfter(const std::string& processor, int steps, const std::string& dt = "0.1") {
  const Scene scene(strip + processor, "dt='" + dt + "' gravity='0 0 0'");
  scene.step(steps);
  return scene.first<core::BaseMeshTopology>().triangles();
}

class ProcessorFile : public testing::Test {
 protected:
  TemporaryFolder folder;
  CapturedMessages said;
  std::string processor(const std::string& content, const std::string& attributes = "") {
    return "<TopologicalChangeProcessor filename='" + folder.write("changes.txt", content) + "' " + attributes + "/>";
  }
};

TEST_F(ProcessorFile, actsAtTheBeginningOfTheStepThatStartsAtItsTime) {
  const auto p = processor("T= 0.3\nREMOVE= 1\n4\nT= 0.8\nREMOVE= 1\n0\n");
  EXPECT_EQ(trianglesAfter(p, 3).size(), 5u);
  EXPECT_EQ(trianglesAfter(p, 4).size(), 4u);
  EXPECT_EQ(trianglesAfter(p, 8).size(), 4u);
  EXPECT_EQ(trianglesAfter(p, 9).size(), 3u) << "eight times 0.1 is a hair less than 0.8";
  EXPECT_EQ(said.errors(), 0u);
}

TEST_F(ProcessorFile, ofSeveralTimesThatAreDueTheLastCounts) {
  const auto p = processor("T= 0.11\nREMOVE= 1\n4\nT= 0.15\nREMOVE= 2\n0 1\nADD= Triangle 1\n0 1 2\n");
  const auto triangles = trianglesAfter(p, 3);
  ASSERT_EQ(triangles.size(), 4u) << "two went and one came; number 4 did not go";
}

TEST_F(ProcessorFile, shiftAndLoopMoveTheTimes) {
  EXPECT_EQ(trianglesAfter(processor("T= 0.5\nREMOVE= 1\n0\n", "shift='0.3'"), 3).size(), 4u);
  const auto p = processor("T= 0.2\nREMOVE= 1\n0\n", "loop='1'");
  EXPECT_EQ(trianglesAfter(p, 3).size(), 4u);
  EXPECT_EQ(trianglesAfter(p, 5).size(), 3u);
  EXPECT_EQ(trianglesAfter(p, 8).size(), 2u);
}

TEST_F(ProcessorFile, pointsComeInsideOfTriangles) {
  const Scene scene(strip + processor("T= 0\nADD= PointInTriangle 1\n2 0.2 0.3\n"), "dt='0.1' gravity='0 0 0'");
  scene.step();
  const auto& x = scene.state<type::Vec3Types>().positions();
  ASSERT_EQ(x.size(), 8u);
  EXPECT_LT((x[7] - (0.2 * x[2] + 0.3 * x[4] + 0.5 * x[3])).norm(), 1e-15);
}

TEST_F(ProcessorFile, aWrongFileIsNamedWithItsLine) {
  trianglesAfter(processor("T= 0\nREMOVE= 1\n9\nADD= Triangle 1\n0 1 17\nADD= Quad 1\n0 1 2 3\nREMOVE= x\n"), 1);
  EXPECT_EQ(said.errors("changes.txt:8: REMOVE= must name"), 1u);
  EXPECT_EQ(said.warnings("triangle 9 cannot be removed"), 1u);
  EXPECT_EQ(said.warnings("changes.txt:2: not everything"), 1u);
  EXPECT_EQ(said.errors("the points 0 1 17 cannot be added"), 1u);
  EXPECT_EQ(said.warnings("changes.txt:4: not everything"), 1u);
  EXPECT_EQ(said.errors("No modifier for elements of the kind QUAD"), 1u);
}

/// Words of a file of changes, some of them taken out, doubled, or replaced by what should not stand there.
std::string mangled(std::mt19937& random) {
  std::vector<std::string> words = {"T=",        "0",       "\n",  "REMOVE=", "2",        "\n",
                                    "1",         "4",       "\n",  "ADD=",    "Triangle", "1",
                                    "Ancestors", "0",       "\n",  "0",       "2",        "1",
                                    "\n",        "T=",      "0.1", "\n",      "ADD=",     "PointInTriangle",
                                    "1",         "\n",      "0",   "0.2",     "0.3",      "\n",
                                    "ADD=",      "Edge",    "1",   "\n",      "0",        "3",
                                    "\n",        "REMOVE=", "1",   "\n",      "0",        "\n"};
  const char* hostile[] = {"-1",  "4294967295", "4294967296", "99999999999999999999", "nan",       "inf", "1e300", "T=",
                           "0.1", "REMOVE=",    "ADD=",       "Tetrahedra",           "Ancestors", "",    "\n",    "7"};
  for (std::size_t k = 1 + random() % 3; k > 0; --k) {
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(random() % words.size());
    switch (random() % 3) {
      case 0:
        words.erase(at);
        break;
      case 1:
        words.insert(at, *at);
        break;
      default:
        *at = hostile[random() % std::size(hostile)];
    }
  }
  std::string text;
  for (const auto& word : words) text += word + ' ';
  return text;
}

TEST_F(ProcessorFile, mangledFilesLeaveAWholeMesh) {
  std::mt19937 random(8);
  std::size_t changed = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const std::string content = mangled(random);
    SCOPED_TRACE(content);
    const Scene scene(strip +
                          "<EulerExplicitSolver/><DiagonalMass massDensity='1'/><TriangularFEMForceField "
                          "youngModulus='10' poissonRatio='0.3'/>" +
                          processor(content),
                      "dt='0.1' gravity='0 -1 0'");
    scene.step(3);
    const auto& mesh = scene.first<core::BaseMeshTopology>();
    const auto& state = scene.state<type::Vec3Types>();
    ASSERT_EQ(mesh.nbPoints(), state.size());
    changed += mesh.triangles().size() != 5;
    for (const auto& t : mesh.triangles()) {
      ASSERT_TRUE(t[0] != t[1] && t[1] != t[2] && t[2] != t[0]);
      for (const auto point : t) ASSERT_LT(point, state.size());
    }
    for (const auto& edge : mesh.edges())
      for (const auto point : edge) ASSERT_LT(point, state.size());
  }
  EXPECT_GT(changed, 500u);
  EXPECT_GT(said.errors(), 200u);
}

/// A sheet over x in [0, 6], y in [0, 4], bent over a cylinder around the y axis.
std::string bentSheet() {
  std::string points;
  for (int y = 0; y <= 4; ++y)
    for (int x = 0; x <= 6; ++x) points += fmt::format("{} {} {} ", 4 * std::sin(x / 4.0), y, 4 * std::cos(x / 4.0));
  std::string triangles;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 6; ++x) {
      const int a = 7 * y + x;
      triangles += fmt::format("{} {} {} {} {} {} ", a, a + 1, a + 8, a, a + 8, a + 7);
    }
  return "<TriangleSetTopologyContainer position='" + points + "' triangles='" + triangles +
         "'/><TriangleSetTopologyModifier/><MechanicalObject/>";
}

std::size_t borderEdges(const core::BaseMeshTopology& mesh) {
  const auto& around = mesh.adjacency().trianglesAroundEdge();
  std::size_t count = 0;
  for (std::size_t e = 0; e < mesh.edges().size(); ++e) count += around[e].size() == 1;
  return count;
}

double areaOf(const core::BaseMeshTopology& mesh, const std::vector<type::Vec3>& x) {
  double area = 0;
  for (const auto& t : mesh.triangles()) area += (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).norm() / 2;
  return area;
}

TEST(TopologicalChangeProcessor, incisesASurfaceAlongAWay) {
  const TemporaryFolder folder;
  const auto onSheet = [](double x, double y) {
    return fmt::format("{} {} {} ", 4 * std::sin(x / 4), y, 4 * std::cos(x / 4));
  };
  // From beyond the border to the middle, and round a corner: a slit of two sides.
  const auto file = folder.write(
      "slit.txt", "T= 0.1\nINCISE= 3\n" + onSheet(2.3, -0.4) + onSheet(2.4, 2.3) + onSheet(4.6, 2.6) + "\n");
  const Scene scene(bentSheet() + "<TopologicalChangeProcessor filename='" + file + "'/>", "dt='0.1' gravity='0 0 0'");
  const auto& mesh = scene.first<core::BaseMeshTopology>();
  const auto& state = scene.first<core::State<type::Vec3Types>>();
  const double area = areaOf(mesh, state.positions());
  const std::size_t border = borderEdges(mesh), points = mesh.nbPoints();
  scene.step(3);
  EXPECT_GT(mesh.nbPoints(), points);
  EXPECT_EQ(state.size(), mesh.nbPoints());
  EXPECT_NEAR(areaOf(mesh, state.positions()), area, 1e-12);
  // One sheet without a hole still: points - edges + triangles is 1, with a longer border.
  EXPECT_EQ(mesh.nbPoints() + mesh.triangles().size(), mesh.edges().size() + 1);
  EXPECT_GE(borderEdges(mesh), border + 8);
}

TEST(TopologicalChangeProcessor, saysWhatItCannotIncise) {
  const CapturedMessages messages;
  const TemporaryFolder folder;
  const auto file = folder.write("slit.txt", "T= 0.1\nINCISE= 2\n0 0 0 1 1 1\n");
  const Scene scene(
      "<TetrahedronSetTopologyContainer position='0 0 0 1 0 0 0 1 0 0 0 1' tetrahedra='0 1 2 3'/>"
      "<TetrahedronSetTopologyModifier/><MechanicalObject/><TopologicalChangeProcessor filename='" +
          file + "'/>",
      "dt='0.1' gravity='0 0 0'");
  scene.step(3);
  EXPECT_EQ(messages.errors("INCISE cuts a surface of triangles"), 1u);
}

TEST(TopologicalChangeProcessor, saysWhatIsMissing) {
  CapturedMessages said;
  trianglesAfter("<TopologicalChangeProcessor/>", 1);
  EXPECT_EQ(said.errors("filename is empty"), 1u);
  trianglesAfter("<TopologicalChangeProcessor filename='nowhere.txt'/>", 1);
  EXPECT_EQ(said.errors("the file of changes 'nowhere.txt' is not found"), 1u);
  Scene("<TopologicalChangeProcessor useDataInputs='1'/>");
  EXPECT_EQ(said.errors("No mesh that can change is visible"), 1u);
}

TEST(TopologicalChangeProcessor, removesListsOnceOrAtIntervals) {
  const std::string once = "<TopologicalChangeProcessor useDataInputs='1' timeToRemove='0.15' trianglesToRemove='1 3' ";
  EXPECT_EQ(trianglesAfter(once + "/>", 2).size(), 5u);
  EXPECT_EQ(trianglesAfter(once + "/>", 3), (std::vector<Triangle>{{0, 2, 1}, {4, 6, 5}, {2, 4, 3}}))
      << "the last one takes the place of number 3, then that of number 1";
  EXPECT_EQ(trianglesAfter(once + "/>", 9).size(), 3u);
  EXPECT_EQ(trianglesAfter("<TopologicalChangeProcessor useDataInputs='1' timeToRemove='0.15' interval='0.2' "
                           "trianglesToRemove='0'/>",
                           6)
                .size(),
            3u);
}

TEST_F(ProcessorFile, aBodyTornByItIsLikeOneMadeOfWhatIsLeft) {
  const std::string plastic = "plasticMaxThreshold='10' plasticYieldThreshold='1e-4' plasticCreep='0.05'";
  const std::string file =
      folder.write("tear.txt",
                   "T= 0.04\nREMOVE= 4\n70 3 41 5\n"
                   "T= 0.08\nREMOVE= 7\n0 1 2 6 7 8 9\nADD= Tetrahedra 1 Ancestors 4\n1 9 14 20\n"
                   "T= 0.12\nADD= PointInTriangle 1\n2 0.2 0.5\nADD= Tetrahedra 2\n9 14 20 35  13 22 30 35\n"
                   "T= 0.16\nREMOVE= 3\n57 58 0\nADD= Tetrahedron 1\n10 4 8 21\nREMOVE= 2\n20 21\n");
  torn::Parts parts = torn::bar();
  parts.attributes = plastic;
  const Scene scene(parts.scene() + "<TopologicalChangeProcessor topology='@body/topo' filename='" + file + "'/>",
                    "dt='0.02' gravity='0 -1 0.3'");
  const auto& mesh = scene.first<core::BaseMeshTopology>();
  std::vector<std::size_t> counts;
  for (int change = 0; change < 5; ++change) {
    SCOPED_TRACE(change);
    scene.step();
    counts.push_back(mesh.tetrahedra().size());
    torn::compareWithScratch(scene, plastic);
  }
  EXPECT_THAT(counts, ElementsAre(72u, 68u, 62u, 64u, 60u));
  const auto strains = torn::strainsOf(scene);
  EXPECT_EQ(strains.size(), 6 * mesh.tetrahedra().size());
  EXPECT_GT(std::inner_product(strains.begin(), strains.end(), strains.begin(), 0.0), 1e-8) << "it did flow";
  EXPECT_EQ(said.errors(), 0u);
  EXPECT_EQ(said.warnings("not everything"), 0u);
}

/// Two squares of two triangles each, the first stretched to twice its length.
const std::string square =
    "<TriangleSetTopologyContainer name='t' triangles='0 1 2  0 2 3  1 4 2  4 5 2' "
    "position='0 0 0  1 0 0  1 1 0  0 1 0  2 0 0  2 1 0'/>"
    "<TriangleSetTopologyModifier/><TriangleSetGeometryAlgorithms template='Vec3'/><EulerExplicitSolver/>"
    "<MechanicalObject position='0 0 0  2 0 0  2 1 0  0 1 0  3 0 0  3 1 0' "
    "rest_position='0 0 0  1 0 0  1 1 0  0 1 0  2 0 0  2 1 0'/>";

/// Masses measured on a stretched shape lose, with a triangle, its share at rest, and keep the others. At a density of
/// 3 the triangles of the first square have the masses 3, of the second one 1.5; all 1.5 at rest.
TEST_F(ProcessorFile, takesFromStretchedMassesTheShareAtRest) {
  const auto p = processor("T= 0.05\nREMOVE= 1\n0\n");
  const auto masses = [&](const std::string& given) {
    const Scene scene(square + "<DiagonalMass massDensity='3' " + given + "/>" + p);
    scene.step(2);
    const auto& mass = scene.first<core::BaseMass>();
    const std::string text = mass.findData("vertexMass")->text();
    type::TextReader reader(text);
    std::vector<double> values;
    for (double m = 0; reader.read(m);) values.push_back(std::round(1e5 * m) / 1e5);
    values.push_back(std::stod(mass.findData("totalMass")->text()));
    return values;
  };
  EXPECT_THAT(masses("computeMassOnRest='0'"), ElementsAre(1.5, 1, 2.5, 1, 1, .5, 7.5));
  EXPECT_THAT(masses(""), ElementsAre(.5, .5, 1.5, .5, 1, .5, 4.5));
}

TEST_F(ProcessorFile, aResumedRunKeepsStretchedMasses) {
  const std::string checkpoint = folder.file("run.checkpoint");
  const auto p = processor("T= 0.1\nREMOVE= 1\n0\nT= 0.5\nREMOVE= 1\n1\n");
  for (const std::string given : {"massDensity='3'", "vertexMass='1 2 3 4 5 6'", "totalMass='2'"}) {
    SCOPED_TRACE(given);
    const auto start = [&] {
      return Scene(square + "<DiagonalMass computeMassOnRest='0' " + given + "/><ConstantForceField forces='0 0 1'/>" +
                   p);
    };
    const auto whole = start();
    whole.step(4);
    ASSERT_TRUE(simulation::saveCheckpoint(checkpoint, *whole.root, 4));
    const auto resumed = start();
    ASSERT_EQ(simulation::loadCheckpoint(checkpoint, *resumed.root), 4);
    whole.step(4);
    resumed.step(4);
    EXPECT_EQ(resumed.state<type::Vec3Types>().positions(), whole.state<type::Vec3Types>().positions());
  }
  EXPECT_EQ(said.errors(), 0u);
}

TEST_F(ProcessorFile, aResetBringsNeitherTheMeshNorTheFileBack) {
  const Scene scene(strip + "<EulerExplicitSolver/><UniformMass vertexMass='1'/>" + processor("T= 0.1\nREMOVE= 1\n4\n"),
                    "dt='0.1' gravity='0 -1 0'");
  const auto start = scene.state<type::Vec3Types>().positions();
  scene.step(3);
  const auto& state = scene.state<type::Vec3Types>();
  ASSERT_EQ(state.size(), 6u);
  EXPECT_NE(state.positions()[0], start[0]);
  simulation::reset(*scene.root);
  EXPECT_EQ(state.positions(), std::vector(start.begin(), start.end() - 1));
  scene.step(5);
  EXPECT_EQ(scene.first<core::BaseMeshTopology>().triangles().size(), 4u);
  EXPECT_EQ(said.errors(), 0u);
}

TEST_F(ProcessorFile, aResumedRunGoesOnInTheFile) {
  const std::string checkpoint = folder.file("run.checkpoint");
  const auto p = processor("T= 0.1\nREMOVE= 1\n4\nT= 0.3\nREMOVE= 1\n0\nT= 0.5\nREMOVE= 1\n1\n");
  const auto start = [&] {
    return Scene(
        strip + "<EulerExplicitSolver/><UniformMass vertexMass='1'/><ConstantForceField indices='1' forces='1 0 0'/>" +
            p,
        "dt='0.1' gravity='0 -1 0'");
  };
  const auto whole = start();
  whole.step(4);
  ASSERT_TRUE(simulation::saveCheckpoint(checkpoint, *whole.root, 4));
  const auto resumed = start();
  ASSERT_EQ(simulation::loadCheckpoint(checkpoint, *resumed.root), 4);
  whole.step(4);
  resumed.step(4);
  EXPECT_EQ(resumed.first<core::BaseMeshTopology>().triangles(), whole.first<core::BaseMeshTopology>().triangles());
  EXPECT_EQ(resumed.first<core::BaseMeshTopology>().triangles().size(), 2u);
  EXPECT_EQ(resumed.state<type::Vec3Types>().positions(), whole.state<type::Vec3Types>().positions());
  EXPECT_EQ(said.errors(), 0u);
}

}  // namespace
}  // namespace sofa::component::topology
