// SPDX-License-Identifier: Apache-2.0
// Rays and what they meet, cylinders, and models that only have boxes.
#include <cmath>

#include "CapturedMessages.h"
#include "Component/Collision/DetectedContacts.h"
#include "Component/DrawnForm.h"
#include "Sofa/Component/Collision/CylinderCollisionModel.h"
#include "Sofa/Component/Collision/RayCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"

namespace sofa::tests {
namespace {

using component::collision::CylinderCollisionModel;
using component::collision::RayCollisionModel;
using component::collision::RayContact;
using core::DetectionOutput;
using type::Vec3;

/// A ray from (0,0,1) and something it may meet.
struct Shot {
  Shot(const std::string& method, const std::string& target, const Vec3& direction, double length)
      : scene("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>" + method +
              "<CollisionResponse response='PenalityContactForceField'/><Node><MechanicalObject position='0 0 1'/>"
              "<RayCollisionModel/></Node><Node>" +
              target + "</Node>") {
    rays().aim(0, direction, length);
    outputs = detectedContacts(scene);
    scene.first<core::CollisionPipelineBase>().respond();
  }
  RayCollisionModel& rays() const { return scene.first<RayCollisionModel>(); }

  Scene scene;
  std::vector<DetectionOutput> outputs;
};

const std::string overlapping = "<DiscreteIntersection/>",
                  nearby = "<NewProximityIntersection alarmDistance='0.3' contactDistance='0.1'/>";
const std::string triangleTarget =
    "<MeshTopology triangles='0 1 2'/><MechanicalObject position='-1 -1 0  2 -1 0  -1 2 "
    "0'/><TriangleCollisionModel/>";
const Vec3 down(0, 0, -2);  // of any length

void expectHit(const Shot& shot, const Vec3& place, const Vec3& normal) {
  ASSERT_EQ(shot.outputs.size(), 1u);
  EXPECT_LT((shot.outputs[0].point1 - place).norm(), 1e-12) << shot.outputs[0].point1.transpose();
  EXPECT_LT((shot.outputs[0].normal - normal).norm(), 1e-12) << shot.outputs[0].normal.transpose();
}

TEST(RayCollisionModel, meetsTriangles) {
  expectHit(Shot(overlapping, triangleTarget, down, 2), {0, 0, 0}, {0, 0, -1});
  EXPECT_TRUE(Shot(overlapping, triangleTarget, down, 0.9).outputs.empty());
  EXPECT_TRUE(Shot(overlapping, triangleTarget, -down, 2).outputs.empty());
  EXPECT_TRUE(Shot(overlapping, triangleTarget, {0, 0, 0}, 2).outputs.empty());
  // From the distance, but not along the plane.
  const Shot near(nearby, triangleTarget, down, 0.8);
  expectHit(near, {0, 0, 0.2}, {0, 0, -1});
  EXPECT_NEAR(near.outputs[0].value, 0.2 - 0.1, 1e-12);
  EXPECT_TRUE(Shot(nearby, triangleTarget, down, 0.6).outputs.empty());
  EXPECT_TRUE(Shot("<LocalMinDistance alarmDistance='3' contactDistance='0.1'/>", triangleTarget, {1, 0, 0}, 2)
                  .outputs.empty());
}

TEST(RayCollisionModel, meetsSpheres) {
  const std::string ball = "<MechanicalObject position='0.3 0 0'/><SphereCollisionModel radius='0.5'/>";
  const Shot shot(overlapping, ball, down, 5);
  expectHit(shot, {0, 0, 0}, {1, 0, 0});
  EXPECT_NEAR(shot.outputs[0].value, -0.2, 1e-12);
  EXPECT_LT((shot.outputs[0].point2 - Vec3(0.3, 0, 0)).norm(), 1e-12);
  EXPECT_TRUE(Shot(overlapping, ball, down, 0.5).outputs.empty());  // ends before
  const std::string body =
      "<MechanicalObject template='Rigid3' position='0.3 0 0 0 0 0 1'/><SphereCollisionModel "
      "radius='0.5'/>";
  EXPECT_LT((Shot(overlapping, body, down, 5).outputs.at(0).point2 - Vec3(-0.2, 0, 0)).norm(), 1e-12);
}

TEST(RayCollisionModel, entersSolids) {
  const std::string tetrahedron =
      "<MeshTopology tetrahedra='0 1 2 3'/><MechanicalObject position='-1 -1 0  2 -1 0  -1 2 0  -1 -1 2'/>"
      "<TetrahedronCollisionModel/>";
  // The upper face is x + y + 1.5 z = 1 with x, y, z from (-1,-1,0): over (0,0) it is at z = 2/3.
  expectHit(Shot(overlapping, tetrahedron, down, 2), {0, 0, 2.0 / 3}, {0, 0, -1});
  EXPECT_TRUE(Shot(overlapping, tetrahedron, down, 0.3).outputs.empty());
  const double s = std::sin(M_PI / 8), c = std::cos(M_PI / 8);
  const std::string box = fmt::format(
      "<MechanicalObject template='Rigid3' position='0 0 0 {:.17g} 0 0 {:.17g}'/><OBBCollisionModel "
      "defaultExtent='0.5'/>",
      s, c);
  expectHit(Shot(overlapping, box, down, 2), {0, 0, std::sqrt(0.5)}, {0, 0, -1});
  EXPECT_TRUE(Shot(overlapping, box, {1, 0, 0.1}, 2).outputs.empty());
}

TEST(RayCollisionModel, passesPointsAndLinesWithoutAWord) {
  const CapturedMessages log;
  EXPECT_TRUE(Shot(overlapping,
                   "<MeshTopology edges='0 1'/><MechanicalObject position='-1 0 0  1 0 0'/><LineCollisionModel/>"
                   "<PointCollisionModel/>",
                   down, 2)
                  .outputs.empty());
  EXPECT_EQ(log.warnings("NOT FOUND"), 0u);
}

TEST(RayCollisionModel, asksForAResponseThatMovesNothing) {
  const CapturedMessages log;
  const Shot shot(overlapping, triangleTarget, down, 2);
  const auto contacts = shot.scene.first<core::ContactManager>().contacts();
  ASSERT_EQ(contacts.size(), 1u);
  const auto* contact = dynamic_cast<const RayContact*>(contacts[0]);
  ASSERT_TRUE(contact);
  EXPECT_EQ(contact->outputs().size(), 1u);
  EXPECT_FALSE(contact->response());
  shot.scene.step(2);
  EXPECT_EQ(log.errors(), 0u);
}

TEST(RayCollisionModel, isDrawnWhereItIsAimed) {
  const Shot shot(overlapping, triangleTarget, down, 3);
  const DrawnForm form(shot.rays(), {"showCollisionModels"});
  ASSERT_EQ(form.lines().size(), 2u);
  expectAt(form.lines()[1].position, {0, 0, -2});
  shot.rays().aim(0, Vec3::Zero());
  EXPECT_TRUE(DrawnForm(shot.rays(), {"showCollisionModels"}).empty());
  shot.rays().aim(5, down);
  EXPECT_EQ(shot.rays().size(), 1u);  // there is one point
  shot.rays().aim(0, Vec3(0, std::nan(""), 0));
  EXPECT_TRUE(DrawnForm(shot.rays(), {"showCollisionModels"}).empty());
}

std::size_t errorsOf(const std::string& body, const std::string& part) {
  const CapturedMessages log;
  const Scene scene(body);
  return log.errors(part);
}
const std::string frame = "<MechanicalObject template='Rigid3' position='1 2 3 0 0 0 1'/>";

TEST(RayCollisionModel, badLengthIsRefused) {
  EXPECT_EQ(errorsOf("<MechanicalObject position='0 0 0'/><RayCollisionModel defaultLength='-1'/>", "not negative"),
            1u);
  EXPECT_EQ(errorsOf(frame + "<RayCollisionModel/>", "not Vec3d"), 1u);
}

TEST(CylinderCollisionModel, badSizesAreRefused) {
  EXPECT_EQ(errorsOf(frame + "<CylinderCollisionModel radii='-1'/>", "radii must be"), 1u);
  EXPECT_EQ(errorsOf(frame + "<CylinderCollisionModel defaultHeight='-1'/>", "defaultHeight must be"), 1u);
  EXPECT_EQ(errorsOf(frame + "<CylinderCollisionModel defaultLocalAxis='0 0 0'/>", "no direction"), 1u);
}

TEST(CylinderCollisionModel, boxesHoldIt) {
  const Scene scene(
      "<MechanicalObject template='Rigid3' position='1 2 3 0.1 0.2 0.3 0.9273618495'/>"
      "<CylinderCollisionModel radii='0.5' heights='3' defaultLocalAxis='0 2 1' contactDistance='0.1'/>");
  auto& model = scene.first<CylinderCollisionModel>();
  type::BoundingBox box;
  model.elementBoxes({&box, 1});
  // The farthest of many points on the rims are on the box without its skin.
  const Vec3 axis = model.axis(0), u = axis.unitOrthogonal(), v = axis.cross(u);
  EXPECT_NEAR(axis.norm(), 1, 1e-9);
  type::BoundingBox sampled;
  for (const Vec3& end : model.ends(0))
    for (int k = 0; k < 3600; ++k)
      sampled.include(end + 0.5 * (std::cos(k * M_PI / 1800) * u + std::sin(k * M_PI / 1800) * v));
  EXPECT_LT((box.max - Vec3::Constant(0.1) - sampled.max).norm(), 1e-5);
  EXPECT_LT((box.min + Vec3::Constant(0.1) - sampled.min).norm(), 1e-5);
  EXPECT_NEAR((model.ends(0)[1] - model.ends(0)[0]).norm(), 3, 1e-9);
}

TEST(CylinderCollisionModel, isDrawnAndTellsThatItPassesThrough) {
  const CapturedMessages log;
  const Scene scene("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>" + overlapping +
                    "<CollisionResponse response='PenalityContactForceField'/><Node>" + frame +
                    "<CylinderCollisionModel/></Node><Node>" + frame + "<SphereCollisionModel/></Node>");
  scene.step();
  EXPECT_EQ(log.warnings("NOT FOUND"), 1u);
  const DrawnForm form(scene.first<CylinderCollisionModel>(), {"showCollisionModels"});
  EXPECT_EQ(form.solids(core::DrawList::Shape::cylinder).size(), 1u);
}

TEST(CubeCollisionModel, touchesNothing) {
  const CapturedMessages log;
  const Scene scene("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>" + overlapping +
                    "<CollisionResponse response='PenalityContactForceField'/><Node><CubeCollisionModel/></Node>"
                    "<Node><MechanicalObject position='0 0 0'/><SphereCollisionModel/></Node>");
  scene.step(2);
  EXPECT_TRUE(scene.first<core::NarrowPhase>().contacts().empty());
  EXPECT_TRUE(log.messages.empty());
}

TEST(TriangleModelInRegularGrid, hasOneBoxAroundTheTriangles) {
  const auto contactsOf = [](const std::string& model) {
    const Scene scene(
        "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><MinProximityIntersection "
        "alarmDistance='0.5' contactDistance='0.1'/><CollisionResponse "
        "response='PenalityContactForceField'/><Node><RegularGridTopology n='6 6 1' min='0 0 0' max='1 1 "
        "0'/><MechanicalObject/><" +
        model +
        "/></Node><Node><MechanicalObject position='0.33 0.41 0.2  0.81 0.13 0.2  0.07 0.95 "
        "0.2'/><PointCollisionModel/></Node>");
    scene.step();
    std::vector<std::pair<type::Index, type::Index>> found;
    for (const auto& pair : scene.first<core::NarrowPhase>().contacts())
      for (const auto& output : pair.outputs) found.emplace_back(output.element1, output.element2);
    const auto& boxes = scene.first<component::collision::TriangleCollisionModel>().boxes();
    return std::pair(found, boxes.root().leaves);
  };
  auto [whole, isFlat] = contactsOf("TriangleModelInRegularGrid");
  auto [halved, isHalvedFlat] = contactsOf("TriangleCollisionModel");
  EXPECT_TRUE(isFlat);
  EXPECT_FALSE(isHalvedFlat);
  ASSERT_EQ(whole.size(), 6u);  // the grid has triangles, and quads as two each
  EXPECT_TRUE(std::ranges::is_sorted(whole));
  std::ranges::sort(halved);
  EXPECT_EQ(whole, halved);
}

}  // namespace
}  // namespace sofa::tests
