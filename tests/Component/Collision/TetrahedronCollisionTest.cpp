// SPDX-License-Identifier: Apache-2.0
// Points that get into tetrahedra.
#include "Component/Collision/FoundContacts.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Component/Collision/TetrahedronCollisionModel.h"

namespace sofa::component::collision {
namespace {

using tests::contactsOf;
using tests::Scene;
using type::Vec3;

/// A unit tetrahedron, and a triangle whose corners look along -z; `depth` of its first corner above the ground.
Scene intruder(const std::string& corner, const std::string& response = "PenalityContactForceField") {
  return Scene(
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/><CollisionResponse "
      "response='" +
      response +
      "'/><Node name='solid'><MechanicalObject position='0 0 0  1 0 0  0 1 0  0 0 1'/><MeshTopology "
      "tetrahedra='0 1 2 3'/><TetrahedronCollisionModel/></Node><Node name='sheet'><MechanicalObject position='" +
      corner + "  5 0 5  0 5 5'/><MeshTopology triangles='0 2 1'/><PointCollisionModel computeNormals='1'/></Node>");
}
TEST(TetrahedronCollisionModel, pointsInsideGoBackAlongTheirNormal) {
  const auto contacts = contactsOf(intruder("0.2 0.2 0.3"));
  ASSERT_EQ(contacts.size(), 1u);
  const auto& c = contacts[0];
  EXPECT_LT((c.point2 - Vec3(0.2, 0.2, 0.3)).norm(), 1e-14);
  EXPECT_NEAR(c.value, -(c.point2 - c.point1).norm(), 1e-14);
  EXPECT_LT((c.point2 - c.point1 + c.value * -c.normal).norm(), 1e-14);
  // The other end lies on a face.
  const Vec3 p = c.point1;
  EXPECT_NEAR(std::min({p.x(), p.y(), p.z(), 1 - p.sum()}), 0, 1e-14);
  EXPECT_GE(p.minCoeff(), -1e-14);
}

TEST(TetrahedronCollisionModel, pointsOutsideAreFree) { EXPECT_TRUE(contactsOf(intruder("0.5 0.5 0.3")).empty()); }

TEST(TetrahedronCollisionModel, flatOnesHaveNoInside) {
  const Scene scene(
      "<MechanicalObject position='0 0 0  1 0 0  0 1 0  1 1 0'/><MeshTopology tetrahedra='0 1 2 3'/>"
      "<TetrahedronCollisionModel/>");
  auto& model = scene.first<TetrahedronCollisionModel>();
  model.updateElements();
  EXPECT_FALSE(model.weightsOf(0, Vec3(0.2, 0.2, 0)));
}

TEST(TetrahedronCollisionModel, responsesActOnItsCorners) {
  const Scene scene = intruder("0.2 0.2 0.3");
  scene.step();
  auto& force = scene.first<PenalityContactForceField>();
  ASSERT_EQ(force.contacts().size(), 1u);
  const auto& point = force.l_object1->positions()[force.contacts()[0].index1];
  EXPECT_LT((point - scene.first<core::NarrowPhase>().contacts()[0].outputs[0].point1).norm(), 1e-14);
}

}  // namespace
}  // namespace sofa::component::collision
