// SPDX-License-Identifier: Apache-2.0
// Mappings to lengths of edges and to distances from places.
#include <cmath>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

using namespace sofa;
using namespace sofa::type;
using sofa::tests::CapturedMessages;
using sofa::tests::Scene;

namespace {

/// Points and edges in the root, their lengths in a child.
Scene lengths(const std::string& points, const std::string& edges, const std::string& distanceAttributes = {},
              const std::string& more = {}) {
  return Scene("<MeshTopology name='mesh' edges='" + edges + "'/><MechanicalObject " + points + "/>" + more +
               "<Node name='child'><MechanicalObject template='Vec1'/><DistanceMapping topology='@../mesh' " +
               distanceAttributes + "/></Node>");
}

Scene targets(const std::string& points, const std::string& distanceAttributes) {
  return Scene("<MechanicalObject " + points + "/><Node name='child'><MechanicalObject template='Vec1'/>" +
               "<DistanceFromTargetMapping " + distanceAttributes + "/></Node>");
}

std::vector<double> mappedPositions(const Scene& scene) {
  const auto x = scene.mapped<Vec1Types>().hostRead(core::vec::position);
  return {x.begin(), x.end()};
}

/// Forces on the points from those on the mapped numbers.
std::vector<Vec3> pulled(const Scene& scene, const std::vector<Vec1>& f) {
  auto& state = scene.state<Vec3Types>();
  state.writeDerivs(core::vec::force).assign(state.size(), Vec3::Zero());
  scene.mapped<Vec1Types>().writeDerivs(core::vec::force) = f;
  scene.first<core::BaseMapping>().accumulateForces(core::vec::force, core::vec::force);
  return state.derivs(core::vec::force);
}

/// Product of the geometric stiffness of the forces f with dx.
std::vector<Vec3> stiffnessProduct(const Scene& scene, const std::vector<Vec1>& f, const std::vector<Vec3>& dx,
                                   double factor = 1) {
  core::MechanicalParams params;
  params.kFactor = factor;
  auto& state = scene.state<Vec3Types>();
  scene.mapped<Vec1Types>().writeDerivs(params.f) = f;
  state.writeDerivs(params.dx) = dx;
  state.writeDerivs(params.df).assign(state.size(), Vec3::Zero());
  scene.first<core::BaseMapping>().applyDJT(params, params.df, params.f);
  return state.derivs(params.df);
}

const std::string pair = "position='0 0 0  2 0 0'";

void expectNear(const Vec3& a, const Vec3& b) {
  EXPECT_LT((a - b).norm(), 1e-14) << a.transpose() << " instead of " << b.transpose();
}

/// Points 1 m apart at rest, then 1.1 m, and the lengths of the edges between them.
TEST(DistanceMapping, edgesKeepTheirLengthsAtRestWhereTheMeshChanges) {
  const std::string text =
      "<EdgeSetTopologyContainer name='mesh' position='0 0 0  1 0 0  2 0 0  3 0 0' edges='0 1  1 2  2 3'/>"
      "<EdgeSetTopologyModifier/><MechanicalObject/><Node><MechanicalObject template='Vec1'/>"
      "<DistanceMapping topology='@../mesh'/></Node>";
  CapturedMessages said;
  const Scene scene(text), resumed(text);
  auto& modifier = scene.first<component::topology::TopologyModifier>();
  for (Vec3& x : scene.state<Vec3Types>().writeCoords(core::vec::position)) x *= 1.1;
  ASSERT_TRUE(modifier.add<Edge>({{0, 2}}));
  ASSERT_TRUE(modifier.remove({0}));
  ASSERT_EQ(scene.first<core::BaseMeshTopology>().edges()[0], (Edge{0, 2}));
  const auto x = mappedPositions(scene);
  ASSERT_EQ(x.size(), 3u);
  EXPECT_NEAR(x[0], 0, 1e-15) << "which came while the others were stretched";
  EXPECT_NEAR(x[1], 0.1, 1e-15);
  EXPECT_NEAR(x[2], 0.1, 1e-15);
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(*scene.root, 0), *resumed.root, problem), 0) << problem;
  EXPECT_EQ(mappedPositions(resumed), x);
  scene.step();
  resumed.step();
  EXPECT_EQ(mappedPositions(resumed), mappedPositions(scene));
  EXPECT_EQ(said.warnings(), 0u);
}

}  // namespace

TEST(DistanceMapping, GivesTheExtensionOfEachEdge) {
  EXPECT_EQ(mappedPositions(lengths(pair, "0 1  1 0", "restLengths='1 0.5'")), (std::vector<double>{1, 1.5}));
  EXPECT_EQ(mappedPositions(lengths(pair, "0 1")), (std::vector<double>{0}));
  EXPECT_EQ(mappedPositions(lengths(pair, "0 1", "computeDistance='1'")), (std::vector<double>{2}));
  EXPECT_EQ(mappedPositions(lengths(pair, "0 1", "computeDistance='1' restLengths='0.5'")), (std::vector<double>{1.5}));
}

TEST(DistanceMapping, ForcesPullAlongTheEdge) {
  const auto f = pulled(lengths(pair, "0 1", "restLengths='1'"), {Vec1(-3)});
  EXPECT_EQ(f[0], Vec3(3, 0, 0));
  EXPECT_EQ(f[1], Vec3(-3, 0, 0));
}

TEST(DistanceMapping, GeometricStiffnessByOption) {
  // f = -3: b = diag(0, -1.5, -1.5). f = 3 changes its sign, which the stabilised form leaves out.
  const std::vector<Vec3> dx{Vec3(1, 1, 0), Vec3(0, 0, 2)};  // dx0 - dx1 = (1 1 -2)
  const auto at = [&](const char* option, double f) {
    const Scene scene = lengths(pair, "0 1", std::string("restLengths='1' ") + option);
    const auto df = stiffnessProduct(scene, {Vec1(f)}, dx, 2);
    expectNear(df[0], -df[1]);
    return df[0];
  };
  for (const char* option : {"", "geometricStiffness='Stabilized'", "geometricStiffness='2'"}) {
    expectNear(at(option, -3), Vec3(0, -3, 6));
    expectNear(at(option, 3), Vec3(0, 0, 0));
  }
  expectNear(at("geometricStiffness='Exact'", -3), Vec3(0, -3, 6));
  expectNear(at("geometricStiffness='Exact'", 3), Vec3(0, 3, -6));
  expectNear(at("geometricStiffness='None'", -3), Vec3(0, 0, 0));
}

TEST(DistanceMapping, AnEdgeWithoutLengthHasADirectionAndNoGeometricStiffness) {
  const Scene scene = lengths("position='1 1 1  1 1 1'", "0 1", "geometricStiffness='Exact'");
  const double h = 1 / std::sqrt(3.);
  expectNear(pulled(scene, {Vec1(1)})[1], Vec3(h, h, h));
  expectNear(stiffnessProduct(scene, {Vec1(-3)}, {Vec3(1, 0, 0), Vec3(0, 1, 0)})[0], Vec3(0, 0, 0));
}

TEST(DistanceMapping, LengthsAtRestOfBodiesCountTheirTurns) {
  // Half a turn about z: q = (0 0 1 0), so the length at rest is sqrt(2^2 + 1).
  const Scene scene = lengths("template='Rigid3' position='0 0 0 0 0 0 1  2 0 0 0 0 1 0'", "0 1");
  EXPECT_NEAR(mappedPositions(scene)[0], 2 - std::sqrt(5.), 1e-15);
}

TEST(DistanceMapping, SaysWhatIsMissing) {
  const std::string points = "<MechanicalObject " + pair + "/>";
  const auto child = [](const std::string& distanceAttributes) {
    return "<Node name='child'><MechanicalObject template='Vec1' position='7'/><DistanceMapping " + distanceAttributes +
           "/></Node>";
  };
  const std::pair<std::string, const char*> cases[] = {
      {points + child(""), "No mesh is visible"},
      {"<MeshTopology name='mesh'/>" + points + child("topology='@../mesh'"), "containing edges found at path: /mesh"},
      {"<MeshTopology edges='0 5'/>" + points + child(""), "name point 5"}};
  for (const auto& [content, text] : cases) {
    const CapturedMessages messages;
    const Scene scene(content);
    scene.step();
    EXPECT_EQ(messages.errors(text), 1u) << text;
    EXPECT_FALSE(scene.first<core::BaseMapping>().isValid());
    EXPECT_EQ(mappedPositions(scene)[0], 7);
  }
  const CapturedMessages messages;
  Scene("<MeshTopology edges='0 1'/>" + points + child("restLengths='1 2'"));
  EXPECT_EQ(messages.warnings("topology is not given"), 1u);
  EXPECT_EQ(messages.warnings("2 entries for 1 edges"), 1u);
}

TEST(DistanceMapping, DirectionsArePartOfACheckpoint) {
  const Scene scene = lengths(pair, "0 1"), other = lengths("position='0 0 0  0 5 0'", "0 1");
  core::Archive out;
  scene.first<core::BaseMapping>().archive(out);
  core::Archive in(out.bytes());
  other.first<core::BaseMapping>().archive(in);
  EXPECT_TRUE(in.isGood() && in.atEnd());
  EXPECT_EQ(pulled(other, {Vec1(1)})[1], Vec3(1, 0, 0));
}

TEST(DistanceFromTargetMapping, GivesTheDistanceLessALength) {
  const std::string points = "position='0 0 0  2 0 0  0 5 4'";
  EXPECT_EQ(mappedPositions(targets(points, "indices='2 1' targetPositions='0 2 0  -1 0 0'")),
            (std::vector<double>{5, 3}));
  EXPECT_EQ(mappedPositions(targets(points, "indices='2 1' targetPositions='0 2 0  -1 0 0' restLengths='1 4'")),
            (std::vector<double>{4, -1}));
  EXPECT_EQ(mappedPositions(targets("template='Vec1' position='2'", "indices='0' targetPositions='5'")),
            (std::vector<double>{3}));
}

TEST(DistanceFromTargetMapping, TargetsWithoutIndexAreThoseOfThePointsInOrder) {
  const std::string points = "position='0 0 0  2 0 0  0 5 4'";
  EXPECT_EQ(mappedPositions(targets(points, "targetPositions='0 2 0  -1 0 0'")), (std::vector<double>{2, 3}));
  EXPECT_EQ(mappedPositions(targets(points, "indices='2' targetPositions='0 2 0  -1 0 0  0 5 3'")),
            (std::vector<double>{5, 3, 1}));
}

TEST(DistanceFromTargetMapping, ForcesPushAwayFromTheTarget) {
  const auto f = pulled(targets("position='0 0 0  0 5 4'", "indices='1' targetPositions='0 2 0'"), {Vec1(10)});
  EXPECT_EQ(f[0], Vec3(0, 0, 0));
  expectNear(f[1], Vec3(0, 6, 8));
  const Scene at = targets("position='1 2 3'", "indices='0' targetPositions='1 2 3'");
  EXPECT_EQ(pulled(at, {Vec1(10)})[0], Vec3(10, 0, 0));
}

// A distance counts as none compared with that at rest, not in units of the scene.
TEST(DistanceFromTargetMapping, SmallDistancesHaveDirections) {
  const auto direction = [](const std::string& place, const std::string& rest) {
    return pulled(targets("position='" + place + "'", "indices='0' targetPositions='0 0 0' restLengths='" + rest + "'"),
                  {Vec1(1)})[0];
  };
  const std::string near = "0 9.094947017729282e-13 0";  // 2^-40
  EXPECT_EQ(direction(near, "0"), Vec3(0, 1, 0));
  EXPECT_EQ(direction(near, "1e-9"), Vec3(0, 1, 0));
  EXPECT_EQ(direction(near, "1"), Vec3(1, 0, 0));
  EXPECT_EQ(direction("0 3 0", "1e12"), Vec3(1, 0, 0));
  EXPECT_EQ(direction("0 0 0", "0"), Vec3(1, 0, 0));
}

TEST(DistanceMapping, ShortEdgesHaveDirections) {
  const std::string edge = "position='0 0 0  0 2.7755575615628914e-17 0'";  // 2^-55
  EXPECT_EQ(pulled(lengths(edge, "0 1"), {Vec1(1)})[1], Vec3(0, 1, 0));
  EXPECT_NEAR(pulled(lengths(edge, "0 1", "restLengths='1'"), {Vec1(1)})[1].x(), 1 / std::sqrt(3.), 1e-15);
}

TEST(DistanceFromTargetMapping, GeometricStiffnessByOption) {
  const auto at = [](const char* option, double f) {
    const Scene scene = targets("position='2 0 0'", std::string("indices='0' targetPositions='0 0 0' ") + option);
    return stiffnessProduct(scene, {Vec1(f)}, {Vec3(1, 1, 2)})[0];
  };
  expectNear(at("", -3), Vec3(0, -1.5, -3));
  expectNear(at("", 3), Vec3(0, 0, 0));
  expectNear(at("geometricStiffness='Exact'", 3), Vec3(0, 1.5, 3));
  expectNear(at("geometricStiffness='None'", -3), Vec3(0, 0, 0));
}

TEST(DistanceFromTargetMapping, SaysWhatDoesNotFit) {
  const std::pair<const char*, const char*> cases[] = {
      {"indices='0 1' targetPositions='0 0 0'", "2 indices for 1 targetPositions"},
      {"indices='4' targetPositions='0 0 0'", "there is no point 4"}};
  for (const auto& [distanceAttributes, text] : cases) {
    const CapturedMessages messages;
    const Scene scene = targets(pair, distanceAttributes);
    scene.step();
    EXPECT_EQ(messages.errors(text), 1u);
    EXPECT_FALSE(scene.first<core::BaseMapping>().isValid());
  }
  const CapturedMessages messages;
  targets(pair, "");
  EXPECT_EQ(messages.warnings("There are no targetPositions"), 1u);
  targets(pair, "indices='0' targetPositions='0 0 0' restLengths='1 2'");
  EXPECT_EQ(messages.warnings("2 entries for 1 points"), 1u);
}
