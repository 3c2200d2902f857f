// SPDX-License-Identifier: Apache-2.0
// Points along chains of bodies, skinned points, centres of mass, distances to planes.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::tests {
namespace {

using type::Rigid3Types;
using type::Vec1Types;
using type::Vec3;
using type::Vec3Types;

std::string bodies(const std::string& positions) {
  return "<MechanicalObject template='Rigid3' position='" + positions + "'/>";
}
std::string below(const std::string& state, const std::string& mapping) {
  return "<Node name='child'><MechanicalObject " + state + "/>" + mapping + "</Node>";
}

const std::string alongX = bodies("0 0 0 0 0 0 1  1 0 0 0 0 0 1"), atThree = bodies("0 0 0 0 0 0 1  3 0 0 0 0 0 1");

void expectClosePoints(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_LT((a[i] - b[i]).norm(), 1e-14) << i << ": " << a[i].transpose() << " instead of " << b[i].transpose();
}

const std::vector<Vec3>& mappedPoints(const Scene& scene) { return scene.mapped<Vec3Types>().positions(); }

/// Forces on the bodies from those on the points.
std::vector<type::Vec6> pulledOnBodies(const Scene& scene, const std::vector<Vec3>& f) {
  auto& state = scene.state<Rigid3Types>();
  state.writeDerivs(core::vec::force).assign(state.size(), type::Vec6::Zero());
  scene.mapped<Vec3Types>().writeDerivs(core::vec::force) = f;
  scene.first<core::BaseMapping>().accumulateForces(core::vec::force, core::vec::force);
  return state.derivs(core::vec::force);
}

/// One error with this text, and the output stays where it was.
void expectRefused(const std::string& content, const std::string& text) {
  const CapturedMessages messages;
  const Scene scene(content);
  scene.step();
  EXPECT_EQ(messages.errors(text), 1u) << text;
  EXPECT_FALSE(scene.first<core::BaseMapping>().isValid());
}

}  // namespace

TEST(BeamLinearMapping, PointsBlendFromBodyToBody) {
  const Scene scene(alongX + below("position='.25 .1 0'", "<BeamLinearMapping/>"));
  expectClosePoints(mappedPoints(scene), {Vec3(.25, .1, 0)});
  const auto f = pulledOnBodies(scene, {Vec3(0, 1, 0)});
  EXPECT_DOUBLE_EQ(f[0][1], .84375);
  EXPECT_DOUBLE_EQ(f[0][5], .2109375);
  EXPECT_DOUBLE_EQ(f[1][1], .15625);
  EXPECT_DOUBLE_EQ(f[1][5], -.1171875);
}

TEST(BeamLinearMapping, PointsInSpaceFindTheirSegment) {
  const std::string chain = bodies("1 0 0 0 0 0 1  3 0 0 0 0 0 1  7 0 0 0 0 0 1");
  const std::string points = "position='2 .5 0  5 0 .2'";
  expectClosePoints(mappedPoints(Scene(chain + below(points, "<BeamLinearMapping localCoord='0'/>"))),
                    {Vec3(2, .5, 0), Vec3(5, 0, .2)});
}

TEST(BeamLinearMapping, NearlyTheEndOfASegmentIsTheBeginOfTheNext) {
  const std::string chain = bodies("0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1");
  const Scene scene(chain + below("position='.999999 0 0'", "<BeamLinearMapping/>"));
  EXPECT_GT(pulledOnBodies(scene, {Vec3(0, 1, 0)})[1][1], .999);
  EXPECT_EQ(pulledOnBodies(scene, {Vec3(0, 1, 0)})[0][1], 0) << "the point belongs to the second segment";
}

TEST(BeamLinearMapping, RefusesWhatIsNoChain) {
  expectRefused(bodies("0 0 0 0 0 0 1") + below("position='0 0 0'", "<BeamLinearMapping/>"), "needs at least 2");
  expectRefused(bodies("0 0 0 0 0 0 1  0 0 0 0 0 0 1") + below("position='0 0 0'", "<BeamLinearMapping/>"),
                "segments without length");
}

TEST(TubularMapping, CirclesAroundEachBody) {
  const Scene scene(alongX + below("", "<TubularMapping nbPointsOnEachCircle='2' radius='.5'/>"));
  expectClosePoints(mappedPoints(scene), {Vec3(0, .5, 0), Vec3(0, -.5, 0), Vec3(1, .5, 0), Vec3(1, -.5, 0)});
}

TEST(TubularMapping, APeakNarrowsOneEnd) {
  const std::string chain = bodies("0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1");
  const auto at = [&](const std::string& peak) {
    return mappedPoints(
        Scene(chain + below("", "<TubularMapping nbPointsOnEachCircle='1' radius='.5' peak='" + peak + "'/>")));
  };
  expectClosePoints(at("2"), {Vec3(0, 0, 0), Vec3(1, .25, 0), Vec3(2, .5, 0)});
  expectClosePoints(at("-2"), {Vec3(0, .5, 0), Vec3(1, .25, 0), Vec3(2, 0, 0)});
}

TEST(TubularMapping, ForcesAddUpAlongTheChain) {
  const Scene scene(alongX + below("", "<TubularMapping nbPointsOnEachCircle='1' radius='.5'/>"));
  const auto f = pulledOnBodies(scene, {Vec3(0, 1, 0), Vec3(0, 1, 0)});
  EXPECT_EQ(f[0][1], 1);
  EXPECT_EQ(f[1][1], 2);
}

TEST(TubularMapping, NeedsARadius) {
  expectRefused(alongX + below("position='0 0 0'", "<TubularMapping nbPointsOnEachCircle='1'/>"), "No Radius defined");
}

TEST(SkinningMapping, NearBodiesWeighMore) {
  // At distances 1 and 2: weights .8 and .2.
  const Scene scene(atThree + below("position='1 0 0'", "<SkinningMapping nbRef='2'/>"));
  const auto f = pulledOnBodies(scene, {Vec3(0, 1, 0)});
  EXPECT_DOUBLE_EQ(f[0][1], .8);
  EXPECT_DOUBLE_EQ(f[1][1], .2);
  EXPECT_DOUBLE_EQ(f[0][5], .8);
  EXPECT_DOUBLE_EQ(f[1][5], -.4);
  expectClosePoints(mappedPoints(scene), {Vec3(1, 0, 0)});
}

TEST(SkinningMapping, GivenWeightsAreMadeToSumToOne) {
  const Scene scene(atThree + below("position='1 0 0  2 0 0'",
                                    "<SkinningMapping nbRef='2 1' indices='[1,0] [1,0]' weight='[3,1] [4,9]'/>"));
  const auto first = pulledOnBodies(scene, {Vec3(0, 1, 0), Vec3(0, 0, 0)});
  EXPECT_DOUBLE_EQ(first[0][1], .25);
  EXPECT_DOUBLE_EQ(first[1][1], .75);
  const auto second = pulledOnBodies(scene, {Vec3(0, 0, 0), Vec3(0, 1, 0)});
  EXPECT_EQ(second[0][1], 0) << "nbRef lets one body move the second point";
  EXPECT_EQ(second[1][1], 1);
}

TEST(SkinningMapping, APointOnABodyFollowsThatBody) {
  const Scene scene(atThree + below("position='3 0 0'", "<SkinningMapping nbRef='2'/>"));
  EXPECT_EQ(pulledOnBodies(scene, {Vec3(0, 1, 0)})[1][1], 1);
}

TEST(SkinningMapping, SaysWhatDoesNotFit) {
  expectRefused(atThree + below("position='1 0 0'", "<SkinningMapping indices='[5]' weight='[1]'/>"), "no body 5");
  expectRefused(atThree + below("position='1 0 0'", "<SkinningMapping nbRef='0'/>"), "at least one each");
  const CapturedMessages messages;
  const Scene scene(atThree + below("position='1 0 0'", "<SkinningMapping nbRef='1' indices='[0] [1]' weight='[1]'/>"));
  EXPECT_EQ(messages.warnings("2 lists of indices and 1 of weights for 1 points"), 1u);
  expectClosePoints(mappedPoints(scene), {Vec3(1, 0, 0)});
}

// Three bodies on the x axis, joined by the lines 0-1 and 1-2.
const std::string twoLines = "<MeshTopology edges='0 1  1 2'/>" + bodies("0 0 0 0 0 0 1  2 0 0 0 0 0 1  4 0 0 0 0 0 1");

TEST(LineSetSkinningMapping, TheBodiesOfALineShareByPlace) {
  // Three quarters along the first line, which alone counts.
  const Scene scene(twoLines + below("position='1.5 1 0'", "<LineSetSkinningMapping numberInfluencedLines='1'/>"));
  expectClosePoints(mappedPoints(scene), {Vec3(1.5, 1, 0)});
  const auto f = pulledOnBodies(scene, {Vec3(0, 4, 0)});
  EXPECT_DOUBLE_EQ(f[0][1], 1);
  EXPECT_DOUBLE_EQ(f[1][1], 3);
  EXPECT_EQ(f[2][1], 0);
  EXPECT_DOUBLE_EQ(f[0][5], 1.5);   // arm 1.5
  EXPECT_DOUBLE_EQ(f[1][5], -1.5);  // arm -.5
}

TEST(LineSetSkinningMapping, NearLinesWeighMore) {
  // Distances 1 and sqrt(2) (to the end of the second line): weights 4/5 and 1/5 with d^-4, 2/3 and 1/3 with d^-2.
  const auto pulled = [](const std::string& attributes) {
    const Scene scene(twoLines + below("position='1 1 0'", "<LineSetSkinningMapping " + attributes + "/>"));
    return pulledOnBodies(scene, {Vec3(0, 1, 0)});
  };
  EXPECT_NEAR(pulled("")[0][1], .4, 1e-15);
  EXPECT_NEAR(pulled("")[1][1], .6, 1e-15);
  EXPECT_NEAR(pulled("weightCoef='2'")[0][1], 1. / 3, 1e-15);
  EXPECT_NEAR(pulled("neighborhoodLevel='0'")[0][1], .5, 1e-15) << "the second line is one step away";
}

TEST(LineSetSkinningMapping, APointOnALineFollowsThatLine) {
  const Scene scene(twoLines + below("position='1 0 0'", "<LineSetSkinningMapping/>"));
  EXPECT_EQ(pulledOnBodies(scene, {Vec3(0, 1, 0)})[1][1], .5);
}

TEST(LineSetSkinningMapping, SaysWhatDoesNotFit) {
  const std::string mapping = below("position='1 0 0'", "<LineSetSkinningMapping/>");
  expectRefused(atThree + mapping, "There are no lines");
  expectRefused("<MeshTopology edges='0 5'/>" + atThree + mapping, "names body 5");
  expectRefused(twoLines + below("position='1 0 0'", "<LineSetSkinningMapping numberInfluencedLines='0'/>"),
                "at least 1");
}

TEST(CenterOfMassMapping, MassesWeigh) {
  const Scene scene(atThree + "<UniformMass totalMass='2'/>" + below("position='9 9 9'", "<CenterOfMassMapping/>"));
  expectClosePoints(mappedPoints(scene), {Vec3(1.5, 0, 0)});
  EXPECT_EQ(pulledOnBodies(scene, {Vec3(0, 4, 0)})[0][1], 2);
}

TEST(CenterOfMassMapping, NeedsAMass) {
  expectRefused(atThree + below("position='9 9 9'", "<CenterOfMassMapping/>"), "no mass found");
}

TEST(DistanceToPlaneMapping, SignedDistances) {
  const Scene scene("<MechanicalObject position='1 5 0  1 -2 0'/>" +
                    below("template='Vec1'", "<DistanceToPlaneMapping planeNormal='0 2 0' planePoint='7 1 7'/>"));
  EXPECT_EQ(scene.mapped<Vec1Types>().positions(), (std::vector<type::Vec1>{type::Vec1(4), type::Vec1(-3)}));
}

TEST(DistanceToPlaneMapping, MapsToTheSameBitsWhenItIsInitialisedAgain) {
  for (const std::string normal : {"1 2 2", "0.3 -0.7 1.9", "5 1 3", "-2 7 0.1"}) {
    const Scene scene("<MechanicalObject position='1.3 5.1 0.7'/>" +
                      below("template='Vec1'", "<DistanceToPlaneMapping planeNormal='" + normal + "'/>"));
    auto& mapping = scene.first<core::BaseMapping>();
    const auto before = mapping.findData("planeNormal")->text(17);
    mapping.init();
    EXPECT_EQ(mapping.findData("planeNormal")->text(17), before);
  }
}

TEST(DistanceToPlaneMapping, ItsTemplateNamesTheInput) {
  const CapturedMessages messages;
  const Scene scene("<MechanicalObject template='Vec2' position='3 4'/>" +
                    below("template='Vec1'", "<DistanceToPlaneMapping template='Vec2' planeNormal='0 1'/>"));
  EXPECT_EQ(scene.mapped<Vec1Types>().positions()[0][0], 4);
  EXPECT_EQ(messages.errors(), 0u);
}

TEST(DistanceToPlaneMapping, NeedsADirection) {
  expectRefused("<MechanicalObject position='1 5 0'/>" +
                    below("template='Vec1'", "<DistanceToPlaneMapping planeNormal='0 0 0' planePoint='0 0 0'/>"),
                "has no direction");
}

TEST(VoidMapping, LeavesTheStateOfItsNodeAlone) {
  const Scene scene("<EulerExplicitSolver/><MechanicalObject position='0 0 0'/><UniformMass totalMass='1'/>" +
                        below("position='5 0 0'", "<UniformMass totalMass='1'/><VoidMapping/>"),
                    "dt='0.1' gravity='0 -10 0'");
  scene.step();
  EXPECT_LT(scene.state<Vec3Types>().positions()[0].y(), 0);
  expectClosePoints(mappedPoints(scene), {Vec3(5, 0, 0)});
}

}  // namespace sofa::tests
