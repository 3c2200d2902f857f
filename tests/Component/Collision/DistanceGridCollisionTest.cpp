// SPDX-License-Identifier: Apache-2.0
// Contacts with bodies that a grid of distances stands for.
#include "CapturedMessages.h"
#include "Component/Collision/FoundContacts.h"
#include "Sofa/Component/Collision/FFDDistanceGridCollisionModel.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Component/Collision/RigidDistanceGridCollisionModel.h"
#include "TemporaryFolder.h"

namespace sofa::component::collision {
namespace {

using tests::contactsOf;
using tests::Scene;
using type::Vec3;

const std::string detection =
    "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/><CollisionResponse "
    "response='PenalityContactForceField'/>";

/// A cube from -1 to 1 that acts at 0.1, and `body` beside it.
Scene withCube(const std::string& body, const std::string& frame = "0 0 0  0 0 0 1",
               const std::string& attributes = "") {
  return Scene(detection + "<Node name='cube'><MechanicalObject template='Rigid3d' position='" + frame +
               "'/><RigidDistanceGridCollisionModel filename='#cube' nx='25' ny='25' nz='25' contactDistance='.1' " +
               attributes + "/></Node><Node name='body'>" + body + "</Node>");
}
std::string points(const std::string& places) {
  return "<MechanicalObject position='" + places + "'/><PointCollisionModel/>";
}
TEST(RigidDistanceGrid, pointsTouchItsSides) {
  const auto contacts = contactsOf(withCube(points("1.05 .2 .3  1.15 0 0  0 .8 0")));
  ASSERT_EQ(contacts.size(), 2u);
  for (const auto& c : contacts) {
    const bool beside = c.element2 == 0;
    const Vec3 normal = beside ? Vec3(1, 0, 0) : Vec3(0, 1, 0), surface = beside ? Vec3(1, .2, .3) : Vec3(0, 1, 0);
    EXPECT_LT((c.normal - normal).norm(), 1e-12);
    EXPECT_LT((c.point1 - surface).norm(), 1e-12);
    EXPECT_NEAR(c.value, (beside ? .05 : -.2) - .1, 1e-12);
    EXPECT_EQ(c.id, beside ? 0 : 2);
  }
}

// In SOFA v26.06 a millimetre, whatever the size of the body.
TEST(RigidDistanceGrid, isSeenFromAPartOfItsSizeFarther) {
  const auto contacts = [](const std::string& unit, const std::string& places, const std::string& compatibility) {
    return contactsOf(Scene(detection +
                                "<Node name='cube'><RigidDistanceGridCollisionModel filename='#cube' nx='25' ny='25' "
                                "nz='25' simulated='0' flipNormals='1' scale='" +
                                unit + "'/></Node><Node name='body'>" + points(places) + "</Node>",
                            "dt='0.1' gravity='0 0 0' compatibility='" + compatibility + "'"))
        .size();
  };
  const tests::CapturedMessages messages;
  EXPECT_EQ(contacts("1", ".9991 0 0  .9989 0 0  .997 0 0", "SOFA"), 1u);
  EXPECT_EQ(contacts("1", ".9991 0 0  .9989 0 0  .997 0 0", "exact"), 2u) << "a thousandth of 2";
  EXPECT_EQ(contacts("1e-4", ".9991e-4 0 0  .9989e-4 0 0  .997e-4 0 0", "exact"), 2u);
  EXPECT_EQ(messages.warnings("which is much for a body of"), 0u);
  EXPECT_EQ(contacts("1e-4", ".9991e-4 0 0  .9989e-4 0 0  .997e-4 0 0", "SOFA"), 3u);
  EXPECT_EQ(messages.warnings("which is much for a body of 0.0002 m"), 1u);
}

TEST(RigidDistanceGrid, movesWithItsFrame) {
  // A quarter turn about z takes x to y.
  const auto contacts =
      contactsOf(withCube(points("2.3 4.05 .2"), "2 3 0  0 0 0.70710678118654752 0.70710678118654752"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_LT((contacts[0].normal - Vec3(0, 1, 0)).norm(), 1e-12);
  EXPECT_LT((contacts[0].point1 - Vec3(2.3, 4, .2)).norm(), 1e-12);
  EXPECT_TRUE(contactsOf(withCube(points("1.05 0 0"), "0 0 0  0 0 0 1", "translation='0 0 5'")).empty());
  EXPECT_EQ(contactsOf(withCube(points("0 0 6.05"), "0 0 0  0 0 0 1", "translation='0 0 5' rotation='0 90 0'")).size(),
            1u);
}

TEST(RigidDistanceGrid, responsesActOnTheBody) {
  const Scene scene = withCube(points("1.05 .2 .3"));
  scene.step();
  auto& force = scene.first<PenalityContactForceField>();
  ASSERT_EQ(force.contacts().size(), 1u);
  EXPECT_LT((force.l_object1->positions()[0] - Vec3(1, .2, .3)).norm(), 1e-12);
  EXPECT_NE(force.l_object1->context(), nullptr);
}

TEST(RigidDistanceGrid, standsStillWithoutAState) {
  const Scene scene(detection +
                    "<Node name='cube'><RigidDistanceGridCollisionModel filename='#cube' nx='25' ny='25' nz='25' "
                    "simulated='0' translation='0 1 0'/></Node><Node name='body'>" +
                    points(".2 1.9 .3") + "</Node>");
  const auto contacts = contactsOf(scene);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_LT((contacts[0].point1 - Vec3(.2, 2, .3)).norm(), 1e-12);
  EXPECT_LT((scene.first<PenalityContactForceField>().l_object1->positions()[0] - Vec3(.2, 2, .3)).norm(), 1e-12);
}

TEST(RigidDistanceGrid, flippedItHoldsWhatIsInside) {
  const auto contacts = contactsOf(withCube(points(".95 .2 0  0 0 0"), "0 0 0  0 0 0 1", "flipNormals='1'"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_LT((contacts[0].normal - Vec3(-1, 0, 0)).norm(), 1e-12);
  EXPECT_NEAR(contacts[0].value, .05 - .1, 1e-12);
}

/// Corners once, whatever number of triangles has them, and the middles of sides that one triangle has.
TEST(RigidDistanceGrid, trianglesTouchByCornersAndMiddlesOfBorders) {
  const auto contacts =
      contactsOf(withCube("<MechanicalObject position='1.05 0 0  1.05 .4 0  1.05 .4 .4  1.05 0 .4'/><MeshTopology "
                          "triangles='0 1 2  0 2 3'/><TriangleCollisionModel/>"));
  EXPECT_EQ(contacts.size(), 8u);
  std::set<std::int64_t> ids;
  for (const auto& c : contacts) ids.insert(c.id);
  EXPECT_EQ(ids, (std::set<std::int64_t>{0, 1, 2, 3, 4, 8, 10, 11}));
}

TEST(RigidDistanceGrid, linesTouchByTheirEnds) {
  const auto contacts = contactsOf(
      withCube("<MechanicalObject position='1.05 0 0  1.05 .4 0  1.05 .4 .4'/><MeshTopology edges='0 1  1 2'/>"
               "<LineCollisionModel/>"));
  std::set<std::int64_t> ids;
  for (const auto& c : contacts) ids.insert(c.id);
  EXPECT_EQ(ids, (std::set<std::int64_t>{0, 1, 3}));
}

TEST(RigidDistanceGrid, spheresTouchByTheirRadius) {
  const auto contacts =
      contactsOf(withCube("<MechanicalObject position='1.12 .2 0'/><SphereCollisionModel radius='.05'/>"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].value, .12 - .05 - .1, 1e-12);
  EXPECT_EQ(contacts[0].point2, Vec3(1.12, .2, 0));
}

TEST(RigidDistanceGrid, gridsTouchByTheirPoints) {
  const std::string other =
      "<MechanicalObject template='Rigid3d' position='1.9 .3 .3  0 0 0 1'/><RigidDistanceGridCollisionModel "
      "filename='#cube' nx='25' ny='25' nz='25' ";
  const auto contacts = contactsOf(withCube(other + "/>"));
  ASSERT_FALSE(contacts.empty());
  double deepest = 1;
  std::set<std::int64_t> ids;
  for (const auto& c : contacts) {
    deepest = std::min(deepest, c.value);
    ids.insert(c.id);
    EXPECT_NEAR((c.point2 - c.point1).dot(c.normal) - .1, c.value, 1e-12);
  }
  EXPECT_NEAR(deepest, -.1 - .1, 1e-12);
  EXPECT_EQ(ids.size(), contacts.size());
  const auto fewer = contactsOf(withCube(other + "usePoints='0'/>"));
  EXPECT_EQ(2 * fewer.size(), contacts.size());  // the cubes are alike
}

TEST(RigidDistanceGrid, tellsWhereItDoesNotReach) {
  const tests::CapturedMessages messages;
  EXPECT_TRUE(contactsOf(withCube(points("1.3 0 0"), "0 0 0  0 0 0 1", "proximity='.5'")).empty());
  EXPECT_EQ(messages.warnings("larger box"), 1u);
}

TEST(RigidDistanceGrid, writesItsDistances) {
  const tests::TemporaryFolder folder;
  withCube("<MechanicalObject/>", "0 0 0  0 0 0 1", "dumpfilename='" + folder.file("cube.vtk") + "'");
  const tests::CapturedMessages messages;
  const Scene scene(detection + "<RigidDistanceGridCollisionModel filename='" + folder.file("cube.vtk") + "'/>");
  EXPECT_EQ(messages.errors(), 0u);
  EXPECT_NEAR(scene.first<RigidDistanceGridCollisionModel>().grid()->interpolate({.5, 0, 0}), -.5, 1e-12);
}

TEST(RigidDistanceGrid, saysWhatIsWrong) {
  const tests::CapturedMessages messages;
  Scene("<MechanicalObject/><RigidDistanceGridCollisionModel filename='#cube'/>");
  EXPECT_EQ(messages.errors("FFDDistanceGridCollisionModel"), 1u);
  Scene("<RigidDistanceGridCollisionModel filename='none.obj'/>");
  EXPECT_EQ(messages.errors("not found"), 1u);
  Scene("<RigidDistanceGridCollisionModel filename='#cube' dumpfilename='a.txt'/>");
  EXPECT_EQ(messages.errors(".raw or .vtk"), 1u);
}

/// The cube in a lattice that is stretched to the double along x.
Scene stretched(const std::string& places, const std::string& attributes = "") {
  return Scene(detection +
               "<Node name='cube'><RegularGridTopology name='lattice' n='3 3 3' min='-1.5 -1.5 -1.5' max='1.5 1.5 "
               "1.5'/><MechanicalObject scale3d='2 1 1' position='@lattice.position'/>"
               "<FFDDistanceGridCollisionModel filename='#cube' nx='25' ny='25' nz='25' contactDistance='.1' " +
               attributes + "/></Node><Node name='body'>" + points(places) + "</Node>");
}

TEST(FFDDistanceGrid, deformsWithItsLattice) {
  const Scene scene = stretched("2.1 .1 .2");
  const auto contacts = contactsOf(scene);
  ASSERT_EQ(contacts.size(), 1u);
  const auto& c = contacts[0];
  EXPECT_LT((c.normal - Vec3(1, 0, 0)).norm(), 1e-12);
  EXPECT_LT((c.point1 - Vec3(2, .1, .2)).norm(), 1e-12);
  EXPECT_NEAR(c.value, .05 - .1, 1e-12);  // distances are those at rest
  const auto& force = scene.first<PenalityContactForceField>();
  EXPECT_LT((force.l_object1->positions()[0] - c.point1).norm(), 1e-12);
}

TEST(FFDDistanceGrid, keepsTheDeepestContactOfACell) {
  EXPECT_EQ(contactsOf(stretched("2.1 .1 .2  1.9 .3 .4")).size(), 2u);
  const auto contacts = contactsOf(stretched("2.1 .1 .2  1.9 .3 .4", "singleContact='1'"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].element2, 1u);
}

TEST(FFDDistanceGrid, itsPointsTouchOtherGrids) {
  const Scene scene(
      detection +
      "<Node name='soft'><RegularGridTopology name='lattice' n='3 3 3' min='-1.5 -1.5 -1.5' max='1.5 1.5 1.5'/>"
      "<MechanicalObject position='@lattice.position'/><FFDDistanceGridCollisionModel filename='#cube' nx='25' ny='25' "
      "nz='25'/></Node><Node name='hard'><MechanicalObject template='Rigid3d' position='1.9 .3 .3  0 0 0 1'/>"
      "<RigidDistanceGridCollisionModel filename='#cube' nx='25' ny='25' nz='25'/></Node>");
  const auto contacts = contactsOf(scene);
  ASSERT_FALSE(contacts.empty());
  double deepest = 1;
  for (const auto& c : contacts) {
    deepest = std::min(deepest, c.value);
    EXPECT_NEAR((c.point2 - c.point1).dot(c.normal), c.value, 1e-12);
  }
  EXPECT_NEAR(deepest, -.1, 1e-12);
}

TEST(FFDDistanceGrid, needsALattice) {
  const tests::CapturedMessages messages;
  Scene("<MechanicalObject/><FFDDistanceGridCollisionModel filename='#cube'/>");
  EXPECT_EQ(messages.errors("RegularGridTopology"), 1u);
  Scene(
      "<MechanicalObject position='0 0 0 1 0 0 0 1 0 0 0 1'/><MeshTopology position='0 0 0 1 0 0 0 1 0 0 0 1' "
      "tetrahedra='0 1 2 3'/><FFDDistanceGridCollisionModel filename='#cube'/>");
  EXPECT_EQ(messages.errors("boxes along the axes"), 1u);
}

}  // namespace
}  // namespace sofa::component::collision
