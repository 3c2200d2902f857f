// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/SceneSight.h"

#include <gtest/gtest.h>

namespace sofa::gl {
namespace {

using type::Vec3;

type::BoundingBox box(const Vec3& min, const Vec3& max) {
  type::BoundingBox b;
  b.include(min), b.include(max);
  return b;
}
type::BoundingBox cube(const Vec3& centre, double half) {
  return box(centre - Vec3::Constant(half), centre + Vec3::Constant(half));
}

/// Looks from (0, 0, 10) at the origin: at that distance the picture is 2 * 10 * tan(22.5 degrees) = 8.28 high and
/// 4/3 of it, 11.05, wide.
geometry::Camera cameraAtTen() {
  geometry::Camera camera;
  camera.position = {0, 0, 10};
  return camera;
}

TEST(SceneSightTest, whatLiesBeforeTheCameraIsSeen) {
  const auto camera = cameraAtTen();
  EXPECT_TRUE(seesScene(camera, cube(Vec3::Zero(), 1)));
  EXPECT_FALSE(seesScene(camera, cube({0, 0, 21}, 1))) << "behind";
  EXPECT_FALSE(seesScene(camera, cube({8, 0, 0}, 1))) << "beside: the border lies at 5.5";
  EXPECT_TRUE(seesScene(camera, cube({6, 0, 0}, 1))) << "half of it";
  EXPECT_TRUE(seesScene(camera, {})) << "nothing is known";
}

TEST(SceneSightTest, whatIsAlmostNothingIsNotSeen) {
  const auto camera = cameraAtTen();
  EXPECT_TRUE(seesScene(camera, cube(Vec3::Zero(), 0.1))) << "0.2 of 8.28 is more than a fiftieth";
  EXPECT_FALSE(seesScene(camera, cube(Vec3::Zero(), 0.07))) << "0.14 is less";
  EXPECT_TRUE(seesScene(camera, cube(Vec3::Zero(), 0))) << "a point has no size to be judged by";
  EXPECT_FALSE(seesScene(camera, cube({0, 9, 0}, 0)));
}

TEST(SceneSightTest, largeAndThinScenes) {
  const auto camera = cameraAtTen();
  EXPECT_TRUE(seesScene(camera, cube({0, 0, -200}, 205))) << "one face fills the picture";
  EXPECT_TRUE(seesScene(camera, cube(Vec3::Zero(), 20))) << "from inside";
  EXPECT_TRUE(seesScene(camera, box({-100, 0.3, 0}, {100, 0.3, 0}))) << "a line across";
  EXPECT_FALSE(seesScene(camera, box({-100, 5, 0}, {100, 5, 0}))) << "a line above";
  EXPECT_FALSE(seesScene(camera, box({1, 1, 11}, {1, 1, 300}))) << "a line behind";
}

TEST(SceneSightTest, orthographicViews) {
  auto camera = cameraAtTen();
  camera.orthographic = true;  // looks at the origin: as wide everywhere as it is there
  EXPECT_TRUE(seesScene(camera, cube({0, 0, -1000}, 1)));
  EXPECT_FALSE(seesScene(camera, cube({20, 0, -1000}, 1)));
  EXPECT_FALSE(seesScene(camera, cube({0, 0, 12}, 1)));
}

}  // namespace
}  // namespace sofa::gl
