// SPDX-License-Identifier: Apache-2.0
// What acts in contacts, as the listener tells it.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Collision/ContactListener.h"

namespace sofa::component::collision {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

const std::string phases = "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>";

/// A ball of 2 kg on one that stays, heavy in y; sideways they are held.
Scene ballOnBall(const std::string& response, const std::string& listener) {
  return Scene(
      phases + "<DiscreteIntersection/><CollisionResponse response='" + response +
          "'/>"
          "<Node name='ground'><MechanicalObject position='0 0 0'/><SphereCollisionModel name='model' radius='0.5' "
          "simulated='0' moving='0' contactStiffness='30'/></Node>"
          "<Node name='ball'><EulerImplicitSolver vdamping='6'/><CGLinearSolver iterations='50' tolerance='1e-20' "
          "threshold='1e-20'/><MechanicalObject position='0 0.98 0'/><UniformMass vertexMass='2'/>"
          "<SphereCollisionModel name='model' radius='0.5' contactStiffness='30'/>" +
          listener + "</Node>",
      "dt='0.05' gravity='0 -10 0'");
}

TEST(ContactListener, penaltyForcesOnARestingBallAddUpToItsWeight) {
  const Scene scene = ballOnBall("PenalityContactForceField",
                                 "<ContactListener collisionModel1='@model' collisionModel2='@/ground/model'/>");
  scene.step(400);
  const auto& listener = scene.first<ContactListener>();
  ASSERT_EQ(*listener.d_numberOfContacts, 1u);
  EXPECT_LT((*listener.d_force - Vec3(0, 20, 0)).norm(), 2e-5);
  EXPECT_EQ(listener.d_forces->at(0), *listener.d_force);
  EXPECT_LT((listener.d_normals->at(0) - Vec3(0, -1, 0)).norm(), 1e-9) << "towards the partner";
  // D = 1 and k = 900: the weight is that of 20/900 of penetration; the point is the ball's centre.
  EXPECT_NEAR(listener.d_points->at(0).y(), 1 - 20. / 900, 1e-7);
}

TEST(ContactListener, forcesOnTheOtherModelAreOpposite) {
  const Scene scene = ballOnBall("PenalityContactForceField", "<ContactListener collisionModel2='@/ground/model'/>");
  scene.step(400);
  const auto& listener = scene.first<ContactListener>();
  EXPECT_LT((*listener.d_force - Vec3(0, -20, 0)).norm(), 2e-5);
}

TEST(ContactListener, springsThatStickTellTheirPull) {
  const Scene scene = ballOnBall("StickContactForceField", "<ContactListener collisionModel1='@model'/>");
  scene.step();
  // Detected at 0.98 from the centre: k = 30 + 30 on what the ball moved since.
  const auto& listener = scene.first<ContactListener>();
  ASSERT_EQ(*listener.d_numberOfContacts, 1u);
  EXPECT_NEAR(listener.d_force->y(), 60 * (0.98 - listener.d_points->at(0).y()), 1e-12);
  EXPECT_GT(listener.d_force->y(), 0);
}

/// A rigid body of 2 kg on four feet stands on a plate, pushed sideways less than friction holds.
std::string standing(const std::string& mu) {
  return phases +
         "<FreeMotionAnimationLoop/><LocalMinDistance alarmDistance='0.2' contactDistance='0.05'/>"
         "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=" +
         mu +
         "'/><BlockGaussSeidelConstraintSolver maxIterations='2000' tolerance='1e-14'/>"
         "<Node name='plate'><MeshTopology position='-2 0 -2  6 0 -2  6 0 2  -2 0 2' triangles='0 2 1  0 3 2'/>"
         "<MechanicalObject/><TriangleCollisionModel name='model' simulated='0' moving='0'/></Node>"
         "<Node name='body'><EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixd'/>"
         "<MechanicalObject name='dofs' template='Rigid3' position='1 0.26 0  0 0 0 1'/>"
         "<UniformMass vertexMass='2 1 [0.1 0 0 0 0.1 0 0 0 0.1]'/><LinearSolverConstraintCorrection/>"
         "<Node name='feet'><MechanicalObject position='-0.4 -0.2 -0.4  0.4 -0.2 -0.4  0.4 -0.2 0.4  -0.4 -0.2 0.4'/>"
         "<PointCollisionModel name='model'/><RigidMapping/><ContactListener collisionModel1='@model'/></Node></Node>";
}

TEST(ContactListener, multipliersOnARestingBodyAddUpToItsWeight) {
  const auto root =
      simulation::readSceneText("<Node name='root' dt='0.01' gravity='3 -9.5 0'>" + standing("0.8") + "</Node>");
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  for (int i = 0; i < 200; ++i) simulation::animate(*root);
  const auto& listener = *root->down<ContactListener>();
  ASSERT_EQ(*listener.d_numberOfContacts, 4u);
  EXPECT_LT((*listener.d_force - Vec3(-6, 19, 0)).norm(), 1e-6) << listener.d_force->transpose();
  for (const Vec3& normal : *listener.d_normals) EXPECT_LT((normal - Vec3(0, -1, 0)).norm(), 1e-9);
}

TEST(ContactListener, slidingFrictionIsMuTimesTheNormalForce) {
  const auto root =
      simulation::readSceneText("<Node name='root' dt='0.01' gravity='3 -9.5 0'>" + standing("0.1") + "</Node>");
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  for (int i = 0; i < 50; ++i) simulation::animate(*root);
  const auto& listener = *root->down<ContactListener>();
  EXPECT_NEAR(listener.d_force->x(), -0.1 * listener.d_force->y(), 1e-6);
  EXPECT_NEAR(listener.d_force->y(), 19, 1e-3);
}

TEST(ContactListener, withoutContactsThereIsNothing) {
  const Scene scene = ballOnBall("PenalityContactForceField", "<ContactListener collisionModel1='@model'/>");
  scene.step(3);
  const auto& listener = scene.first<ContactListener>();
  EXPECT_EQ(*listener.d_numberOfContacts, 1u);
  simulation::reset(*scene.root);
  EXPECT_EQ(*listener.d_numberOfContacts, 0u);
  EXPECT_EQ(*listener.d_force, Vec3::Zero());
}

TEST(ContactListener, aBodyIsAllModelsBelowItsState) {
  const auto root = simulation::readSceneText("<Node name='root' dt='0.01' gravity='3 -9.5 0'>" + standing("0.8") +
                                              "<ContactListener name='whole' body='@body/dofs'/></Node>");
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  for (int i = 0; i < 200; ++i) simulation::animate(*root);
  std::vector<ContactListener*> listeners;
  root->collectDown(listeners);
  ASSERT_EQ(listeners.size(), 2u);
  for (const auto* listener : listeners) {
    EXPECT_EQ(*listener->d_numberOfContacts, 4u);
    EXPECT_LT((*listener->d_force - Vec3(-6, 19, 0)).norm(), 1e-6) << listener->name();
  }
}

TEST(ContactListener, toldOfNothingWhenTheStateIsGone) {
  const auto root =
      simulation::readSceneText("<Node name='root' dt='0.01' gravity='3 -9.5 0'>" + standing("0.8") + "</Node>");
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  simulation::animate(*root);
  auto& feet = *root->down<ContactListener>()->context();
  feet.removeComponent(dynamic_cast<core::Component*>(core::localMechanicalState(feet)));
  simulation::animate(*root);
  EXPECT_EQ(*root->down<ContactListener>()->d_numberOfContacts, 0u);
}

TEST(ContactListener, withoutAModelItSaysWhatToWrite) {
  CapturedMessages messages;
  const Scene scene("<ContactListener/>");
  EXPECT_EQ(messages.errors("set collisionModel1"), 1u);
}

}  // namespace
}  // namespace sofa::component::collision
