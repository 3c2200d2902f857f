// SPDX-License-Identifier: Apache-2.0
// Who answers which contacts: rules for pairs of models, and pipelines of chosen models.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {
namespace {

using tests::CapturedMessages;
using tests::Scene;

const std::string phases = "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/>";
std::string ball(const std::string& name, const std::string& x, const std::string& model) {
  return "<Node name='" + name + "'><MechanicalObject position='" + x + " 0 0'/><SphereCollisionModel name='" + name +
         "' radius='0.6' " + model + "/></Node>";
}
/// Responses to three balls in a row, of which neighbours touch.
std::vector<std::string> responsesWith(const std::string& manager, const std::string& ofTheMiddle = "") {
  const Scene scene(phases + manager + ball("left", "0", "group='1'") +
                    ball("middle", "1", "group='2' " + ofTheMiddle) + ball("right", "2", "group='3'"));
  auto& pipeline = scene.first<core::CollisionPipelineBase>();
  pipeline.resetCollisions();
  pipeline.detect();
  pipeline.respond();
  std::vector<std::string> names;
  for (const auto* contact : scene.first<core::ContactManager>().contacts())
    names.push_back(contact->name() + " " + contact->response()->className());
  std::ranges::sort(names);
  return names;
}
std::string rules(const std::string& text, const std::string& more = "") {
  return "<RuleBasedContactManager response='PenalityContactForceField' rules='" + text + "' " + more + "/>";
}
using Names = std::vector<std::string>;
const std::string penalty = " PenalityContactForceField", constraint = " UnilateralLagrangianConstraint";

TEST(RuleBasedContactManager, theFirstRuleThatFitsCounts) {
  EXPECT_EQ(responsesWith(rules("left middle FrictionContactConstraint  * * nullptr")),
            (Names{"middle-left" + constraint}));
  EXPECT_EQ(responsesWith(rules("* * nullptr  left middle FrictionContactConstraint")), Names{});
}

TEST(RuleBasedContactManager, rulesNameGroupsAndServeBothOrders) {
  EXPECT_EQ(responsesWith(rules("2 3 nullptr")), (Names{"middle-left" + penalty}));
  EXPECT_EQ(responsesWith(rules("3 2 FrictionContactConstraint?mu=0.1")),
            (Names{"middle-left" + penalty, "right-middle" + constraint}));
}

TEST(RuleBasedContactManager, groupsAndNamesMayChangeWhileBodiesTouch) {
  const Scene scene(phases + rules("5 * nullptr  nobody * nullptr") + ball("left", "0", "group='1'") +
                    ball("middle", "1", "group='2'") + ball("right", "2", "group='3'"));
  auto& pipeline = scene.first<core::CollisionPipelineBase>();
  const auto count = [&] {
    pipeline.resetCollisions();
    pipeline.detect();
    pipeline.respond();
    return scene.first<core::ContactManager>().contacts().size();
  };
  EXPECT_EQ(count(), 2u);
  auto* right = scene.root->children().back()->local<core::CollisionModel>();
  ASSERT_TRUE(right->setAttribute("group", "5"));
  EXPECT_EQ(count(), 1u);
  ASSERT_TRUE(right->setAttribute("group", "3"));
  EXPECT_EQ(count(), 2u);
  right->setName("nobody");
  EXPECT_EQ(count(), 1u);
}

TEST(RuleBasedContactManager, modelsThatWishSomethingGoBeforeRules) {
  EXPECT_EQ(responsesWith(rules("* * nullptr"), "contactResponse='FrictionContactConstraint'"),
            (Names{"middle-left" + constraint, "right-middle" + constraint}));
}

TEST(RuleBasedContactManager, variablesStandInResponses) {
  EXPECT_EQ(
      responsesWith(rules("left * $kind$Constraint?mu=$mu$", "variables='kind mu' kind='FrictionContact' mu='0'")),
      (Names{"middle-left" + constraint, "right-middle" + penalty}));
  const CapturedMessages messages;
  responsesWith(rules("left * $knd$Constraint", "variables='kind' kind='FrictionContact'"));
  EXPECT_GE(messages.errors("knd is not one of the variables \"kind\""), 1u);
  responsesWith(rules("left * $kind", "variables='kind' kind='FrictionContact'"));
  EXPECT_GE(messages.errors("the last $ has no partner"), 1u);
}

TEST(CollisionResponse, everyResponseHasItsComponent) {
  for (const auto& [response, component] : {std::pair{"FrictionContactConstraint", "UnilateralLagrangianConstraint"},
                                            {"AugmentedLagrangianResponseConstraint", "AugmentedLagrangianConstraint"},
                                            {"StickContactConstraint", "BilateralLagrangianConstraint"},
                                            {"StickContactForceField", "StickContactForceField"}})
    EXPECT_EQ(responsesWith(fmt::format("<CollisionResponse response='{}'/>", response)),
              (Names{fmt::format("middle-left {}", component), fmt::format("right-middle {}", component)}));
}

TEST(RuleBasedContactManager, incompleteTriplesAreLeftOut) {
  const CapturedMessages messages;
  EXPECT_EQ(responsesWith(rules("* * nullptr left")), Names{});
  EXPECT_EQ(messages.warnings("the last 1 of 4 words are left out"), 1u);
}

std::string part(const std::string& number, const std::string& models) {
  return "<BruteForceBroadPhase name='broad" + number + "'/><BVHNarrowPhase name='narrow" + number +
         "'/><DiscreteIntersection name='method" + number + "'/><CollisionResponse name='manager" + number +
         "' response='PenalityContactForceField'/><SubCollisionPipeline name='part" + number + "' collisionModels='" +
         models + "' intersectionMethod='@method" + number + "' contactManager='@manager" + number +
         "' broadPhaseDetection='@broad" + number + "' narrowPhaseDetection='@narrow" + number + "'/>";
}

TEST(CompositeCollisionPipeline, partsSeeTheirOwnModelsOnly) {
  const Scene scene(part("1", "@left/left @middle/middle") + part("2", "@right/right") +
                    "<CompositeCollisionPipeline subCollisionPipelines='@part1 @part2'/>" + ball("left", "0", "") +
                    ball("middle", "1", "") + ball("right", "2", ""));
  scene.step();
  std::vector<PenalityContactForceField*> forces;
  scene.root->collectDown(forces);
  ASSERT_EQ(forces.size(), 1u);
  EXPECT_EQ(forces[0]->name(), "middle-left");
  EXPECT_EQ(forces[0]->context(), scene.root.get());
  ASSERT_EQ(forces[0]->contacts().size(), 1u);
}

TEST(CompositeCollisionPipeline, whatIsMissingIsTold) {
  const CapturedMessages messages;
  const Scene scene(
      "<SubCollisionPipeline name='part' collisionModels='@none'/>"
      "<CompositeCollisionPipeline subCollisionPipelines='@part'/><CompositeCollisionPipeline/>");
  EXPECT_EQ(messages.errors("@none is no collision model"), 1u);
  EXPECT_EQ(messages.warnings("A NarrowPhase component is required in the links"), 1u);
  EXPECT_EQ(messages.warnings("subCollisionPipelines is empty"), 1u);
  scene.step();
}

}  // namespace
}  // namespace sofa::component::collision
