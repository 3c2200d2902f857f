// SPDX-License-Identifier: Apache-2.0
// Boxes and capsules: where they touch, and what contacts do to bodies.
#include <cmath>
#include <set>

#include "CapturedMessages.h"
#include "Component/Collision/DetectedContacts.h"
#include "Component/DrawnForm.h"
#include "Sofa/Component/Collision/CapsuleCollisionModel.h"
#include "Sofa/Component/Collision/OBBCollisionModel.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Service/PluginManager.h"

namespace sofa::tests {
namespace {

using component::collision::EdgeCapsules;
using component::collision::OBBCollisionModel;
using component::collision::RigidCapsules;
using core::DetectionOutput;
using type::Vec3;

std::string detectionBy(const std::string& method, const std::string& response = "PenalityContactForceField") {
  return "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>" + method + "<CollisionResponse response='" +
         response + "'/>";
}
const std::string discrete = "<DiscreteIntersection/>",
                  proximity = "<MinProximityIntersection alarmDistance='0.5' contactDistance='0.1'/>";
std::string bodyOf(const std::string& type, const std::string& position, const std::string& models) {
  return "<Node><MechanicalObject template='" + type + "' position='" + position + "'/>" + models + "</Node>";
}
std::string onFrame(const std::string& position, const std::string& model) {
  return bodyOf("Rigid3", position + (position.find("  ") == position.npos ? "  0 0 0 1" : ""), model);
}
std::string onMesh(const std::string& elements, const std::string& position, const std::string& model) {
  return bodyOf("Vec3", position, "<MeshTopology " + elements + "/>" + model);
}

/// The one contact of two bodies, seen from the first one of the text.
DetectionOutput contactOfTwo(const std::string& method, const std::string& first, const std::string& second) {
  const Scene scene(detectionBy(method) + first + second);
  const auto all = detectedContacts(scene);
  EXPECT_EQ(all.size(), 1u);
  if (all.size() != 1) return {};
  DetectionOutput contact = all[0];
  std::vector<core::CollisionModel*> models;
  scene.root->collectDown(models);
  if (scene.first<core::NarrowPhase>().contacts()[0].models.first != models[0]) {
    std::swap(contact.point1, contact.point2);
    contact.normal = -contact.normal;
  }
  return contact;
}

void expectNear(const Vec3& actual, const Vec3& expected) {
  EXPECT_LT((actual - expected).norm(), 1e-12) << actual.transpose() << " instead of " << expected.transpose();
}

const std::string box = "<OBBCollisionModel defaultExtent='0.5'/>",
                  rod = "<CapsuleCollisionModel defaultRadius='0.25' dafaultHeight='2'/>",
                  wire = "<CapsuleCollisionModel defaultRadius='0.25'/>";
const std::string floorMesh = "<TriangleCollisionModel/>", floorPoints = "-9 0 -9  0 0 9  9 0 -9";

/// The contacts of two bodies, which are all at one depth, by the places on the first.
std::vector<Vec3> cornersOfContact(const std::string& method, const std::string& first, const std::string& second,
                                   double value) {
  const Scene scene(detectionBy(method) + first + second);
  std::vector<core::CollisionModel*> models;
  scene.root->collectDown(models);
  const auto all = detectedContacts(scene);
  std::vector<Vec3> corners;
  std::set<std::int64_t> identities;
  const bool swapped = !all.empty() && scene.first<core::NarrowPhase>().contacts()[0].models.first != models[0];
  for (const auto& contact : all) {
    EXPECT_NEAR(contact.value, value, 1e-12);
    EXPECT_TRUE(identities.insert(contact.id).second);
    corners.push_back(swapped ? contact.point2 : contact.point1);
  }
  std::ranges::sort(corners, {}, [](const Vec3& c) { return std::tuple(c.x(), c.y(), c.z()); });
  return corners;
}

TEST(OBBCollisionModel, boxesTouchAtTheCornersOfWhatTheyShare) {
  auto corners = cornersOfContact(discrete, onFrame("0 0 0", box), onFrame("0.4 0.9 0", box), -0.1);
  ASSERT_EQ(corners.size(), 4u);
  expectNear(corners.front(), {-0.1, 0.5, -0.5});
  expectNear(corners.back(), {0.5, 0.5, 0.5});
  corners = cornersOfContact(proximity, onFrame("0 0 0", box), onFrame("0.4 1.3 0", box), 0.3 - 0.1);
  ASSERT_EQ(corners.size(), 4u);
  expectNear(corners.front(), {-0.1, 0.5, -0.5});
  EXPECT_TRUE(
      detectedContacts(Scene(detectionBy(discrete) + onFrame("0 0 0", box) + onFrame("0.4 1.01 0", box))).empty());
  EXPECT_TRUE(
      detectedContacts(Scene(detectionBy(proximity) + onFrame("0 0 0", box) + onFrame("0.4 1.51 0", box))).empty());
}

TEST(OBBCollisionModel, boxesTurnWithTheirFrames) {
  // An eighth of a turn about z: an edge looks down, and touches at both ends.
  const double s = std::sin(M_PI / 8), c = std::cos(M_PI / 8), low = std::sqrt(0.5);
  const auto ends = cornersOfContact(proximity, onMesh("triangles='0 1 2'", floorPoints, floorMesh),
                                     onFrame(fmt::format("1 1 2  0 0 {:.17g} {:.17g}", s, c), box), 1 - low - 0.1);
  ASSERT_EQ(ends.size(), 2u);
  expectNear(ends[0], {1, 0, 1.5});
  expectNear(ends[1], {1, 0, 2.5});
}

TEST(OBBCollisionModel, extentsAreByBoxAndSkinsCount) {
  const auto contact =
      contactOfTwo(proximity, onFrame("0 0 0", "<OBBCollisionModel extents='1 2 3' contactDistance='0.2'/>"),
                   onFrame("0 0 4.3", "<SphereCollisionModel radius='1'/>"));
  expectNear(contact.point1, {0, 0, 3});
  expectNear(contact.point2, {0, 0, 3.3});
  EXPECT_NEAR(contact.value, 0.3 - 0.1 - 0.2, 1e-12);
}

TEST(OBBCollisionModel, spheresOnPointsAreTouchedAtTheirCentres) {
  const auto contact = contactOfTwo(discrete, onFrame("0 0 0", box),
                                    bodyOf("Vec3", "0.1 0.7 0.2", "<SphereCollisionModel radius='0.25'/>"));
  expectNear(contact.point1, {0.1, 0.5, 0.2});
  expectNear(contact.point2, {0.1, 0.7, 0.2});
  EXPECT_NEAR(contact.value, -0.05, 1e-12);
}

TEST(CapsuleCollisionModel, rodsTouchOnTheirSurface) {
  // The rods lie along y; the second is turned to lie along x.
  const double r = std::sqrt(0.5);
  const std::string across = onFrame(fmt::format("0.5 0.2 0.6  0 0 {0:.17g} {0:.17g}", r), rod);
  auto contact = contactOfTwo(proximity, onFrame("0 0 0", rod), across);
  expectNear(contact.normal, {0, 0, 1});
  expectNear(contact.point1, {0, 0.2, 0.25});
  expectNear(contact.point2, {0, 0.2, 0.35});
  EXPECT_NEAR(contact.value, 0.1 - 0.1, 1e-12);
  contact = contactOfTwo(discrete, onFrame("0 0 0", rod), onFrame("0.1 1.2 0", box));  // its end in a box
  expectNear(contact.normal, {0, 1, 0});
  EXPECT_NEAR(contact.value, -0.3 - 0.25, 1e-12);
  expectNear(contact.point1, {0, 1.25, 0});
}

TEST(CapsuleCollisionModel, wiresTouchOnTheirEdges) {
  auto contact = contactOfTwo(proximity, onMesh("triangles='0 1 2'", floorPoints, floorMesh),
                              onMesh("edges='0 1'", "0 0.3 0  0 1 0", wire));
  expectNear(contact.point1, {0, 0, 0});
  expectNear(contact.point2, {0, 0.3, 0});
  EXPECT_NEAR(contact.value, 0.05 - 0.1, 1e-12);
  contact = contactOfTwo(discrete, onMesh("edges='0 1'", "-1 0 0  1 0 0", "<LineCollisionModel/>"),
                         onMesh("edges='0 1'", "0.5 0.2 -1  0.5 0.2 3", wire));
  expectNear(contact.normal, {0, 1, 0});
  expectNear(contact.point2, {0.5, 0.2, 0});
  EXPECT_NEAR(contact.value, 0.2 - 0.25, 1e-12);
  contact = contactOfTwo(discrete, onFrame("0 0 0", rod), onMesh("edges='0 1'", "0.4 1 -3  0.4 1 2", wire));
  EXPECT_NEAR(contact.value, 0.4 - 0.5, 1e-12);
  expectNear(contact.normal, {1, 0, 0});
}

TEST(CapsuleCollisionModel, radiiAreThoseOfTheEdges) {
  const Scene scene(onMesh("edges='0 1  1 2  0 9'", "0 0 0  1 0 0  2 0 0",
                           "<CapsuleCollisionModel listCapsuleRadii='0.1' defaultRadius='0.3'/>"));
  auto& capsules = scene.first<EdgeCapsules>();
  capsules.updateElements();
  ASSERT_EQ(capsules.size(), 2u);  // there is no point 9
  EXPECT_EQ(capsules.radius(0), 0.1);
  EXPECT_EQ(capsules.radius(1), 0.3);
  EXPECT_FALSE(capsules.elementsMayTouch(0, capsules, 1));
}

TEST(CapsuleCollisionModel, chainsTouchThemselvesButNotTheirNeighbours) {
  const auto contacts = [](const std::string& last) {
    return detectedContacts(
               Scene(detectionBy(discrete) + onMesh("edges='0 1  1 2  2 3'", "0 0 0  1 0 0  1 1 0  " + last,
                                                    "<CapsuleCollisionModel defaultRadius='0.2' "
                                                    "selfCollision='1'/>")))
        .size();
  };
  EXPECT_EQ(contacts("0.5 0.3 0"), 1u);
  EXPECT_EQ(contacts("0.5 1 0"), 0u);
}

/// Two bodies that push each other, without anything else: their momentum, and its moment, stay.
TEST(BoxCapsuleContacts, forcesBalance) {
  const std::string tilted = "0.1 0.2 0.05 0.9733961167";
  const std::vector<std::pair<std::string, std::string>> bodies{
      {onFrame("0 0 0", box), onFrame("0.3 0.8 0.1  " + tilted, box)},
      {onFrame("0 0 0", rod), onFrame("0.3 0.2 0.1  " + tilted, box)},
      {onFrame("0 0 0", rod), onMesh("edges='0 1'", "0.3 0.3 -1  0.35 0.2 2", wire)},
      {onFrame("0 0 0", box), onMesh("triangles='0 1 2'", "-2 0.45 -3  2 0.4 0.3  0 0.5 3", floorMesh)},
      {onMesh("edges='0 1'", "-1 0 0.1  1 0.1 0", wire), onMesh("edges='0 1'", "0.3 0.3 -1  0.35 0.2 2", wire)}};
  for (const auto& [first, second] : bodies) {
    const Scene scene(detectionBy(discrete) + first + second);
    SCOPED_TRACE(first + second);
    scene.step();
    auto& force = scene.first<component::collision::PenalityContactForceField>();
    ASSERT_GE(force.contacts().size(), 1u);
    std::vector<core::ActingContact> acting;
    force.listActing(acting);
    ASSERT_EQ(acting.size(), force.contacts().size());
    double largest = 0;
    for (const auto& contact : acting) {
      largest = std::max(largest, contact.force.norm());
      // Equal and opposite, along the line through both points.
      EXPECT_LT((contact.point2 - contact.point1).cross(contact.force).norm(), 1e-9);
      EXPECT_GE(contact.force.dot(contact.normal), 0);
    }
    EXPECT_GT(largest, 0.1);
  }
}

std::string movingBox(const std::string& position, const std::string& velocity) {
  return "<Node><EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-12' threshold='1e-20'/>"
         "<MechanicalObject template='Rigid3' position='" +
         position + "' velocity='" + velocity +
         "'/><UniformMass totalMass='2'/><UncoupledConstraintCorrection/><OBBCollisionModel "
         "defaultExtent='0.5'/></Node>";
}

TEST(BoxCapsuleContacts, multipliersKeepMomentumAndStopTheBodies) {
  const auto root = simulation::readSceneText(
      "<Node name='root' dt='0.01' gravity='0 0 0'><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver "
      "maxIterations='100' tolerance='1e-10'/>" +
      detectionBy("<NewProximityIntersection alarmDistance='0.2' contactDistance='0.01'/>",
                  "FrictionContactConstraint") +
      movingBox("0 0 0 0 0 0 1", "1 0 0 0 0 0") + movingBox("1.1 0.1 0 0 0 0 1", "0 0 0 0 0 0") + "</Node>");
  simulation::initRoot(*root);
  std::vector<core::State<type::Rigid3Types>*> states;
  root->collectDown(states);
  ASSERT_EQ(states.size(), 2u);
  for (int i = 0; i < 40; ++i) {
    simulation::animate(*root);
    const Vec3 sum = states[0]->velocities()[0].head<3>() + states[1]->velocities()[0].head<3>();
    ASSERT_LT((sum - Vec3(1, 0, 0)).norm(), 1e-8) << i;
  }
  // Both go on together where they met, and do not go through each other.
  EXPECT_GT(states[1]->velocities()[0][0], 0.3);
  EXPECT_GT(states[1]->positions()[0].center.x() - states[0]->positions()[0].center.x(), 0.95);
}

TEST(BoxCapsuleModels, badSizesAreRefused) {
  const auto errors = [](const std::string& body, const std::string& part) {
    const CapturedMessages log;
    const Scene scene(detectionBy(discrete) + body + onFrame("0 0 0", box));
    if (scene.root) scene.step(2);
    return log.errors(part);
  };
  EXPECT_EQ(errors(onFrame("0 0 0", "<OBBCollisionModel extents='1 -1 1'/>"), "not negative: give half"), 1u);
  EXPECT_EQ(errors(onFrame("0 0 0", "<OBBCollisionModel defaultExtent='-1'/>"), "not negative: give half"), 1u);
  EXPECT_EQ(errors(onFrame("0 0 0", "<CapsuleCollisionModel radii='-1'/>"), "radii must be"), 1u);
  EXPECT_EQ(errors(onFrame("0 0 0", "<CapsuleCollisionModel dafaultHeight='-1'/>"), "dafaultHeight must be"), 1u);
  EXPECT_EQ(errors(onMesh("edges='0 1'", "0 0 0 1 0 0", "<CapsuleCollisionModel listCapsuleRadii='1 -2'/>"),
                   "listCapsuleRadii must be"),
            1u);
  EXPECT_EQ(errors(bodyOf("Vec3", "0 0 0", "<CapsuleCollisionModel/>"), "add one (such as MeshTopology)"), 1u);
  EXPECT_GE(errors(bodyOf("Vec3", "0 0 0", "<OBBCollisionModel/>"), "holds Vec3d, not Rigid3d"), 1u);
  EXPECT_GE(errors("<Node><OBBCollisionModel/></Node>", "add a MechanicalObject before"), 1u);
}

TEST(BoxCapsuleModels, statesMayChangeTheirSize) {
  const Scene scene(detectionBy(discrete) + onFrame("0 0 0", box + rod) + onFrame("0.5 0 0", box));
  auto& state = dynamic_cast<core::BaseState&>(*scene.first<OBBCollisionModel>().state());
  for (const std::size_t size : {3, 0, 1}) {
    state.resize(size);
    detectedContacts(scene);
    EXPECT_EQ(scene.first<OBBCollisionModel>().size(), size);
    EXPECT_EQ(scene.first<RigidCapsules>().size(), size);
  }
}

TEST(BoxCapsuleModels, drawThemselves) {
  const Scene boxes(onFrame("1 2 3", "<OBBCollisionModel extents='1 2 3' color='0 1 0 1'/>"));
  EXPECT_TRUE(DrawnForm(boxes.first<OBBCollisionModel>()).empty());
  const auto cubes =
      DrawnForm(boxes.first<OBBCollisionModel>(), {"showCollisionModels"}).solids(core::DrawList::Shape::cube);
  ASSERT_EQ(cubes.size(), 1u);
  expectAt(cubes[0].origin, {1, 2, 3});
  expectAt(cubes[0].axes[1], {0, 2, 0});
  EXPECT_EQ(cubes[0].color, rgb(0, 1, 0));
  const Scene rods(onFrame("1 2 3", rod));
  const DrawnForm form(rods.first<RigidCapsules>(), {"showCollisionModels"});
  ASSERT_EQ(form.spheres().size(), 2u);
  expectAt(form.spheres()[0].origin, {1, 1, 3});
  EXPECT_EQ(form.solids(core::DrawList::Shape::cylinder).size(), 1u);
  const Scene wires(onMesh("edges='0 1'", "0 0 0 1 0 0", wire));
  auto& capsules = wires.first<EdgeCapsules>();
  EXPECT_EQ(DrawnForm(capsules, {"showCollisionModels"}).spheres().size(), 2u);
  auto& mesh = wires.first<core::BaseMeshTopology>();
  mesh.context()->removeComponent(&mesh);
  DrawnForm(capsules, {"showCollisionModels"});  // nothing breaks
}

TEST(BoxCapsuleModels, belongToAPluginThatIsBuiltIn) {
  EXPECT_TRUE(core::PluginManager::isBuiltIn("CollisionOBBCapsule"));
  const CapturedMessages log;
  const Scene scene("<RequiredPlugin name='CollisionOBBCapsule'/>" + onFrame("0 0 0", box));
  EXPECT_TRUE(log.messages.empty());
}

}  // namespace
}  // namespace sofa::tests
