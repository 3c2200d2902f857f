// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/PointPicker.h"

#include "Component/SceneText.h"

namespace sofa::gl {
namespace {

using tests::Scene;
using type::Vec3;

/// Looks along -z from above (x, y).
geometry::Ray downAt(double x, double y) { return {Vec3(x, y, 10), -Vec3::UnitZ()}; }

const std::string triangle =
    "<MeshTopology triangles='0 1 2'/><MechanicalObject name='dofs' position='0 0 1  4 0 1  0 4 1'/>";

TEST(RayHit, trianglesFromBothSidesAndSpheres) {
  const auto hit = geometry::hitTriangle(downAt(1, 1), Vec3(0, 0, 1), Vec3(4, 0, 1), Vec3(0, 4, 1));
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->distance, 9, 1e-12);
  EXPECT_NEAR(hit->weights[0], 0.5, 1e-12);
  EXPECT_NEAR(hit->weights[1], 0.25, 1e-12);
  EXPECT_TRUE(geometry::hitTriangle(downAt(1, 1), Vec3(0, 0, 1), Vec3(0, 4, 1), Vec3(4, 0, 1)));
  EXPECT_FALSE(geometry::hitTriangle(downAt(3, 3), Vec3(0, 0, 1), Vec3(4, 0, 1), Vec3(0, 4, 1)));
  EXPECT_FALSE(geometry::hitTriangle(downAt(1, 1), Vec3(0, 0, 11), Vec3(4, 0, 11), Vec3(0, 4, 11)));  // behind
  EXPECT_FALSE(geometry::hitTriangle(downAt(1, 1), Vec3(0, 0, 1), Vec3(4, 0, 1), Vec3(8, 0, 1)));
  EXPECT_FALSE(geometry::hitTriangle(downAt(1, 1), Vec3(0, 0, 1), Vec3(4, 0, std::nan("")), Vec3(8, 0, 1)));
  EXPECT_NEAR(geometry::hitSphere(downAt(3, 0), Vec3::Zero(), 5)->distance, 6, 1e-12);
  EXPECT_FALSE(geometry::hitSphere(downAt(6, 0), Vec3::Zero(), 5));
  EXPECT_FALSE(geometry::hitSphere(downAt(0, 0), Vec3(0, 0, 20), 5));
  EXPECT_EQ(geometry::hitSphere(downAt(0, 0), Vec3(0, 0, 9), 5)->distance, 0);
}

TEST(PointPicker, meetsASurfaceBetweenItsPoints) {
  const Scene scene(triangle);
  const auto picked = pickPoint(*scene.root, downAt(2, 1));
  ASSERT_TRUE(picked);
  EXPECT_EQ(picked->points, (std::vector<type::Index>{0, 1, 2}));
  EXPECT_NEAR(picked->weights[0], 0.25, 1e-12);
  EXPECT_NEAR(picked->weights[1], 0.5, 1e-12);
  EXPECT_NEAR(picked->weights[2], 0.25, 1e-12);
  EXPECT_NEAR(picked->distance, 9, 1e-12);
  EXPECT_NEAR(picked->aside, 0, 1e-12);
  EXPECT_EQ(picked->description, "Index 1 of /dofs : MechanicalObject<Vec3d>");
}

/// The outer faces of volumes, whose topologies list no triangles.
TEST(PointPicker, meetsVolumes) {
  const Scene tetrahedron(
      "<TetrahedronSetTopologyContainer position='0 0 0 4 0 0 0 4 0 0 0 4' tetrahedra='0 1 2 3'/>"
      "<MechanicalObject/>");
  auto picked = pickPoint(*tetrahedron.root, downAt(1, 1));
  ASSERT_TRUE(picked);
  EXPECT_NEAR(picked->position.z(), 2, 1e-12);
  EXPECT_EQ(picked->points, (std::vector<type::Index>{1, 2, 3}));
  const Scene grid("<RegularGridTopology nx='3' ny='3' nz='3' min='0 0 0' max='2 2 2'/><MechanicalObject/>");
  picked = pickPoint(*grid.root, downAt(0.3, 0.4));
  ASSERT_TRUE(picked);
  EXPECT_NEAR(picked->distance, 8, 1e-12);
  EXPECT_EQ(picked->points.size(), 3u);
}

TEST(PointPicker, prefersSpheresUnlessAnotherBodyHidesThem) {
  const std::string spheres =
      "<Node name='ball'><MechanicalObject name='x' position='0 0 -3  1 1 -3'/><SphereCollisionModel radius='0.5'/>";
  const Scene alone(spheres + "</Node>");
  auto picked = pickPoint(*alone.root, downAt(1, 1.3));
  ASSERT_TRUE(picked);
  EXPECT_EQ(picked->points, (std::vector<type::Index>{1}));
  EXPECT_NEAR(picked->distance, 12.6, 1e-12);
  EXPECT_NEAR(picked->aside, 0.5, 1e-12);
  // A surface of its own in front of it is no reason to leave the sphere; one of another body is.
  const Scene own(
      "<MechanicalObject name='b' position='0 0 -3  1 1 -3'/><Node name='s'>" +
      std::string("<MechanicalObject name='x'/><IdentityMapping/><SphereCollisionModel radius='0.5'/></Node>"
                  "<Node name='t'><MeshTopology position='0 0 1  4 0 1  0 4 1' triangles='0 1 2'/>"
                  "<MechanicalObject name='y'/><SubsetMapping indices='0 1 0' input='@../b'/></Node>"));
  ASSERT_TRUE(pickPoint(*own.root, downAt(1, 1.3)));
  const Scene hidden(spheres + "</Node><Node name='top'>" + triangle + "</Node>");
  picked = pickPoint(*hidden.root, downAt(1, 1.3));
  ASSERT_TRUE(picked);
  EXPECT_EQ(picked->points.size(), 3u);
  EXPECT_NEAR(picked->distance, 9, 1e-12);
}

TEST(PointPicker, findsTheBodyThatMovesAVisualModel) {
  const Scene scene(
      "<Node name='body'><MechanicalObject name='x' template='Rigid3' position='5 5 0 0 0 0 1'/>"
      "<Node name='skin'><OglModel name='v' position='0 0 1  4 0 1  0 4 1' triangles='0 1 2'/>"
      "<RigidMapping input='@../x' output='@v' globalToLocalCoords='1'/></Node></Node>");
  const auto picked = pickPoint(*scene.root, downAt(1, 1));
  ASSERT_TRUE(picked);
  EXPECT_EQ(picked->state.lock()->path(), "/body/x");
  EXPECT_EQ(picked->points, (std::vector<type::Index>{0}));
  EXPECT_NEAR((picked->position - Vec3(1, 1, 1)).norm(), 0, 1e-12);  // where it is seen, not the body's centre
}

TEST(PointPicker, elseTheParticleNearestToTheRay) {
  const Scene scene("<MechanicalObject position='0 0 0  3 0 0  3 0 5  0 0 20'/>");
  auto picked = pickPoint(*scene.root, downAt(2.5, 0));
  ASSERT_TRUE(picked);
  EXPECT_EQ(picked->points, (std::vector<type::Index>{2}));  // of two equally near ones, that closer to the camera
  EXPECT_NEAR(picked->aside, 0.5, 1e-12);
  EXPECT_NEAR(picked->distance, 5, 1e-12);
  EXPECT_EQ(pickPoint(*scene.root, downAt(0.5, 0))->points, (std::vector<type::Index>{0}));  // 3 is behind
}

TEST(PointPicker, passesOverWhatMustNotBePicked) {
  const Scene tagged("<MechanicalObject tags='NoPicking' position='0 0 0'/>");
  EXPECT_FALSE(pickPoint(*tagged.root, downAt(0, 0)));
  const Scene obstacle("<MechanicalObject position='0 0 0'/><SphereCollisionModel simulated='0'/>");
  EXPECT_FALSE(pickPoint(*obstacle.root, downAt(0, 0)));
  const Scene broken("<MeshTopology triangles='0 1 9  0 1 1'/><MechanicalObject position='0 0 0  0 1 0'/>");
  for (double& x : broken.first<core::BaseState>().hostWrite(core::vec::position)) x = std::nan("");
  EXPECT_FALSE(pickPoint(*broken.root, downAt(0, 0)));
  const Scene empty("");
  EXPECT_FALSE(pickPoint(*empty.root, downAt(0, 0)));
}

TEST(PointPicker, knowsPointsOfThePlane) {
  const Scene scene("<MechanicalObject template='Vec2' position='1 1  2 2'/>");
  const auto picked = pickPoint(*scene.root, downAt(2.1, 2));
  ASSERT_TRUE(picked);
  EXPECT_EQ(picked->points, (std::vector<type::Index>{1}));
  EXPECT_NEAR((picked->position - Vec3(2, 2, 0)).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace sofa::gl
