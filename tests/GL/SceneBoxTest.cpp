// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/SceneBox.h"

#include <gtest/gtest.h>

#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gl {
namespace {

using type::Vec3;

type::BoundingBox box(const Vec3& min, const Vec3& max) {
  type::BoundingBox b;
  b.include(min), b.include(max);
  return b;
}

std::shared_ptr<const Frame> take(const std::string& body, const std::string& attributes = {}) {
  const auto root = simulation::readSceneText("<Node name='root' " + attributes + ">" + body + "</Node>");
  simulation::initRoot(*root);
  simulation::updateVisual(*root);
  FrameCapture capture;
  return capture.take(*root, 0);
}

TEST(SceneBoxTest, extent) {
  EXPECT_FALSE(hasExtent({}));
  EXPECT_FALSE(hasExtent(box({1, 2, 3}, {1, 2, 3})));
  EXPECT_FALSE(hasExtent(box({0, 0, 0}, {0, 0, 0})));
  EXPECT_FALSE(hasExtent(box({1, 2, 3}, {1, 2, 3 + 1e-12})));
  type::BoundingBox endless = box({0, 0, 0}, {1, 1, 1});
  endless.max.y() = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(hasExtent(endless));
  EXPECT_TRUE(hasExtent(box({1e-6, 0, 0}, {2e-6, 0, 0})));
}

TEST(SceneBoxTest, boxOfWhatIsDrawn) {
  Frame frame;
  EXPECT_TRUE(boxOfDrawn(frame).empty());
  frame.drawList.line({0, 0, 0}, {1, 0, 0}, 1, {});
  frame.drawList.sphere({0, 3, 0}, 0.5, {});
  frame.drawList.cylinder({0, 0, 0}, {0, 0, -4}, 0.25, {});
  frame.drawList.text({-2, 0, 0}, "a", 1, {});
  frame.drawList.point({std::nan(""), 0, 0}, 1, {});
  const auto b = boxOfDrawn(frame);
  EXPECT_LT((b.min - Vec3(-2, -0.5, -4)).norm(), 0.3);
  EXPECT_LT((b.max - Vec3(1, 3.5, 0.5)).norm(), 1e-6);
}

/// A topology, a mapping or a constraint has no box of its own.
TEST(SceneBoxTest, scenesWithoutABoxAreFramedByWhatTheyShow) {
  const std::string points = "<MechanicalObject position='0 0 0 4 2 0'/>";
  const std::string fixed =
      "<VisualStyle displayFlags='showBehaviorModels'/><FixedProjectiveConstraint indices='0 1'/>";
  const auto frame = take(points + fixed);
  EXPECT_EQ(frame->box.max, Vec3(4, 2, 0));
  for (const Vec3& point : {Vec3(0, 0, 0), Vec3(4, 2, 0)}) {
    const Vec3 pixel = frame->camera.project(point);
    EXPECT_TRUE(pixel.x() > 0 && pixel.x() < frame->camera.width && pixel.y() > 0 && pixel.y() < frame->camera.height);
  }
  EXPECT_TRUE(take(points + fixed, "bbox='0 0 0 0 0 0'")->box.max.isZero());  // the scene's own choice
  const auto both = take("<VisualGrid size='2'/>" + points + fixed);
  EXPECT_EQ(both->box.max.x(), 1);  // a box is there
  EXPECT_EQ(both->drawnBox.max.x(), 4);
}

/// Lengths and angles are states of one real each, but no places.
TEST(SceneBoxTest, springsOfNumbersHaveNoPlace) {
  const std::string numbers =
      "<MechanicalObject template='Vec1' position='7 9'/><RestShapeSpringsForceField stiffness='1'/>";
  EXPECT_TRUE(take(numbers)->box.empty());
}

}  // namespace
}  // namespace sofa::gl
