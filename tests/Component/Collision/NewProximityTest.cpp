// SPDX-License-Identifier: Apache-2.0
// Contacts of all features, and who owns the corners and sides that triangles share.
#include "Component/Collision/DetectedContacts.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"

namespace sofa::component::collision {
namespace {

using core::DetectionOutput;
using geometry::TriangleFeature;
using tests::detectedContacts;
using tests::Scene;
using type::Vec3;

std::string detection(const std::string& attributes = "alarmDistance='0.5' contactDistance='0.1'") {
  return "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><NewProximityIntersection " + attributes +
         "/><CollisionResponse response='PenalityContactForceField'/>";
}
std::string mesh(const std::string& name, const std::string& elements, const std::string& position,
                 const std::string& models = "<TriangleCollisionModel/>") {
  return "<Node name='" + name + "'><MeshTopology " + elements + " position='" + position +
         "'/><MechanicalObject name='dofs' position='" + position + "'/>" + models + "</Node>";
}
std::string body(const std::string& name, const std::string& position, const std::string& model,
                 const std::string& type = "Vec3") {
  return "<Node name='" + name + "'><MechanicalObject template='" + type + "' position='" + position + "'/>" + model +
         "</Node>";
}
const std::string square = "0 0 0  1 0 0  1 1 0  0 1 0", twoTriangles = "triangles='0 1 2  0 2 3'";

TEST(NewProximity, trianglesBringTheirCorners) {
  // The pair starts with the newer model, the large triangle.
  const auto found =
      detectedContacts(Scene(detection() + mesh("b", "triangles='0 1 2'", ".1 .1 .1  .3 .1 .1  .1 .3 .1") +
                             mesh("a", "triangles='0 1 2'", "0 0 0  1 0 0  0 1 0")));
  ASSERT_EQ(found.size(), 4u);
  const std::array<std::int64_t, 4> ids{0, 3, 4, 5};
  const std::array feet{Vec3(0, 0, 0), Vec3(.1, .1, 0), Vec3(.3, .1, 0), Vec3(.1, .3, 0)};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(found[i].id, ids[i]);
    EXPECT_LT((found[i].point1 - feet[i]).norm(), 1e-14) << i;
    EXPECT_NEAR(found[i].value, (i == 0 ? std::sqrt(.03) : .1) - .1, 1e-14);
  }
  EXPECT_LT((found[0].point2 - Vec3(.1, .1, .1)).norm(), 1e-14);
  EXPECT_LT((found[2].normal - Vec3(0, 0, 1)).norm(), 1e-14);
}

TEST(NewProximity, sidesOfTrianglesMeetIfAsked) {
  // Two triangles that cross like a pair of scissors: only their long sides are near.
  const auto contacts = [](const std::string& lineLine) {
    return detectedContacts(
        Scene(detection("alarmDistance='0.3' contactDistance='0.1' useLineLine='" + lineLine + "'") +
              mesh("b", "triangles='0 1 2'", "0 -1 .2  0 1 .2  0 0 2") +
              mesh("a", "triangles='0 1 2'", "-1 0 0  1 0 0  0 0 -2")));
  };
  EXPECT_TRUE(contacts("0").empty());
  const auto found = contacts("1");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT((found[0].point1 - Vec3(0, 0, 0)).norm(), 1e-14);
  EXPECT_LT((found[0].point2 - Vec3(0, 0, .2)).norm(), 1e-14);
  EXPECT_EQ(found[0].id, 3 + 3);  // first sides of both, behind the corners
}

TEST(NewProximity, whatTrianglesShareTouchesOnce) {
  const auto contacts = [](const std::string& point) {
    return detectedContacts(
               Scene(detection() + mesh("a", twoTriangles, square) + body("b", point, "<PointCollisionModel/>")))
        .size();
  };
  EXPECT_EQ(contacts("0.5 0.5 0.2"), 1u);    // on the diagonal
  EXPECT_EQ(contacts("-0.1 -0.1 0.1"), 1u);  // off a corner of both
  EXPECT_EQ(contacts("0.7 0.2 0.2"), 1u);
  EXPECT_EQ(contacts("0.7 -0.2 0.2"), 1u);  // off a side
}

TEST(NewProximity, linesMeetCornersAndEnds) {
  const std::string line = "<LineCollisionModel/>";
  // Above the inside: both ends have a foot; and the first corner is near the line.
  const auto found = detectedContacts(Scene(detection() + mesh("b", "edges='0 1'", ".2 .2 .1  .6 .2 .1", line) +
                                            mesh("a", "triangles='0 1 2'", "0 0 0  1 0 0  0 1 0")));
  ASSERT_EQ(found.size(), 4u);  // corners 1 and 2 (0.46 away), then both ends
  EXPECT_LT((found[0].point2 - Vec3(.2, .2, .1)).norm(), 1e-14);
  EXPECT_LT((found[1].point2 - Vec3(.6, .2, .1)).norm(), 1e-14);
  EXPECT_LT((found[2].point1 - Vec3(.2, .2, 0)).norm(), 1e-14);
  EXPECT_LT((found[3].point1 - Vec3(.6, .2, 0)).norm(), 1e-14);
  for (const auto& contact : found) EXPECT_EQ(contact.id, 0);
}

TEST(NewProximity, spheresAreTouchedAtTheirCentresOrOnTheirSurface) {
  const auto ball = [](const std::string& place, bool rigid) {
    return detectedContacts(Scene(detection() +
                                  body("s", place + (rigid ? " 0 0 0 1" : ""), "<SphereCollisionModel radius='0.25'/>",
                                       rigid ? "Rigid3" : "Vec3") +
                                  mesh("a", twoTriangles, square)));
  };
  for (const bool rigid : {false, true}) {
    const auto found = ball("0.8 0.3 0.4", rigid);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_LT((found[0].point1 - Vec3(.8, .3, 0)).norm(), 1e-14);
    EXPECT_LT((found[0].point2 - Vec3(.8, .3, rigid ? .15 : .4)).norm(), 1e-14);
    EXPECT_NEAR(found[0].value, .4 - .25 - .1, 1e-14);
  }
  // Beyond its last side the first triangle counts too, since it owns the side before.
  EXPECT_EQ(ball("0.2 0.3 0.4", false).size(), 2u);
  const auto pair = detectedContacts(Scene(detection() + body("s", "0 0 1", "<SphereCollisionModel radius='0.5'/>") +
                                           body("t", "0 0 0", "<SphereCollisionModel radius='0.3'/>")));
  ASSERT_EQ(pair.size(), 1u);
  EXPECT_NEAR(pair[0].value, 1 - .8 - .1, 1e-14);
  EXPECT_LT((pair[0].point1 - Vec3(0, 0, 0)).norm(), 1e-14);
}

TEST(TriangleCollisionModel, everyCornerAndSideHasOneOwner) {
  const Scene scene(detection() + mesh("a", twoTriangles, square));
  auto& model = scene.first<TriangleCollisionModel>();
  model.updateElements();
  using enum TriangleFeature;
  EXPECT_TRUE(model.owns(0, a) && model.owns(0, b) && model.owns(0, c) && model.owns(0, ab) && model.owns(0, bc));
  EXPECT_FALSE(model.owns(1, a) || model.owns(1, b));  // points 0 and 2 belong to the first triangle
  EXPECT_TRUE(model.owns(1, c) && model.owns(1, bc) && model.owns(1, ca));
  EXPECT_NE(model.owns(0, ca), model.owns(1, ab));  // the diagonal
  EXPECT_TRUE(model.owns(0, inside) && model.owns(1, inside));
}

TEST(TriangleCollisionModel, halvesOfQuadsOwnTheirInsidesOnly) {
  const Scene scene(detection() + mesh("a", "quads='0 1 2 3'", square));
  auto& model = scene.first<TriangleCollisionModel>();
  model.updateElements();
  ASSERT_EQ(model.size(), 2u);
  EXPECT_TRUE(model.owns(0, TriangleFeature::inside));
  EXPECT_FALSE(model.owns(0, TriangleFeature::a) || model.owns(1, TriangleFeature::bc));
}

}  // namespace
}  // namespace sofa::component::collision
