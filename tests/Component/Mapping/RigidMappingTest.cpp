// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/RigidMapping.h"
#include "Sofa/Type/AngleAxis.h"

#include <filesystem>
#include <fstream>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Mapping/PointFile.h"

using namespace sofa;
using namespace sofa::type;
using component::mapping::readPointFile;
using sofa::tests::CapturedMessages;
using sofa::tests::Scene;

namespace {

/// One body at (10 0 0), turned by 90 degrees about z.
const std::string body =
    "<MechanicalObject template='Rigid3' position='10 0 0 0 0 0.7071067811865476 0.7071067811865476'/>";

std::string rigidChild(const std::string& state, const std::string& rigidAttributes = {}) {
  return "<Node name='child'><MechanicalObject " + state + "/><RigidMapping " + rigidAttributes + "/></Node>";
}

void expectPoints(const Scene& scene, const std::vector<Vec3>& expected) {
  const auto& x = scene.mapped<Vec3Types>().positions();
  ASSERT_EQ(x.size(), expected.size());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((x[i] - expected[i]).norm(), 1e-14) << "point " << i;
}

std::filesystem::path writeFile(const std::string& name, const std::string& text) {
  const auto file = std::filesystem::path(testing::TempDir()) / name;
  std::ofstream(file) << text;
  return file;
}

}  // namespace

TEST(RigidMapping, ScenePositionsAreLocalCoordinates) {
  expectPoints(Scene(body + rigidChild("position='1 0 0  0 2 3'")), {{10, 1, 0}, {8, 0, 3}});
}

TEST(RigidMapping, GlobalPositionsStayWhereTheyAre) {
  expectPoints(Scene(body + rigidChild("position='1 0 0  0 2 3'", "globalToLocalCoords='1'")), {{1, 0, 0}, {0, 2, 3}});
}

TEST(RigidMapping, InitialPointsAreLocal) {
  expectPoints(
      Scene(body + rigidChild("position='5 5 5  6 6 6'", "initialPoints='1 0 0  0 1 0' globalToLocalCoords='1'")),
      {{10, 1, 0}, {9, 0, 0}});
}

TEST(RigidMapping, AStateKeepsItsSizeIfThereAreMoreCoordinates) {
  const CapturedMessages messages;
  const Scene scene(body + rigidChild("position='5 5 5'", "initialPoints='1 0 0  0 1 0'"));
  expectPoints(scene, {{10, 1, 0}});
  EXPECT_EQ(messages.warnings("coordinates for 2 points"), 1u);
  expectPoints(Scene(body + rigidChild("position='5 5 5  6 6 6'", "initialPoints='1 0 0'")), {{10, 1, 0}});
}

TEST(RigidMapping, RestPositionsAreLocalIfAskedFor) {
  expectPoints(Scene(body + rigidChild("position='5 5 5' rest_position='0 0 1'", "useX0='1'")), {{10, 0, 1}});
  expectPoints(Scene(body + rigidChild("position='5 5 5' rest_position='0 0 1'", "useX0='1' initialPoints='7 0 0'")),
               {{10, 0, 1}});
}

TEST(RigidMapping, AnIndexChoosesTheBody) {
  const std::string bodies =
      "<MechanicalObject template='Rigid3' position='1 0 0 0 0 0 1  2 0 0 0 0 0 1  3 0 0 0 0 0 1'/>";
  expectPoints(Scene(bodies + rigidChild("position='0 0 0'", "index='1'")), {{2, 0, 0}});
  expectPoints(Scene(bodies + rigidChild("position='0 0 0'", "index='0' indexFromEnd='1'")), {{3, 0, 0}});
  expectPoints(Scene(bodies + rigidChild("position='0 0 0  0 1 0'", "rigidIndexPerPoint='2 0'")),
               {{3, 0, 0}, {1, 1, 0}});
}

TEST(RigidMapping, ABodyCarriesBodies) {
  const Scene scene(body + rigidChild("template='Rigid3' position='1 0 0 0 0 0.7071067811865476 0.7071067811865476'"));
  const auto& x = scene.mapped<Rigid3Types>().positions()[0];
  EXPECT_LT((x.center - Vec3(10, 1, 0)).norm(), 1e-14);
  EXPECT_NEAR(x.orientation.angularDistance(Quat(sofa::type::AngleAxis(M_PI, Vec3::UnitZ()))), 0, 1e-7);
}

TEST(RigidMapping, ATurnChangesTheTorqueOfAForceOnlyIfExact) {
  // r = (1 0 0), f = (-1 0 0): a turn e about z gives the torque f x (r x e z) = e z.
  for (const auto& [option, expected] :
       {std::pair("", 0.), std::pair("geometricStiffness='None'", 0.), std::pair("geometricStiffness='Exact'", 1.)}) {
    const Scene scene("<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/>" +
                      rigidChild("position='1 0 0'", option));
    auto& mapping = scene.first<core::BaseMapping>();
    core::MechanicalParams params;
    params.kFactor = 1;
    auto& state = scene.state<Rigid3Types>();
    scene.mapped<Vec3Types>().writeDerivs(params.f) = {Vec3(-1, 0, 0)};
    Vec6 turn = Vec6::Zero();
    turn[5] = 1;
    state.writeDerivs(params.dx) = {turn};
    state.writeDerivs(params.df) = {Vec6::Zero()};
    mapping.applyDJT(params, params.df, params.f);
    EXPECT_TRUE(state.derivs(params.df)[0].isApprox(Vec6(turn * expected))) << option;
  }
}

TEST(RigidMapping, TheStabilizedStiffnessTakesTheProductOfTheOutput) {
  // r = (1 0 0) and a product g = (a 0 0) of the output: the block is diag(0, -a, -a), nothing of it is kept if a < 0.
  for (const double a : {2., -2.}) {
    const Scene scene("<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/>" +
                      rigidChild("position='1 0 0'", "geometricStiffness='Stabilized'"));
    core::MechanicalParams params;
    params.kFactor = .5;
    auto& state = scene.state<Rigid3Types>();
    scene.mapped<Vec3Types>().writeDerivs(params.f) = {Vec3(9, 9, 9)};
    scene.mapped<Vec3Types>().writeDerivs(params.df) = {Vec3(a, 0, 0)};
    Vec6 turn = Vec6::Zero();
    turn.tail<3>() = Vec3(1, 3, 5);
    state.writeDerivs(params.dx) = {turn};
    state.writeDerivs(params.df) = {Vec6::Zero()};
    scene.first<core::BaseMapping>().applyDJT(params, params.df, params.f);
    const Vec3 torque = state.derivs(params.df)[0].tail<3>();
    EXPECT_LT((torque - (a > 0 ? Vec3(0, -3, -5) : Vec3(0, 0, 0))).norm(), 1e-14);
  }
}

TEST(RigidMapping, SaysWhichBodyIsMissing) {
  for (const char* rigidAttributes : {"index='4'", "index='4' indexFromEnd='1'", "rigidIndexPerPoint='4'"}) {
    const CapturedMessages messages;
    const Scene scene(body + rigidChild("position='1 2 3'", rigidAttributes));
    EXPECT_EQ(messages.errors("There is no body"), 1u) << rigidAttributes;
    scene.step();
    expectPoints(scene, {{1, 2, 3}});
  }
}

TEST(RigidMapping, ReadsPointsFromFiles) {
  const auto file = writeFile("points.obj", "# two\nv 1 0 0\nvn 9 9 9\nv 0 2 3\nf 1 2 2\n");
  expectPoints(Scene(body + rigidChild("position='0 0 0  0 0 0'", "filename='" + file.string() + "'")),
               {{10, 1, 0}, {8, 0, 3}});
}

TEST(RigidMapping, SaysWhatIsWrongWithAFile) {
  const CapturedMessages messages;
  const Scene scene(body + rigidChild("position='1 0 0'", "filename='nowhere.obj'"));
  EXPECT_EQ(messages.errors("nowhere.obj"), 1u);
  expectPoints(scene, {{10, 1, 0}});
}

TEST(PointFile, KnowsThreeFormats) {
  const std::pair<std::string, std::string> files[] = {
      {"p.obj", "v 1 2 3\nv 4 5 6\n"},
      {"p.sph", "sph 1.0\nnums 2\nsphe 1 1 2 3 .5\nsphe 2 4 5 6 .5\n#\n"},
      {"p.xs3", "Xsp 3.0\nnumm 2\nmass 1 s 1 2 3 0 0 0 1 1\nmass 2 s 4 5 6 0 0 0 1 1\n"},
  };
  for (const auto& [name, text] : files) {
    std::vector<Vec3> points;
    std::string problem;
    EXPECT_TRUE(readPointFile(writeFile(name, text), points, problem)) << problem;
    EXPECT_EQ(points, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}})) << name;
  }
}

TEST(PointFile, RefusesWhatItCannotRead) {
  const auto problemOf = [](const std::filesystem::path& file) {
    std::vector<Vec3> points;
    std::string problem;
    EXPECT_FALSE(readPointFile(file, points, problem));
    return problem;
  };
  EXPECT_NE(problemOf(writeFile("p.txt", "v 1 2 3\n")).find("must end in"), std::string::npos);
  EXPECT_NE(problemOf(writeFile("short.obj", "v 1 2 3\nv 1 2\n")).find("short.obj:2"), std::string::npos);
  EXPECT_NE(problemOf(writeFile("empty.sph", "")).find("holds no point"), std::string::npos);
  EXPECT_NE(problemOf(std::filesystem::path(testing::TempDir()) / "none.xs3").find("cannot be read"),
            std::string::npos);
}
