// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/Collision/CollisionPipeline.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::collision {
namespace {

namespace vec = core::vec;
using simulation::Node;
using type::Vec3;

constexpr const char* pipeline =
    "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/><CollisionResponse "
    "response='PenalityContactForceField'/>";

std::string spheres(const std::string& name, const std::string& position, const std::string& attributes,
                    const std::string& type = "Vec3") {
  return "<Node name='" + name + "'><MechanicalObject template='" + type + "' position='" + position +
         "'/><SphereCollisionModel name='spheres' " + attributes + "/></Node>";
}

/// Scenes of spheres, detection by hand: no solver moves anything.
class CollisionTest : public testing::Test {
 protected:
  void load(const std::string& body, const std::string& components = pipeline) {
    root = simulation::readSceneText("<Node name='root' gravity='0 0 0'><DefaultAnimationLoop/>" + components + body +
                                     "</Node>");
    simulation::initRoot(*root);
  }
  void collide() {
    auto* p = root->local<core::CollisionPipelineBase>();
    p->resetCollisions();
    p->detect();
    p->respond();
  }
  Node* node(const std::string& name) const {
    for (auto* n : root->order())
      if (n->name() == name) return n;
    return nullptr;
  }
  template <class T>
  T* in(const std::string& name) const {
    return node(name)->local<T>();
  }
  void move(const std::string& name, const Vec3& position) {
    in<core::State<type::Vec3Types>>(name)->writeCoords(vec::position)[0] = position;
  }
  std::size_t contactCount() const {
    std::vector<PenalityContactForceField*> forces;
    root->collectDown(forces);
    std::size_t n = 0;
    for (const auto* f : forces) n += f->contacts().size();
    return n;
  }

  tests::CapturedMessages log;
  std::shared_ptr<Node> root;
};

TEST_F(CollisionTest, overlappingSpheresPushEachOther) {
  load(spheres("a", "0 0 0", "radius='1'") + spheres("b", "1.2 0 0", "radius='0.5'"));
  collide();
  auto* force = in<PenalityContactForceField>("root");
  ASSERT_TRUE(force);
  ASSERT_EQ(force->contacts().size(), 1u);
  // The newer model comes first: from b to a. Distance 1.5, stiffness 10 * 10 / 1.5, penetration 0.3.
  const auto& contact = force->contacts()[0];
  EXPECT_TRUE(contact.normal.isApprox(Vec3(-1, 0, 0), 1e-12));
  EXPECT_NEAR(contact.distance, 1.5, 1e-12);
  EXPECT_NEAR(contact.stiffness, 100 / 1.5, 1e-12);
  auto* a = in<core::State<type::Vec3Types>>("a");
  auto* b = in<core::State<type::Vec3Types>>("b");
  for (auto* state : {a, b}) state->allocate(vec::dforce);
  force->accumulateForce({}, vec::dforce);
  EXPECT_TRUE(a->derivs(vec::dforce)[0].isApprox(Vec3(-20, 0, 0), 1e-12));
  EXPECT_TRUE(b->derivs(vec::dforce)[0].isApprox(Vec3(20, 0, 0), 1e-12));
}

TEST_F(CollisionTest, responsesStayWhileTheSamePairsTouchAndGoWhenTheyPart) {
  load(spheres("a", "0 0 0", "") + spheres("b", "1.2 0 0", ""));
  collide();
  auto* force = in<PenalityContactForceField>("root");
  ASSERT_TRUE(force);
  const auto version = root->graphVersion();
  move("b", Vec3(0, 1.5, 0));
  collide();
  EXPECT_EQ(in<PenalityContactForceField>("root"), force);
  EXPECT_EQ(root->graphVersion(), version);
  EXPECT_TRUE(force->contacts()[0].normal.isApprox(Vec3(0, -1, 0), 1e-12));
  move("b", Vec3(0, 2.5, 0));
  collide();
  EXPECT_FALSE(in<PenalityContactForceField>("root"));
  move("b", Vec3(0, 2, 0));  // surfaces that touch are in contact
  collide();
  EXPECT_EQ(contactCount(), 1u);
}

TEST_F(CollisionTest, responsesOfPairsThatStayAreLeftWhereTheyAre) {
  const auto names = [&] {
    std::string text;
    for (const auto* force : root->allLocal<PenalityContactForceField>()) text += force->name() + " ";
    return text;
  };
  std::string bodies;
  for (const char* name : {"a", "b", "c", "d"})
    bodies += "<Node name='" + std::string(name) +
              "'><MechanicalObject position='0 0 0'/><SphereCollisionModel name='" + name + "'/></Node>";
  load(bodies);
  const auto line = [&](double a, double b, double c, double d) {
    move("a", Vec3(a, 0, 0));
    move("b", Vec3(b, 0, 0));
    move("c", Vec3(c, 0, 0));
    move("d", Vec3(d, 0, 0));
    collide();
  };
  line(0, 1.5, 3, 4.5);
  const std::string three = names();
  EXPECT_EQ(three.size(), 3 * 4u) << three;
  const auto version = root->graphVersion();
  line(0, 1.5, 5, 6.5);  // b and c part: one removal
  EXPECT_EQ(root->graphVersion(), version + 1);
  line(0, 1.5, 3, 4.5);  // and one addition, where it was
  EXPECT_EQ(root->graphVersion(), version + 2);
  EXPECT_EQ(names(), three);
}

TEST_F(CollisionTest, responseToAnObstacleStandsByTheMovingModel) {
  load(spheres("floor", "0 0 0", "simulated='false' moving='false'") + spheres("ball", "0 1.5 0", ""));
  collide();
  EXPECT_FALSE(in<PenalityContactForceField>("root"));
  EXPECT_TRUE(in<PenalityContactForceField>("ball"));
}

TEST_F(CollisionTest, obstaclesDoNotTouchEachOther) {
  load(spheres("a", "0 0 0", "simulated='false'") + spheres("b", "0 1.5 0", "simulated='false'"));
  collide();
  EXPECT_EQ(contactCount(), 0u);
}

TEST_F(CollisionTest, groupsAndSwitchesKeepModelsApart) {
  load(spheres("a", "0 0 0", "group='1 2'") + spheres("b", "0 1.5 0", "group='2 3'"));
  collide();
  EXPECT_EQ(contactCount(), 0u);
  load(spheres("a", "0 0 0", "group='1'") + spheres("b", "0 1.5 0", "group='2'"));
  collide();
  EXPECT_EQ(contactCount(), 1u);
  in<core::CollisionModel>("b")->d_active.set(false);
  collide();
  EXPECT_EQ(contactCount(), 0u);
}

TEST_F(CollisionTest, selfCollisionTakesEachPairOnce) {
  load(spheres("a", "0 0 0  1.5 0 0  0 1.5 0", ""));
  collide();
  EXPECT_EQ(contactCount(), 0u);
  load(spheres("a", "0 0 0  1.5 0 0  0 1.5 0", "selfCollision='true' radius='0.9'"));
  collide();
  // Pairs (0,1), (0,2); ids are those of the second sphere, so both count.
  EXPECT_EQ(contactCount(), 2u);
}

TEST_F(CollisionTest, ofContactsWithTheSameSphereOfTheLargerModelTheDeepestCounts) {
  // The larger model's sphere overlaps both spheres of the smaller one.
  load(spheres("small", "0 0 0  0.4 0 0", "") + spheres("large", "0 1.5 0  50 0 0  60 0 0", ""));
  collide();
  auto* force = in<PenalityContactForceField>("root");
  ASSERT_TRUE(force);
  ASSERT_EQ(force->contacts().size(), 1u);
  EXPECT_TRUE(force->contacts()[0].normal.isApprox(Vec3(0, -1, 0), 1e-12));
}

TEST_F(CollisionTest, listRadiusAndContactDistance) {
  load(spheres("a", "0 0 0  10 0 0", "listRadius='2' radius='0.5' contactDistance='0.1'") +
       spheres("b", "10 0.9 0", "radius='0.5' contactStiffness='3'"));
  collide();
  auto* force = in<PenalityContactForceField>("root");
  ASSERT_TRUE(force);
  ASSERT_EQ(force->contacts().size(), 1u);
  EXPECT_NEAR(force->contacts()[0].distance, 1.1, 1e-12);
  EXPECT_NEAR(force->contacts()[0].stiffness, 30 / 1.1, 1e-12);
  move("b", Vec3(0, 2.4, 0));
  collide();
  EXPECT_EQ(contactCount(), 1u);
}

TEST_F(CollisionTest, rigidSpheresAreTouchedOnTheirSurface) {
  load(spheres("body", "0 0 0 0 0 0 1", "radius='1'", "Rigid3") + spheres("ball", "0 1.4 0", "radius='0.5'"));
  collide();
  auto* force = in<PenalityContactForceField>("root");
  ASSERT_TRUE(force);
  // From the ball's centre to the body's surface: distance 0.5 + 0 and 0.4 apart.
  EXPECT_NEAR(force->contacts()[0].distance, 0.5, 1e-12);
  auto* points = in<core::State<type::Vec3Types>>("contacts of spheres");
  ASSERT_TRUE(points);
  EXPECT_TRUE(points->positions()[0].isApprox(Vec3(0, 1, 0), 1e-12));
  EXPECT_EQ(points->velocities().size(), 1u);
  EXPECT_EQ(node("contacts of spheres")->parent()->name(), "body");

  auto* ball = in<core::State<type::Vec3Types>>("ball");
  auto* body = in<core::State<type::Rigid3Types>>("body");
  for (core::BaseState* state : {static_cast<core::BaseState*>(ball), static_cast<core::BaseState*>(body),
                                 static_cast<core::BaseState*>(points)})
    state->allocate(vec::dforce);
  force->accumulateForce({}, vec::dforce);
  // 100 / 0.5 * (0.5 - 0.4) = 20; shift it sideways to see the torque of the mapping.
  EXPECT_TRUE(ball->derivs(vec::dforce)[0].isApprox(Vec3(0, 20, 0), 1e-12));
  points->writeDerivs(vec::dforce)[0] = Vec3(3, -20, 0);
  in<core::BaseMapping>("contacts of spheres")->accumulateForces(vec::dforce, vec::dforce);
  EXPECT_TRUE(Vec3(body->derivs(vec::dforce)[0].head<3>()).isApprox(Vec3(3, -20, 0), 1e-12));
  EXPECT_TRUE(Vec3(body->derivs(vec::dforce)[0].tail<3>()).isApprox(Vec3(0, 0, -3), 1e-12));

  move("ball", Vec3(0, 9, 0));
  collide();
  EXPECT_FALSE(node("contacts of spheres"));
}

TEST_F(CollisionTest, rigidContactPointsTurnWithTheBody) {
  load(spheres("body", "0 0 0 0 0 0 1", "radius='1'", "Rigid3") + spheres("ball", "0 1.4 0", "radius='0.5'"));
  collide();
  auto* body = in<core::State<type::Rigid3Types>>("body");
  body->writeCoords(vec::position)[0].orientation = type::fromEulerDegrees(Vec3(0, 0, 90));
  body->writeDerivs(vec::velocity)[0] << 1, 0, 0, 0, 0, 2;
  auto* mapping = in<core::BaseMapping>("contacts of spheres");
  mapping->mapPositions(vec::position, vec::position);
  mapping->mapVelocities(vec::velocity, vec::velocity);
  auto* points = in<core::State<type::Vec3Types>>("contacts of spheres");
  EXPECT_TRUE(points->positions()[0].isApprox(Vec3(-1, 0, 0), 1e-12));
  EXPECT_TRUE(points->velocities()[0].isApprox(Vec3(1, -2, 0), 1e-12));  // (1,0,0) + 2 z x (-x)
}

TEST_F(CollisionTest, broadPhaseLeavesOutWhatIsOutsideItsBox) {
  const std::string boxed =
      "<CollisionPipeline/><BruteForceBroadPhase box='-1 -1 -1 1 1 1'/><BVHNarrowPhase/><DiscreteIntersection/>"
      "<CollisionResponse response='PenalityContactForceField'/>";
  load(
      spheres("a", "9 0 0", "") + spheres("b", "9 1.5 0", "") + spheres("c", "0 0 0", "") + spheres("d", "0 1.5 0", ""),
      boxed);
  collide();
  EXPECT_EQ(contactCount(), 1u);
}

TEST_F(CollisionTest, manySpheresFindTheSameContactsAtAnyDepth) {
  std::string low, high;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 6; ++j) {
      low += fmt::format("{} {} {} ", i + 0.1 * j, 0.03 * i, j);
      high += fmt::format("{} {} {} ", 1.1 * i, 0.9 + 0.05 * j, 0.95 * j);
    }
  std::vector<std::size_t> counts;
  for (const int depth : {0, 1, 6}) {
    load(spheres("low", low, "radius='0.6'") + spheres("high", high, "radius='0.5'"),
         fmt::format("<CollisionPipeline depth='{}'/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/>"
                     "<CollisionResponse response='PenalityContactForceField'/>",
                     depth));
    collide();
    counts.push_back(contactCount());
  }
  EXPECT_GT(counts[0], 10u);
  EXPECT_EQ(counts[0], counts[1]);
  EXPECT_EQ(counts[0], counts[2]);
}

TEST_F(CollisionTest, resetRemovesContacts) {
  load(spheres("a", "0 0 0", "") + spheres("b", "1.2 0 0", ""));
  collide();
  simulation::reset(*root);
  EXPECT_EQ(contactCount(), 0u);
  collide();
  EXPECT_EQ(contactCount(), 1u);
}

TEST_F(CollisionTest, olderDetectionNameStandsForBothPhases) {
  load(spheres("a", "0 0 0", "") + spheres("b", "1.2 0 0", ""),
       "<CollisionPipeline/><BruteForceDetection/><DiscreteIntersection/><CollisionResponse "
       "response='PenalityContactForceField'/>");
  EXPECT_EQ(log.count(helper::Severity::Deprecated, "BruteForceBroadPhase"), 1u);
  collide();
  EXPECT_EQ(contactCount(), 1u);
}

TEST_F(CollisionTest, missingPartsAreNamed) {
  load("", "<CollisionPipeline/>");
  for (const char* part : {"CollisionModel", "Intersection", "contact manager", "BroadPhase", "NarrowPhase"})
    EXPECT_EQ(log.warnings(part), 1u) << part;
  collide();
  load("", "<CollisionPipeline depth='-3'/>");
  EXPECT_EQ(log.warnings("depth"), 1u);
}

TEST_F(CollisionTest, responsesThatAreNotThereAreErrors) {
  const std::string with =
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/><CollisionResponse ";
  load("", with + "/>");
  EXPECT_EQ(log.errors("No response method has been set"), 1u);
  load("", with + "response='PenaltyContactForceField'/>");
  EXPECT_EQ(log.errors("Did you mean \"PenalityContactForceField\"?"), 1u);

  load(spheres("a", "0 0 0", "contactResponse='NoSuchContact?mu=0.5'") + spheres("b", "1.2 0 0", ""),
       with + "response='PenalityContactForceField'/>");
  collide();
  collide();
  EXPECT_EQ(log.errors("Contact NoSuchContact between"), 1u);
  EXPECT_EQ(contactCount(), 0u);
}

TEST_F(CollisionTest, modelsMayWishTheirResponse) {
  load(spheres("a", "0 0 0", "contactResponse='nullptr'") + spheres("b", "1.2 0 0", ""));
  collide();
  EXPECT_EQ(contactCount(), 0u);
  load(spheres("a", "0 0 0", "contactResponse='nullptr'") +
       spheres("b", "1.2 0 0", "contactResponse='PenalityContactForceField'"));
  collide();  // they disagree: the common one
  EXPECT_EQ(contactCount(), 1u);
}

/// A kind of model no intersection knows.
class UnknownModel : public core::CollisionModel {
 public:
  std::size_t size() const override { return 1; }
  core::BaseState* state() const override { return nullptr; }
  void elementBoxes(std::span<type::BoundingBox> boxes) const override { boxes[0] = {Vec3(-1, -1, -1), Vec3(1, 1, 1)}; }
};

TEST_F(CollisionTest, unsupportedPairsAreReportedOnce) {
  root = simulation::readSceneText("<Node name='root'><DefaultAnimationLoop/>" + std::string(pipeline) +
                                   spheres("a", "0 0 0", "") + "</Node>");
  const auto model = std::make_shared<UnknownModel>();
  model->setClass("UnknownModel");
  root->createChild("b")->addComponent(model);
  simulation::initRoot(*root);
  collide();
  collide();
  EXPECT_EQ(log.warnings("Element Intersector UnknownModel-SphereCollisionModel<Vec3d> NOT FOUND"), 1u);
}

TEST_F(CollisionTest, aModelWithoutStateOrWithANegativeRadiusIsAnError) {
  load("<Node name='a'><SphereCollisionModel/></Node>");
  EXPECT_EQ(log.errors("No mechanical state"), 1u);
  load(spheres("a", "0 0 0", "radius='-1'"));
  EXPECT_EQ(log.errors("negative"), 1u);
  collide();
}

TEST_F(CollisionTest, templateFollowsTheState) {
  load("<Node name='a'><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/><SphereCollisionModel/></Node>");
  EXPECT_EQ(in<core::CollisionModel>("a")->templateName(), "Rigid3d");
}

TEST_F(CollisionTest, aModelTakenOutOfTheSceneIsSkipped) {
  load(spheres("a", "0 0 0", "") + spheres("b", "1.2 0 0", ""));
  collide();
  EXPECT_EQ(contactCount(), 1u);
  root->removeChild(node("b"));
  collide();
  EXPECT_EQ(contactCount(), 0u);
}

}  // namespace
}  // namespace sofa::component::collision
