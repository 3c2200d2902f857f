// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::tests {
namespace {

using component::collision::PenalityContactForceField;

DrawnForm model(const std::string& attributes,
                std::initializer_list<std::string_view> flags = {"showCollisionModels"}) {
  const Scene scene("<MechanicalObject position='1 0 0 5 0 0'/><SphereCollisionModel radius='2' listRadius='3' " +
                    attributes + "/>");
  auto& found = scene.first<core::CollisionModel>();
  found.updateBoxes(6);
  return DrawnForm(found, flags);
}

TEST(SphereCollisionModelDraw, spheres) {
  EXPECT_TRUE(model("", {"showBehaviorModels"}).empty());
  const auto spheres = model("color='0 1 0 0.5'").spheres();
  ASSERT_EQ(spheres.size(), 2u);
  expectAt(spheres[1].origin, {5, 0, 0});
  EXPECT_NEAR(spheres[0].axes[0].norm(), 3, 1e-5);
  EXPECT_NEAR(spheres[1].axes[0].norm(), 2, 1e-5);
  EXPECT_EQ(spheres[0].color, rgb(0, 1, 0, .5));
}

TEST(SphereCollisionModelDraw, colorTellsHowItTakesPart) {
  const auto color = [](const std::string& attributes) { return model(attributes).spheres().at(0).color; };
  EXPECT_EQ(color(""), rgb(1, .5, 0));
  EXPECT_EQ(color("active='0'"), rgb(.5, .25, 0));
  EXPECT_EQ(color("moving='0'"), rgb(1, 0, 0));
  EXPECT_EQ(color("simulated='0'"), rgb(0, 1, .5));
  EXPECT_EQ(color("simulated='0' moving='0'"), rgb(.5, .5, .5));
}

TEST(SphereCollisionModelDraw, boxesFadeUpwards) {
  const auto form = model("color='1 1 1 1'", {"showBoundingCollisionModels"});
  EXPECT_TRUE(form.spheres().empty());
  // Two spheres, and the whole: three boxes at least.
  const auto lines = form.lines();
  ASSERT_GE(lines.size(), 3 * 24u);
  int least = 255, most = 0;
  type::BoundingBox box;
  for (const auto& end : lines) {
    least = std::min(least, end.color[3]);
    most = std::max(most, end.color[3]);
    box.include(end.position);
  }
  EXPECT_EQ(most, 255);
  EXPECT_LT(least, 255);
  expectAt(box.min, {-2, -3, -3});
  expectAt(box.max, {7, 3, 3});
}

class ContactDraw : public testing::Test {
 protected:
  /// Two spheres of radius 1 with centres 1.5 apart, and no solver: nothing moves.
  const Scene scene{
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
      "<DiscreteIntersection/>"
      "<CollisionResponse response='PenalityContactForceField'/>"
      "<Node name='a'><MechanicalObject position='0 0 0'/><SphereCollisionModel/></Node>"
      "<Node name='b'><MechanicalObject position='1.5 0 0'/><SphereCollisionModel/></Node>"};
};

TEST_F(ContactDraw, detectionOutputs) {
  scene.step();
  const auto& narrow = scene.first<core::NarrowPhase>();
  EXPECT_TRUE(DrawnForm(narrow, {"showCollisionModels"}).empty());
  const DrawnForm form(narrow, {"showDetectionOutputs"});
  ASSERT_EQ(form.lines().size(), 2u);
  EXPECT_EQ(form.lines()[0].color, rgb(1, 0, 0));
  EXPECT_EQ(form.lines()[0].size, 5);
  ASSERT_EQ(form.points().size(), 2u);
  EXPECT_EQ(form.points()[0].color, rgb(0, 0, 1));
  EXPECT_EQ(form.points()[0].size, 10);
}

TEST_F(ContactDraw, penaltyContactsAgeAndNormals) {
  scene.step();
  EXPECT_TRUE(DrawnForm(scene.first<PenalityContactForceField>(), {"showForceFields"}).empty());
  const auto color = [&] {
    const DrawnForm form(scene.first<PenalityContactForceField>(), {"showInteractionForceFields"});
    EXPECT_EQ(form.lines().size(), 2u);
    return form.lines().at(0).color;
  };
  EXPECT_EQ(color(), rgb(1, 0, 0));
  scene.step(12);
  EXPECT_EQ(color(), rgb(1, 0, 1));
  const DrawnForm normals(scene.first<PenalityContactForceField>(), {"showInteractionForceFields", "showNormals"});
  ASSERT_EQ(normals.lines().size(), 6u);
  EXPECT_EQ(normals.lines()[2].color, rgb(1, 1, 0));
}

}  // namespace
}  // namespace sofa::tests
