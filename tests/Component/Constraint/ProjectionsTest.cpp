// SPDX-License-Identifier: Apache-2.0
// Constraints that project on points, lines and planes, and the one that attaches pairs of
// points.
#include <cmath>
#include <numbers>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/ObjectModel/Archive.h"

using namespace sofa;
using namespace sofa::type;
using sofa::tests::CapturedMessages;
using sofa::tests::Scene;

namespace {

const std::string pairOfPoints = "<MechanicalObject template='Vec3' position='1 2 3  4 5 6' velocity='1 2 3  2 2 2'/>";

template <class DataTypes>
typename DataTypes::VecDeriv response(const Scene& scene, const typename DataTypes::VecDeriv& d) {
  scene.state<DataTypes>().writeDerivs(core::vec::dx) = d;
  scene.first<core::BaseProjectiveConstraint>().filterResponse(core::MechanicalParams{}, core::vec::dx);
  return scene.state<DataTypes>().derivs(core::vec::dx);
}

template <int N>
void expectNear(const Vec<N>& a, const Vec<N>& b, double tolerance = 1e-14) {
  EXPECT_LT((a - b).norm(), tolerance) << a.transpose() << " instead of " << b.transpose();
}

/// The two states of an attachment, in nodes of their own so that both are solved. Nothing moves by itself.
Scene attached(const std::string& first, const std::string& second, const std::string& attributes,
               const std::string& type = "Vec3") {
  const auto node = [&](const std::string& name, const std::string& state) {
    return "<Node name='" + name + "'><EulerExplicitSolver/><MechanicalObject name='dofs' template='" + type + "' " +
           state + "/><UniformMass totalMass='1'/></Node>";
  };
  return Scene(node("a", first) + node("b", second) + "<Node name='c'><AttachProjectiveConstraint template='" + type +
               "' object1='@../a/dofs' object2='@../b/dofs' " + attributes + "/></Node>");
}

template <class DataTypes>
core::State<DataTypes>& end(const Scene& scene, std::size_t i) {
  return dynamic_cast<core::State<DataTypes>&>(*core::localMechanicalState(*scene.root->children().at(i)));
}

template <class DataTypes>
void respond(const Scene& scene, const typename DataTypes::VecDeriv& first,
             const typename DataTypes::VecDeriv& second) {
  end<DataTypes>(scene, 0).writeDerivs(core::vec::dx) = first;
  end<DataTypes>(scene, 1).writeDerivs(core::vec::dx) = second;
  scene.first<core::BaseProjectiveConstraint>().filterResponse(core::MechanicalParams{}, core::vec::dx);
}

/// The rows an assembled system holds, which are its columns too.
std::vector<int> heldRows(const Scene& scene) {
  auto& constraint = scene.first<core::BaseProjectiveConstraint>();
  core::ZeroDirichletCondition matrix;
  const auto* state = constraint.states()[0];
  matrix.setState(0, static_cast<int>(state->size()) * state->derivSize());
  constraint.applyConstraint(&matrix);
  std::vector<int> rows;
  for (const auto& [row, column] : matrix.discarded()) {
    EXPECT_EQ(row, column);
    rows.push_back(row);
  }
  return rows;
}
using Rows = std::vector<int>;

}  // namespace

TEST(PointProjectiveConstraint, HoldsTheRowsOfItsPoints) {
  EXPECT_EQ(heldRows(Scene(pairOfPoints + "<PointProjectiveConstraint indices='1'/>")), (Rows{3, 4, 5}));
  EXPECT_EQ(heldRows(Scene(pairOfPoints + "<PointProjectiveConstraint fixAll='1'/>")), (Rows{0, 1, 2, 3, 4, 5}));
  const CapturedMessages messages;
  const Scene scene(pairOfPoints + "<PointProjectiveConstraint indices='1' endTime='1'/>");
  scene.root->d_time.set(2);
  EXPECT_EQ(heldRows(scene), (Rows{3, 4, 5}));
  EXPECT_EQ(heldRows(scene), (Rows{3, 4, 5}));
  EXPECT_EQ(messages.warnings("endTime has passed"), 1u);
}

TEST(FixedPlaneProjectiveConstraint, HoldsTheComponentsOfItsDirection) {
  EXPECT_EQ(heldRows(Scene(pairOfPoints + "<FixedPlaneProjectiveConstraint indices='1' direction='0 1 0'/>")),
            (Rows{4}));
  const CapturedMessages messages;
  EXPECT_EQ(heldRows(Scene(pairOfPoints + "<FixedPlaneProjectiveConstraint indices='0' direction='0.6 0 0.8'/>")),
            (Rows{0, 2}));
  EXPECT_EQ(messages.warnings("not along an axis"), 1u);
  const Scene ended(pairOfPoints + "<FixedPlaneProjectiveConstraint indices='0' direction='1 0 0' endTime='1'/>");
  ended.root->d_time.set(2);
  EXPECT_TRUE(heldRows(ended).empty());
  EXPECT_EQ(heldRows(Scene("<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/>"
                           "<FixedPlaneProjectiveConstraint indices='0' direction='0 0 1 0 0 0 1'/>")),
            (Rows{2}));
}

TEST(LineProjectiveConstraint, SaysOnceThatAssembledSystemsLeaveItOut) {
  for (const char* constraint :
       {"<LineProjectiveConstraint direction='1 0 0'/>", "<PlaneProjectiveConstraint normal='1 0 0'/>"}) {
    const CapturedMessages messages;
    const Scene scene(pairOfPoints + constraint);
    EXPECT_TRUE(heldRows(scene).empty());
    EXPECT_TRUE(heldRows(scene).empty());
    EXPECT_EQ(messages.warnings("GraphScattered"), 1u);
  }
}

TEST(AttachProjectiveConstraint, HoldsTheRowsOfIndices2InObject1IfOneWay) {
  const Scene one(
      "<MechanicalObject name='dofs' position='0 0 0  1 0 0'/>"
      "<AttachProjectiveConstraint object1='@dofs' object2='@dofs' indices1='0' indices2='1'/>");
  EXPECT_EQ(heldRows(one), (Rows{3, 4, 5}));
  const CapturedMessages messages;
  const std::string points = "position='0 0 0  2 0 0'";
  const Scene scene = attached(points, points, "indices1='0' indices2='1'");
  EXPECT_EQ(scene.first<core::BaseProjectiveConstraint>().states()[0], (&end<Vec3Types>(scene, 0)));
  EXPECT_EQ(heldRows(scene), (Rows{3, 4, 5}));
  EXPECT_EQ(heldRows(scene), (Rows{3, 4, 5}));
  EXPECT_EQ(messages.warnings("not those of object2"), 1u);
  EXPECT_TRUE(heldRows(attached(points, points, "indices1='0' indices2='1' twoWay='1'")).empty());
}

TEST(PointProjectiveConstraint, HoldsItsPointsAtOnePlace) {
  const Scene scene(pairOfPoints + "<PointProjectiveConstraint indices='1' point='7 8 9'/>");
  EXPECT_EQ(scene.state<Vec3Types>().positions()[0], Vec3(1, 2, 3));
  EXPECT_EQ(scene.state<Vec3Types>().positions()[1], Vec3(7, 8, 9));
  EXPECT_EQ(scene.state<Vec3Types>().velocities()[0], Vec3(1, 2, 3));
  EXPECT_EQ(scene.state<Vec3Types>().velocities()[1], Vec3(0, 0, 0));
  const auto d = response<Vec3Types>(scene, {Vec3(1, 1, 1), Vec3(1, 1, 1)});
  EXPECT_EQ(d[0], Vec3(1, 1, 1));
  EXPECT_EQ(d[1], Vec3(0, 0, 0));
}

TEST(PointProjectiveConstraint, HoldsAllPointsIfAskedAndPointZeroByDefault) {
  const Scene all(pairOfPoints + "<PointProjectiveConstraint fixAll='1' point='7 8 9'/>");
  EXPECT_EQ(all.state<Vec3Types>().positions()[0], Vec3(7, 8, 9));
  EXPECT_EQ(all.state<Vec3Types>().positions()[1], Vec3(7, 8, 9));
  const Scene one(
      "<MechanicalObject template='Vec1' position='3 4'/><PointProjectiveConstraint template='Vec1' point='5'/>");
  EXPECT_EQ(one.state<Vec1Types>().positions()[0][0], 5);
  EXPECT_EQ(one.state<Vec1Types>().positions()[1][0], 4);
}

TEST(LineProjectiveConstraint, ProjectsOnALineOfAnyLengthOfDirection) {
  const Scene axis(pairOfPoints + "<LineProjectiveConstraint direction='1 0 0'/>");
  expectNear(axis.state<Vec3Types>().positions()[0], Vec3(1, 0, 0));
  expectNear(axis.state<Vec3Types>().velocities()[0], Vec3(1, 0, 0));
  // n = (0 3 4) / 5, o = (1 0 0): x - o = (0 2 3), n.(x - o) = 18 / 5, n.v = 18 / 5.
  const Scene line(pairOfPoints + "<LineProjectiveConstraint origin='1 0 0' direction='0 6 8'/>");
  expectNear(line.state<Vec3Types>().positions()[0], Vec3(1, 2.16, 2.88));
  expectNear(line.state<Vec3Types>().velocities()[0], Vec3(0, 2.16, 2.88));
  expectNear(line.state<Vec3Types>().positions()[1], Vec3(4, 5, 6));
  const auto d = response<Vec3Types>(line, {Vec3(9, 5, 0), Vec3(1, 1, 1)});
  expectNear(d[0], Vec3(0, 1.8, 2.4));
  EXPECT_EQ(d[1], Vec3(1, 1, 1));
}

TEST(LineProjectiveConstraint, FallsBackToTheXAxisAndSaysSo) {
  const CapturedMessages messages;
  const Scene scene(pairOfPoints + "<LineProjectiveConstraint/>");
  EXPECT_EQ(messages.warnings("direction is zero"), 1u);
  expectNear(scene.state<Vec3Types>().positions()[0], Vec3(1, 0, 0));
}

TEST(LineProjectiveConstraint, InThePlane) {
  const Scene scene("<MechanicalObject template='Vec2' position='1 2'/><LineProjectiveConstraint direction='3 4'/>");
  expectNear(scene.state<Vec2Types>().positions()[0], Vec2(1.32, 1.76));  // n (3 + 8) / 5
}

TEST(PlaneProjectiveConstraint, ProjectsOnAPlaneOfAnyLengthOfNormal) {
  // n = (0 3 4) / 5, o = (1 0 0): n.(x - o) = 18 / 5 = n.v is taken away.
  const Scene scene(pairOfPoints + "<PlaneProjectiveConstraint origin='1 0 0' normal='0 6 8'/>");
  expectNear(scene.state<Vec3Types>().positions()[0], Vec3(1, 2 - 2.16, 3 - 2.88));
  expectNear(scene.state<Vec3Types>().velocities()[0], Vec3(1, 2 - 2.16, 3 - 2.88));
  expectNear(scene.state<Vec3Types>().positions()[1], Vec3(4, 5, 6));
  const auto d = response<Vec3Types>(scene, {Vec3(9, 5, 0), Vec3(1, 1, 1)});
  expectNear(d[0], Vec3(9, 3.2, -2.4));
  EXPECT_EQ(d[1], Vec3(1, 1, 1));
}

TEST(PlaneProjectiveConstraint, WithoutANormalThePointsStayFree) {
  const CapturedMessages messages;
  const Scene scene(pairOfPoints + "<PlaneProjectiveConstraint origin='5 5 5'/>");
  EXPECT_EQ(messages.warnings("normal is zero"), 1u);
  EXPECT_EQ(scene.state<Vec3Types>().positions()[0], Vec3(1, 2, 3));
}

TEST(PlaneProjectiveConstraint, EndsAtTheEndTime) {
  const Scene scene(pairOfPoints + "<PlaneProjectiveConstraint normal='1 0 0' endTime='0.5'/>");
  EXPECT_EQ(response<Vec3Types>(scene, {Vec3(1, 1, 1), Vec3(1, 1, 1)})[0], Vec3(0, 1, 1));
  scene.root->d_time.set(0.5);
  EXPECT_EQ(response<Vec3Types>(scene, {Vec3(1, 1, 1), Vec3(1, 1, 1)})[0], Vec3(1, 1, 1));
}

TEST(FixedPlaneProjectiveConstraint, TakesAwayForcesAlongItsDirection) {
  const Scene scene(pairOfPoints + "<FixedPlaneProjectiveConstraint indices='1' direction='0 0.6 0.8'/>");
  const auto d = response<Vec3Types>(scene, {Vec3(1, 1, 1), Vec3(3, 5, 10)});
  EXPECT_EQ(d[0], Vec3(1, 1, 1));
  expectNear(d[1], Vec3(3, 5 - 6.6, 10 - 8.8));  // v.d = 11
  EXPECT_EQ(scene.state<Vec3Types>().positions()[1], Vec3(4, 5, 6)) << "positions are never written";
  EXPECT_EQ(scene.state<Vec3Types>().velocities()[1], Vec3(2, 2, 2));
}

TEST(FixedPlaneProjectiveConstraint, FixesNothingByDefault) {
  const Scene scene(pairOfPoints + "<FixedPlaneProjectiveConstraint direction='0 0 1'/>");
  EXPECT_EQ(response<Vec3Types>(scene, {Vec3(1, 1, 1), Vec3(1, 1, 1)})[0], Vec3(1, 1, 1));
}

TEST(FixedPlaneProjectiveConstraint, DirectionsOfAnotherLengthAreUsedAsTheyAreAndSaid) {
  const CapturedMessages messages;
  const Scene scene(pairOfPoints + "<FixedPlaneProjectiveConstraint indices='0' direction='0 0 2'/>");
  EXPECT_EQ(messages.warnings("length 2"), 1u);
  EXPECT_EQ(response<Vec3Types>(scene, {Vec3(0, 0, 1), Vec3(1, 1, 1)})[0], Vec3(0, 0, -3));
}

TEST(FixedPlaneProjectiveConstraint, AddsThePointsBetweenTwoPlanes) {
  const std::string points = "<MechanicalObject template='Vec3' position='0 0 0  0 0 1  0 0 2  0 0 3'/>";
  const Scene scene(points + "<FixedPlaneProjectiveConstraint indices='3' direction='0 0 1' dmin='0' dmax='2'/>");
  const auto d = response<Vec3Types>(scene, std::vector<Vec3>(4, Vec3(1, 1, 1)));
  const double z[] = {1, 0, 1, 0};  // the planes themselves do not count
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(d[i], Vec3(1, 1, z[i])) << i;
}

TEST(FixedPlaneProjectiveConstraint, PlanesThatMoveAddOtherPointsInstead) {
  const std::string points = "<MechanicalObject template='Vec3' position='0 0 0  0 0 1  0 0 2  0 0 3'/>";
  const Scene scene(points + "<FixedPlaneProjectiveConstraint indices='3' direction='0 0 1' dmin='0' dmax='2'/>");
  auto& constraint = scene.first<core::BaseProjectiveConstraint>();
  const auto indices = [&](const char* low, const char* high) {
    constraint.setAttribute("dmin", low);
    constraint.setAttribute("dmax", high);
    scene.step();
    return constraint.findData("indices")->text();
  };
  EXPECT_EQ(constraint.findData("indices")->text(), "3 1");
  constraint.init();
  EXPECT_EQ(constraint.findData("indices")->text(), "3 1") << "each point is added once";
  EXPECT_EQ(indices("1", "3"), "3 2");
  EXPECT_EQ(indices("-1", "2"), "3 0 1");
  EXPECT_EQ(indices("0", "0"), "3");
  constraint.setAttribute("indices", "0");
  EXPECT_EQ(indices("0", "2"), "0 1");
}

TEST(FixedPlaneProjectiveConstraint, OfBodiesTheLinearPartCounts) {
  const Scene scene(
      "<MechanicalObject template='Rigid3' position='0 0 5 0 0 0 1'/>"
      "<FixedPlaneProjectiveConstraint direction='0 0 1 0 0 0 1' dmin='4' dmax='6'/>");
  Vec6 expected = Vec6::Constant(3);
  expected[2] = 0;
  EXPECT_EQ(response<Rigid3Types>(scene, {Vec6::Constant(3)})[0], expected);
}

TEST(AttachProjectiveConstraint, Object2MovesHalfOfTheGap) {
  const Scene scene =
      attached("position='0 0 0' velocity='1 0 0'", "position='1 0 0' velocity='0 2 0'", "indices1='0' indices2='0'");
  EXPECT_EQ(end<Vec3Types>(scene, 0).positions()[0], Vec3(0, 0, 0));
  EXPECT_EQ(end<Vec3Types>(scene, 1).positions()[0], Vec3(.5, 0, 0));
  EXPECT_EQ(end<Vec3Types>(scene, 0).velocities()[0], Vec3(.5, 1, 0));
  EXPECT_EQ(end<Vec3Types>(scene, 1).velocities()[0], Vec3(.5, 1, 0));
  respond<Vec3Types>(scene, {Vec3(1, 2, 3)}, {Vec3(4, 5, 6)});
  EXPECT_EQ(end<Vec3Types>(scene, 0).derivs(core::vec::dx)[0], Vec3(1, 2, 3));
  EXPECT_EQ(end<Vec3Types>(scene, 1).derivs(core::vec::dx)[0], Vec3(0, 0, 0));
}

TEST(AttachProjectiveConstraint, FactorsAndTwoWays) {
  const Scene scene = attached("position='0 0 0' velocity='0 0 0'", "position='1 0 0' velocity='0 2 0'",
                               "indices1='0' indices2='0' twoWay='1' positionFactor='0.5' velocityFactor='0.25' "
                               "responseFactor='0.75' constraintFactor='0.8'");
  expectNear(end<Vec3Types>(scene, 1).positions()[0], Vec3(.8, 0, 0));
  expectNear(end<Vec3Types>(scene, 0).velocities()[0], Vec3(0, .2, 0));
  expectNear(end<Vec3Types>(scene, 1).velocities()[0], Vec3(0, 1.8, 0));
  respond<Vec3Types>(scene, {Vec3(0, 0, 0)}, {Vec3(10, 0, 0)});
  expectNear(end<Vec3Types>(scene, 0).derivs(core::vec::dx)[0], Vec3(3, 0, 0));
  expectNear(end<Vec3Types>(scene, 1).derivs(core::vec::dx)[0], Vec3(7, 0, 0));
}

TEST(AttachProjectiveConstraint, FarPairsAreReleased) {
  const Scene scene =
      attached("position='0 0 0  0 0 0' velocity='1 0 0  1 0 0'", "position='1 0 0  3 0 0' velocity='0 0 0  0 0 0'",
               "indices1='0 1' indices2='0 1' minDistance='2'");
  EXPECT_EQ(end<Vec3Types>(scene, 1).positions()[0], Vec3(.5, 0, 0));
  EXPECT_EQ(end<Vec3Types>(scene, 1).positions()[1], Vec3(3, 0, 0));
  EXPECT_EQ(end<Vec3Types>(scene, 0).velocities()[1], Vec3(1, 0, 0));
  respond<Vec3Types>(scene, {Vec3(1, 1, 1), Vec3(1, 1, 1)}, {Vec3(1, 1, 1), Vec3(1, 1, 1)});
  EXPECT_EQ(end<Vec3Types>(scene, 1).derivs(core::vec::dx)[0], Vec3(0, 0, 0));
  EXPECT_EQ(end<Vec3Types>(scene, 1).derivs(core::vec::dx)[1], Vec3(1, 1, 1));
}

TEST(AttachProjectiveConstraint, BeyondThePlanePairsLetGoOrAreClamped) {
  const std::string first = "position='2 0 0' velocity='1 0 0'", second = "position='3 0 0' velocity='0 4 0'";
  const std::string plane = "indices1='0' indices2='0' lastPos='1 0 0' lastDir='1 0 0'";
  const Scene free = attached(first, second, plane);
  EXPECT_EQ(end<Vec3Types>(free, 1).positions()[0], Vec3(3, 0, 0));
  respond<Vec3Types>(free, {Vec3(1, 1, 1)}, {Vec3(1, 1, 1)});
  EXPECT_EQ(end<Vec3Types>(free, 1).derivs(core::vec::dx)[0], Vec3(1, 1, 1));
  const Scene clamped = attached(first, second, plane + " clamp='1' twoWay='1'");
  EXPECT_EQ(end<Vec3Types>(clamped, 1).positions()[0], Vec3(2, 0, 0));
  EXPECT_EQ(end<Vec3Types>(clamped, 1).velocities()[0], Vec3(0, 2, 0));
  EXPECT_EQ(end<Vec3Types>(clamped, 0).velocities()[0], Vec3(1, 0, 0));
  respond<Vec3Types>(clamped, {Vec3(1, 1, 1)}, {Vec3(1, 1, 1)});
  EXPECT_EQ(end<Vec3Types>(clamped, 0).derivs(core::vec::dx)[0], Vec3(1, 1, 1));
  EXPECT_EQ(end<Vec3Types>(clamped, 1).derivs(core::vec::dx)[0], Vec3(0, 0, 0));
}

TEST(AttachProjectiveConstraint, BodiesTakeTheWholePlaceUnlessRotationsAreFree) {
  const std::string first = "position='1 2 3 0 0 0.6 0.8' velocity='1 2 3 4 5 6'",
                    second = "position='0 0 0 0 0 0 1' velocity='0 0 0 9 9 9'", pair = "indices1='0' indices2='0' ";
  const Scene whole = attached(first, second, pair, "Rigid3");
  expectNear(end<Rigid3Types>(whole, 1).positions()[0].center, Vec3(1, 2, 3));
  expectNear(end<Rigid3Types>(whole, 1).positions()[0].orientation.coeffs(), Vec4(0, 0, .6, .8));
  Vec6 v;
  v << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(end<Rigid3Types>(whole, 1).velocities()[0], v);
  for (const char* option : {"freeRotations='1'", "lastFreeRotation='1'"}) {
    const Scene free = attached(first, second, pair + option, "Rigid3");
    expectNear(end<Rigid3Types>(free, 1).positions()[0].center, Vec3(1, 2, 3));
    expectNear(end<Rigid3Types>(free, 1).positions()[0].orientation.coeffs(), Vec4(0, 0, 0, 1));
    v << 1, 2, 3, 9, 9, 9;
    EXPECT_EQ(end<Rigid3Types>(free, 1).velocities()[0], v);
  }
}

TEST(AttachProjectiveConstraint, TwoWayBodiesAddTheirForces) {
  const Scene scene = attached("position='0 0 0 0 0 0 1'", "position='0 0 0 0 0 0 1'",
                               "indices1='0' indices2='0' twoWay='1'", "Rigid3");
  respond<Rigid3Types>(scene, {Vec6::Constant(1)}, {Vec6::Constant(2)});
  EXPECT_EQ(end<Rigid3Types>(scene, 0).derivs(core::vec::dx)[0], Vec6::Constant(3));
  EXPECT_EQ(end<Rigid3Types>(scene, 1).derivs(core::vec::dx)[0], Vec6::Constant(3));
}

TEST(AttachProjectiveConstraint, RestRotationsLookFromTheNextBody) {
  // The next body lies along y: the way to it turns to x by -90 degrees about z. The last one has no next.
  const std::string bodies = "position='0 0 0 0 0 0 1  0 2 0 0 0 0 1'";
  const Scene scene = attached(bodies, bodies, "indices1='0 1' indices2='0 1' restRotations='1'", "Rigid3");
  const double h = std::sqrt(.5);
  expectNear(end<Rigid3Types>(scene, 1).positions()[0].orientation.coeffs(), Vec4(0, 0, -h, h));
  expectNear(end<Rigid3Types>(scene, 1).positions()[1].orientation.coeffs(), Vec4(0, 0, 0, 1));
  const std::string flat = "position='0 0 0  0 2 0'";
  const Scene plane = attached(flat, flat, "indices1='0' indices2='0' restRotations='1'", "Rigid2");
  EXPECT_NEAR(end<Rigid2Types>(plane, 1).positions()[0].orientation, -std::numbers::pi / 2, 1e-15);
}

TEST(AttachProjectiveConstraint, SaysWhatDoesNotFit) {
  const std::pair<const char*, const char*> cases[] = {
      {"indices1='0 0' indices2='0'", "only the first 1 pairs"},
      {"indices1='0' indices2='7'", "these pairs are left out: 0 7."},
      {"indices1='0' indices2='0' constraintFactor='1 1'", "2 entries for 1 pairs"},
      {"indices1='0' indices2='0' constraintFactor='-1'", "beyond [0, 1]"}};
  for (const auto& [attributes, text] : cases) {
    const CapturedMessages messages;
    attached("position='0 0 0'", "position='1 0 0'", attributes).step();
    EXPECT_EQ(messages.warnings(text), 1u) << attributes;
  }
}

TEST(AttachProjectiveConstraint, MayStandAboveItsStates) {
  const CapturedMessages messages;
  const std::string grid = "<RegularGridTopology n='2 2 2' min='0 0 0' max='1 1 1'/><MechanicalObject name='dofs'/>";
  const Scene scene("<Node name='a'>" + grid + "</Node><Node name='b'>" + grid +
                    "</Node><AttachProjectiveConstraint object1='@a/dofs' object2='@b/dofs' indices1='0 7' indices2='7 "
                    "0'/>");
  EXPECT_EQ(messages.warnings("left out"), 0u);
  EXPECT_EQ(end<Vec3Types>(scene, 1).positions()[0], Vec3(.5, .5, .5));
  EXPECT_EQ(end<Vec3Types>(scene, 1).positions()[7], Vec3(.5, .5, .5));
}

TEST(AttachProjectiveConstraint, WhichPairsAreReleasedIsPartOfACheckpoint) {
  const auto make = [](const char* x) {
    return attached("position='0 0 0' velocity='1 0 0'", std::string("position='") + x + "' velocity='1 0 0'",
                    "indices1='0' indices2='0' minDistance='2'");
  };
  const Scene far = make("3 0 0"), near = make("1 0 0");
  core::Archive out;
  far.first<core::BaseProjectiveConstraint>().archive(out);
  core::Archive in(out.bytes());
  near.first<core::BaseProjectiveConstraint>().archive(in);
  EXPECT_TRUE(in.isGood() && in.atEnd());
  respond<Vec3Types>(near, {Vec3(1, 1, 1)}, {Vec3(1, 1, 1)});
  EXPECT_EQ(end<Vec3Types>(near, 1).derivs(core::vec::dx)[0], Vec3(1, 1, 1));
}
