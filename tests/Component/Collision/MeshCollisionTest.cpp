// SPDX-License-Identifier: Apache-2.0
// Points, lines and triangles, and the intersections that find their contacts.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {
namespace {

using core::DetectionOutput;
using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

const std::string minProximity = "<MinProximityIntersection alarmDistance='0.3' contactDistance='0.1'/>";
const std::string localMin = "<LocalMinDistance alarmDistance='0.3' contactDistance='0.1'/>";

std::string detection(const std::string& intersection) {
  return "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>" + intersection +
         "<CollisionResponse response='PenalityContactForceField'/>";
}
std::string body(const std::string& name, const std::string& mesh, const std::string& position,
                 const std::string& models) {
  return "<Node name='" + name + "'>" + mesh + "<MechanicalObject name='dofs' position='" + position + "'/>" + models +
         "</Node>";
}
std::string edge(const std::string& name, const std::string& ends) {
  return body(name, "<MeshTopology edges='0 1' position='" + ends + "'/>", ends, "<LineCollisionModel/>");
}
std::string triangle(const std::string& name, const std::string& attributes = "") {
  const std::string corners = "0 0 0  1 0 0  0 1 0";
  return body(name, "<MeshTopology triangles='0 1 2' position='" + corners + "'/>", corners,
              "<TriangleCollisionModel " + attributes + "/>");
}
std::string points(const std::string& name, const std::string& position) {
  return body(name, "", position, "<PointCollisionModel/>");
}

/// Every contact found, in order.
std::vector<DetectionOutput> contactsIn(const Scene& scene) {
  auto& pipeline = scene.first<core::CollisionPipelineBase>();
  pipeline.resetCollisions();
  pipeline.detect();
  pipeline.respond();
  std::vector<DetectionOutput> all;
  for (const auto& pair : scene.first<core::NarrowPhase>().contacts())
    all.insert(all.end(), pair.outputs.begin(), pair.outputs.end());
  return all;
}

TEST(MinProximity, linesThatCross) {
  const auto found =
      contactsIn(Scene(detection(minProximity) + edge("b", ".5 .2 -.5  .5 .2 .5") + edge("a", "0 0 0  1 0 0")));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT((found[0].point1 - Vec3(.5, 0, 0)).norm(), 1e-14);
  EXPECT_LT((found[0].point2 - Vec3(.5, .2, 0)).norm(), 1e-14);
  EXPECT_LT((found[0].normal - Vec3(0, 1, 0)).norm(), 1e-14);
  EXPECT_NEAR(found[0].value, 0.1, 1e-14);
}

TEST(MinProximity, parallelLinesTouchInTheirMiddle) {
  const auto found =
      contactsIn(Scene(detection(minProximity) + edge("b", "0 .2 0  1 .2 0") + edge("a", "0 0 0  1 0 0")));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT((found[0].point1 - Vec3(.5, 0, 0)).norm(), 1e-14);
}

TEST(MinProximity, trianglesMeetPointsOverTheirInside) {
  const auto found =
      contactsIn(Scene(detection(minProximity) + triangle("t") + points("p", "0.2 0.2 0.25  0.2 0.2 0.35  -.1 -.1 0")));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].id, 0);
  EXPECT_LT((found[0].normal - Vec3(0, 0, 1)).norm(), 1e-14);  // from the triangle to the point
  EXPECT_NEAR(found[0].value, 0.15, 1e-14);
}

TEST(MinProximity, surfaceNormalsOnRequest) {
  const std::string wanted =
      "<MinProximityIntersection alarmDistance='0.3' contactDistance='0.1' useSurfaceNormals='1'/>";
  const auto found = contactsIn(Scene(detection(wanted) + triangle("t") + points("p", "0.2 0.2 -0.25")));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT((found[0].normal - Vec3(0, 0, 1)).norm(), 1e-14);  // though the point lies below
}

TEST(MinProximity, ofALineThePointNearItsEndIsTheEnd) {
  const auto found = contactsIn(Scene(detection(minProximity) + edge("e", "0 0 0  1 0 0") + points("p", "1.1 .1 0")));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].point1, Vec3(1, 0, 0));
}

TEST(MinProximity, pairsThatAreSwitchedOffPassThroughEachOtherSilently) {
  const CapturedMessages said;
  const std::string off =
      "<MinProximityIntersection alarmDistance='0.3' contactDistance='0.1' usePointPoint='0' useLinePoint='0' "
      "useLineLine='0'/>";
  EXPECT_TRUE(contactsIn(Scene(detection(off) + edge("e", "0 0 0  1 0 0") + edge("f", "0 .1 0  1 .1 0") +
                               points("p", "0 .1 0") + points("q", "0 .1 .1")))
                  .empty());
  EXPECT_EQ(said.warnings("NOT FOUND"), 0u);
}

TEST(MinProximity, pointsInTheSamePlaceArePartedAndToldOnce) {
  const CapturedMessages said;
  const Scene scene(detection(minProximity) + points("p", "0 0 0  5 5 5") + points("q", "0 0 0"));
  ASSERT_EQ(contactsIn(scene).size(), 1u);
  EXPECT_EQ(contactsIn(scene)[0].normal, Vec3(1, 0, 0));
  EXPECT_EQ(said.warnings("Null distance"), 1u);
}

TEST(MinProximity, missingDistancesAreTold) {
  const CapturedMessages said;
  const Scene scene(detection("<MinProximityIntersection/>"));
  EXPECT_EQ(said.warnings("alarmDistance"), 1u);
}

TEST(LocalMinDistance, trianglesAreTouchedFromOutside) {
  EXPECT_EQ(contactsIn(Scene(detection(localMin) + triangle("t") + points("p", "0.2 0.2 0.25"))).size(), 1u);
  EXPECT_EQ(contactsIn(Scene(detection(localMin) + triangle("t") + points("p", "0.2 0.2 -0.25"))).size(), 0u);
  EXPECT_EQ(
      contactsIn(Scene(detection(localMin) + triangle("t", "bothSide='1'") + points("p", "0.2 0.2 -0.25"))).size(), 1u);
}

TEST(LocalMinDistance, cornersOfARoofAreTouchedAlongTheirConeOnly) {
  // Two triangles that meet in a ridge along y at x = 0, falling to both sides.
  const std::string corners = "0 0 0  0 1 0  1 .5 -1  -1 .5 -1";
  const std::string roof = body("roof", "<MeshTopology triangles='0 2 1  0 1 3' position='" + corners + "'/>", corners,
                                "<LineCollisionModel/>");
  EXPECT_EQ(contactsIn(Scene(detection(localMin) + roof + points("p", "0 .5 .2"))).size(), 1u);
  EXPECT_EQ(contactsIn(Scene(detection(localMin) + roof + points("p", "0 .5 -.2"))).size(), 0u);
  const std::string unfiltered = "<LocalMinDistance alarmDistance='0.3' contactDistance='0.1' filterIntersection='0'/>";
  EXPECT_EQ(contactsIn(Scene(detection(unfiltered) + roof + points("p", "0 .5 -.2"))).size(), 1u);
}

TEST(LocalMinDistance, pointsOfAFlatSheetAreTouchedWhateverTheRounding) {
  const std::string triangles = "0 3 1  1 3 4  1 4 2  2 4 5  3 6 4  4 6 7  4 7 5  5 7 8";  // facing down
  const std::string corners = "-3 -2 0  4 -1 0  0 5 0";
  const std::string floor = body("floor", "<MeshTopology triangles='0 1 2' position='" + corners + "'/>", corners,
                                 "<TriangleCollisionModel/>");
  for (int k = 0; k < 20; ++k) {
    std::string grid;
    for (int i = 0; i < 9; ++i)
      grid += fmt::format("{:.17g} {:.17g} 0.2  ", 0.1 + 0.007 * k + 0.07 * (i % 3), 0.13 + 0.003 * k + 0.07 * (i / 3));
    const std::string sheet = body("sheet", "<MeshTopology triangles='" + triangles + "' position='" + grid + "'/>",
                                   grid, "<LineCollisionModel/><PointCollisionModel/>");
    EXPECT_EQ(contactsIn(Scene(detection(localMin) + floor + sheet)).size(), 9u) << k;
  }
}

TEST(LocalMinDistance, linesIgnorePointsBeyondTheirEnds) {
  EXPECT_EQ(contactsIn(Scene(detection(localMin) + edge("e", "0 0 0  1 0 0") + points("p", "1.1 .1 0"))).size(), 0u);
  EXPECT_EQ(contactsIn(Scene(detection(localMin) + edge("e", "0 0 0  1 0 0") + points("p", ".9 .1 0"))).size(), 1u);
}

TEST(MeshCollisionModel, needsAStateOfPointsAndAMesh) {
  const CapturedMessages said;
  const Scene rigid("<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/><PointCollisionModel/>");
  EXPECT_EQ(said.errors("holds Rigid3d, not Vec3d"), 1u);
  const Scene bare("<MechanicalObject position='0 0 0'/><TriangleCollisionModel/>");
  EXPECT_EQ(said.errors("No mesh is visible"), 1u);
}

TEST(MeshCollisionModel, neighboursOfOneMeshDoNotTouch) {
  const std::string corners = "0 0 0  .1 0 0  0 .1 0";
  const Scene scene(detection(minProximity) +
                    body("t", "<MeshTopology triangles='0 1 2' position='" + corners + "'/>", corners,
                         "<TriangleCollisionModel selfCollision='1'/><LineCollisionModel selfCollision='1'/>"
                         "<PointCollisionModel selfCollision='1'/>"));
  EXPECT_TRUE(contactsIn(scene).empty());
}

TEST(MeshCollisionModel, quadsAreTwoTriangles) {
  const std::string corners = "0 0 0  1 0 0  1 1 0  0 1 0";
  const Scene scene(
      detection(minProximity) +
      body("q", "<MeshTopology quads='0 1 2 3' position='" + corners + "'/>", corners, "<TriangleCollisionModel/>") +
      points("p", ".7 .2 .2  .2 .7 .2"));
  EXPECT_EQ(contactsIn(scene).size(), 2u);
  // The points of the response lie in the quad, below the others.
  auto* force = scene.root->local<PenalityContactForceField>();
  ASSERT_TRUE(force);
  const auto& x = force->l_object1->positions();
  ASSERT_EQ(x.size(), 2u);
  EXPECT_LT((x[0] - Vec3(.7, .2, 0)).norm() * (x[0] - Vec3(.2, .7, 0)).norm(), 1e-14);
}

/// A model of another kind with a pair of its own, as a plugin adds it.
class FloorModel : public core::CollisionModel {
 public:
  std::size_t size() const override { return 1; }
  core::BaseState* state() const override { return nullptr; }
  void elementBoxes(std::span<type::BoundingBox> boxes) const override { boxes[0] = {Vec3(-9, -9, -9), Vec3(9, 0, 9)}; }
};

TEST(RegisterIntersector, aPairServesBothOrders) {
  const core::RegisterIntersector<FloorModel, FloorModel> own(
      "MinProximityIntersection",
      [](const core::Intersection&, core::ContactRange range, const FloorModel&, type::Index, const FloorModel&,
         type::Index, std::vector<DetectionOutput>& outputs) { outputs.emplace_back().value = range.alarm; });
  const Scene scene(minProximity + points("p", "0 0 0"));
  const auto& method = scene.first<core::Intersection>();
  FloorModel floor, other;
  floor.d_contactDistance.set(0.25);
  const auto& registry = core::IntersectorRegistry::instance();
  const auto found = registry.find(method, floor, other);
  ASSERT_TRUE(found.intersector);
  EXPECT_FALSE(found.isSwapped);
  std::vector<DetectionOutput> outputs;
  found.intersector->intersect(method, floor, other, {{0, 0}, {0, 0}}, outputs);
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_DOUBLE_EQ(outputs[0].value, 0.55);
  const auto& model = scene.first<core::CollisionModel>();
  EXPECT_FALSE(registry.find(method, floor, model).isKnown);
  const LineCollisionModel lines;
  EXPECT_FALSE(registry.find(method, lines, model).isSwapped);
  const auto swapped = registry.find(method, model, lines);
  EXPECT_TRUE(swapped.isKnown && swapped.isSwapped);
  EXPECT_THROW((core::IgnoreModelPair<FloorModel, FloorModel>("MinProximityIntersection")), std::logic_error);
}

}  // namespace
}  // namespace sofa::component::collision
