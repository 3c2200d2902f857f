// SPDX-License-Identifier: Apache-2.0
// Friction, stiffness and response by pair of materials, and what is said of models without contacts.
#include "Sofa/Component/Collision/ContactMaterials.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Collision/CollisionResponse.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Component/ConstraintLagrangian/ContactConstraint.h"

namespace sofa::component::collision {
namespace {

using constraintlagrangian::ContactConstraint;
using helper::Severity;
using tests::CapturedMessages;
using tests::Scene;

const std::string phases =
    "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
    "<MinProximityIntersection alarmDistance='0.5' contactDistance='0.1'/>";

std::string sphere(const std::string& name, const std::string& x, const std::string& attributes) {
  return "<Node name='" + name + "'><MechanicalObject position='" + x +
         " 0 0'/><SphereCollisionModel radius='0.5' name='" + name + "' " + attributes + "/></Node>";
}
/// Two spheres that overlap, the first of steel.
Scene pair(const std::string& response, const std::string& table, const std::string& second,
           const std::string& first = "tags='steel'") {
  return Scene(phases + response + table + sphere("a", "0", first) + sphere("b", "0.9", second));
}
const std::string friction = "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.3'/>";
const std::string penalty = "<CollisionResponse response='PenalityContactForceField'/>";
const std::string table =
    "<ContactMaterials first='steel steel steel *' second='ice rubber 7 wood' friction='0.02 1.1 -1 0.5'/>";

double frictionOf(const Scene& scene) {
  scene.step();
  return scene.first<ContactConstraint>().contacts().at(0).friction;
}

TEST(ContactMaterials, giveFrictionByPair) {
  EXPECT_EQ(frictionOf(pair(friction, table, "tags='ice'")), 0.02);
  EXPECT_EQ(frictionOf(pair(friction, table, "tags='rubber'")), 1.1);
  EXPECT_EQ(frictionOf(pair(friction, table, "tags='wood'")), 0.5);
  EXPECT_EQ(frictionOf(pair(friction, table, "tags='steel'", "tags='rubber'")), 1.1) << "either order";
  EXPECT_EQ(frictionOf(pair(friction, table, "tags='steel'")), 0.3) << "no row";
  EXPECT_EQ(frictionOf(pair(friction, table, "group='7'")), 0.3) << "a row that leaves friction to the response";
  EXPECT_EQ(frictionOf(pair(friction, "", "tags='ice'")), 0.3);
}

TEST(ContactMaterials, namesOfModelsAndWishesCount) {
  const std::string named = "<ContactMaterials first='a' second='b' friction='0.7'/>";
  EXPECT_EQ(frictionOf(pair(friction, named, "")), 0.7);
  // What a model wishes itself goes before the table.
  EXPECT_EQ(frictionOf(pair(friction, named, "contactResponse='FrictionContactConstraint?mu=0.9'")), 0.9);
}

TEST(ContactMaterials, aChangeActsOnContactsThatLast) {
  const Scene scene = pair(friction, table, "tags='ice'");
  EXPECT_EQ(frictionOf(scene), 0.02);
  auto& response = scene.first<CollisionResponse>();
  scene.first<ContactMaterials>().setAttribute("friction", "0.04 1.1 -1 0.5");
  EXPECT_EQ(frictionOf(scene), 0.04);
  scene.first<ContactMaterials>().setAttribute("friction", "-1 1.1 -1 0.5");
  response.setAttribute("responseParams", "mu=0.6");
  EXPECT_EQ(frictionOf(scene), 0.6);
  response.setAttribute("response", "PenalityContactForceField");
  response.setAttribute("responseParams", "");
  scene.step();
  EXPECT_EQ(scene.root->down<ContactConstraint>(), nullptr);
  EXPECT_EQ(scene.first<PenalityContactForceField>().contacts().size(), 1u);
}

TEST(ContactMaterials, giveStiffnessAndResponse) {
  const std::string stiff = "<ContactMaterials first='steel' second='ice' stiffness='1234'/>";
  const Scene first = pair(penalty, stiff, "tags='ice'");
  first.step();
  EXPECT_EQ(first.first<PenalityContactForceField>().contacts().at(0).stiffness, 1234);
  const Scene other = pair(penalty, stiff, "tags='wood'");
  other.step();
  // 10 x 10 over the distance of the centres at which the contact acts.
  EXPECT_NEAR(other.first<PenalityContactForceField>().contacts().at(0).stiffness, 100 / 1.1, 1e-12);
  const Scene chosen = pair(friction,
                            "<ContactMaterials first='steel' second='ice' response='PenalityContactForceField' "
                            "stiffness='55'/>",
                            "tags='ice'");
  chosen.step();
  EXPECT_EQ(chosen.first<PenalityContactForceField>().contacts().at(0).stiffness, 55);
}

TEST(ContactMaterials, tablesWithHolesAreErrors) {
  const CapturedMessages captured;
  Scene(
      "<ContactMaterials/><ContactMaterials first='a b' second='c'/>"
      "<ContactMaterials first='a b' second='c d' friction='1'/>");
  EXPECT_EQ(captured.count(Severity::Error, "name one pair in each row"), 2u);
  EXPECT_EQ(captured.count(Severity::Error, "friction has 1 values for 2 rows"), 1u);
}

TEST(ContactMaterials, aSettingThatTheResponseHasNotIsTold) {
  const CapturedMessages captured;
  pair(penalty, "<ContactMaterials first='steel' second='ice' friction='1'/>", "tags='ice'").step();
  EXPECT_EQ(captured.count(Severity::Warning, "\"mu=1\" is no setting of PenalityContactForceField"), 1u);
}

const std::string far =
    sphere("a", "0", "") +
    "<Node name='c'><MeshTopology position='9 0 0  9 1 0  9 0 1' triangles='0 1 2'/><MechanicalObject/>"
    "<TriangleCollisionModel name='c'/></Node>";

TEST(UnsupportedModels, areToldWhenTheSceneIsLoaded) {
  const CapturedMessages captured;
  const Scene scene("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/>" + penalty +
                    far);
  EXPECT_EQ(captured.count(Severity::Warning, "NOT FOUND within DiscreteIntersection"), 1u);
  EXPECT_EQ(captured.count(Severity::Warning, "Their contacts are found by LocalMinDistance, MinProximityIntersection"),
            1u);
  scene.step(3);
  EXPECT_EQ(captured.count(Severity::Warning, "NOT FOUND"), 1u);
}

TEST(UnsupportedModels, areNotToldIfTheyNeverMeet) {
  const CapturedMessages captured;
  Scene("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/>" + penalty +
        "<Node name='a'><MechanicalObject/><SphereCollisionModel group='1'/></Node>"
        "<Node name='c'><MeshTopology position='9 0 0  9 1 0  9 0 1' triangles='0 1 2'/><MechanicalObject/>"
        "<TriangleCollisionModel group='1'/></Node>");
  EXPECT_EQ(captured.count(Severity::Warning, "NOT FOUND"), 0u);
}

}  // namespace
}  // namespace sofa::component::collision
