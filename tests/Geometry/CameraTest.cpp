// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Camera.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

#include <numbers>

/// Views, framing, projection and movements of the camera.
namespace sofa::geometry {
namespace {

using type::BoundingBox;
using type::Quat;
using type::Vec3;

const BoundingBox unitBox{Vec3(-1, -1, -1), Vec3(1, 1, 1)};
const Vec3 gravity(0, -9.81, 0);

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-9) {
  EXPECT_LT((a - b).norm(), tolerance) << a.transpose() << " instead of " << b.transpose();
}

void expectRotation(const Quat& q) {
  EXPECT_NEAR(q.norm(), 1, 1e-9);
  const type::Mat3 m = type::toMatrix(q);
  EXPECT_NEAR(m.determinant(), 1, 1e-9);
}

Camera tilted(bool orthographic = false) {
  Camera camera;
  camera.orthographic = orthographic;
  camera.position = {3, 2, 5};
  camera.lookAt = {0.5, 0, -1};
  camera.orientation = camera.orientationTowards(camera.position, camera.lookAt);
  camera.width = 640;
  camera.height = 360;
  return camera;
}

TEST(ViewCameraTest, defaultView) {
  Camera camera;
  camera.setDefaultView(unitBox, gravity);
  expectNear(camera.lookAt, Vec3::Zero());
  expectNear(camera.position, {0, 0, 3 * std::sqrt(3.0)});
  EXPECT_NEAR(std::abs(camera.orientation.w()), 1, 1e-12);
  const auto clipping = camera.clipping(unitBox);
  EXPECT_TRUE(clipping.valid);
  EXPECT_NEAR(clipping.zNear, 0.0866025, 1e-6);
  EXPECT_NEAR(clipping.zFar, 7.621024, 1e-6);
}

TEST(ViewCameraTest, defaultViewHasGravityPointingDown) {
  for (const Vec3& g : {Vec3(0, 0, -9.81), Vec3(-9.81, 0, 0), Vec3(0, 3, 0), Vec3(1, 2, 3), Vec3(0, 0, 0)}) {
    Camera camera;
    camera.setDefaultView(unitBox, g);
    expectRotation(camera.orientation);
    expectNear(camera.axis(1), g.norm() > 0 ? Vec3(-g.normalized()) : Vec3(0, 1, 0));
    expectNear(camera.position + camera.distance() * camera.viewDirection(), camera.lookAt);
  }
}

TEST(ViewCameraTest, defaultViewOfNothing) {
  for (const auto& box : {BoundingBox{}, BoundingBox{Vec3(2, 2, 2), Vec3(2, 2, 2)},
                          BoundingBox{Vec3::Constant(NAN), Vec3::Constant(NAN)}}) {
    Camera camera;
    camera.setDefaultView(box, gravity);
    EXPECT_TRUE(camera.position.allFinite());
    EXPECT_GT(camera.distance(), 0);
    expectRotation(camera.orientation);
    EXPECT_TRUE(camera.clipping(box).valid);
  }
}

TEST(ViewCameraTest, fit) {
  Camera camera;
  camera.setDefaultView({Vec3(-7, 3, 2), Vec3(-3, 4, 9)}, gravity);
  camera.width = 800;
  camera.height = 600;
  camera.fit(unitBox);
  EXPECT_NEAR(camera.distance(), 2.613126, 1e-6);
  expectNear(camera.position, {0, 0, camera.distance()});
}

TEST(ViewCameraTest, fitMindsTheNarrowSide) {
  Camera camera;
  camera.setDefaultView(unitBox, gravity);
  camera.width = 300;
  camera.height = 600;
  camera.fit(unitBox);
  EXPECT_NEAR(camera.distance(), 1 / std::sin(std::atan(0.5 * std::tan(std::numbers::pi / 8))), 1e-9);
  // The front face of the box is in view but for the perspective of its nearest corners.
  for (const double x : {-1.0, 1.0}) {
    const Vec3 pixel = camera.project({x, 0, 0});
    EXPECT_GT(pixel.x(), 0);
    EXPECT_LT(pixel.x(), 300);
  }
}

TEST(ViewCameraTest, fitOfNothingStays) {
  Camera camera = tilted();
  const Vec3 before = camera.position;
  camera.fit({});
  expectNear(camera.position, before);
  camera.fit({Vec3::Constant(NAN), Vec3::Constant(NAN)});
  expectNear(camera.position, before);
}

TEST(ViewCameraTest, fitOfAPointKeepsTheDistance) {
  Camera camera = tilted();
  const double distance = camera.distance();
  camera.fit({Vec3(4, 4, 4), Vec3(4, 4, 4)});
  expectNear(camera.lookAt, {4, 4, 4});
  EXPECT_NEAR(camera.distance(), distance, 1e-9);
}

TEST(ViewCameraTest, orientationTowardsKeepsUp) {
  Camera camera;
  camera.orientation = camera.orientationTowards({10, 0, 0}, {0, 0, 0});
  expectNear(camera.viewDirection(), {-1, 0, 0});
  expectNear(camera.axis(1), {0, 1, 0});
  // Straight up: y cannot stay up, x can stay.
  Camera upwards;
  upwards.orientation = upwards.orientationTowards({0, 0, 0}, {0, 5, 0});
  expectNear(upwards.viewDirection(), {0, 1, 0});
  expectNear(upwards.axis(0), {1, 0, 0});
}

TEST(ViewCameraTest, lookAlongKeepsPlaceAndDistance) {
  const Vec3 directions[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0, -1, 1e-4}};
  for (const Vec3& direction : directions) {
    for (Camera camera : {Camera{}, tilted()}) {
      const double distance = camera.distance();
      const Vec3 target = camera.lookAt;
      camera.lookAlong(direction, {0, 1, 0});
      expectRotation(camera.orientation);
      expectNear(camera.viewDirection(), direction.normalized(), 1e-6);
      expectNear(camera.lookAt, target);
      EXPECT_NEAR(camera.distance(), distance, 1e-9);
      expectNear(camera.position + distance * camera.viewDirection(), target, 1e-6);
    }
  }
}

TEST(ViewCameraTest, lookAlongUpwardsOfACameraOnItsSide) {
  Camera camera;
  camera.orientation = Quat(sofa::type::AngleAxis(std::numbers::pi / 2, Vec3::UnitZ()));  // its x axis is the world's y
  camera.lookAlong({0, -1, 0}, {0, 1, 0});
  expectRotation(camera.orientation);
  expectNear(camera.viewDirection(), {0, -1, 0});
}

TEST(ViewCameraTest, rayAndProjectAreInverse) {
  for (const bool orthographic : {false, true}) {
    for (const auto& [width, height] : {std::pair(640u, 360u), std::pair(200u, 500u)}) {
      Camera camera = tilted(orthographic);
      camera.width = width;
      camera.height = height;
      for (const auto& [x, y] : {std::pair(0.0, 0.0), std::pair(100.0, 300.0), std::pair(199.25, 12.5)}) {
        const Ray ray = camera.ray(x, y);
        EXPECT_NEAR(ray.direction.norm(), 1, 1e-12);
        const Vec3 pixel = camera.project(ray.origin + 4 * ray.direction);
        EXPECT_NEAR(pixel.x(), x, 1e-9);
        EXPECT_NEAR(pixel.y(), y, 1e-9);
        EXPECT_NEAR(pixel.z(), 4 * ray.direction.dot(camera.viewDirection()), 1e-9);
      }
    }
  }
}

TEST(ViewCameraTest, whatIsLookedAtIsInTheMiddle) {
  const Camera camera = tilted();
  const Vec3 pixel = camera.project(camera.lookAt);
  EXPECT_NEAR(pixel.x(), 319.5, 1e-9);  // between the two middle pixels
  EXPECT_NEAR(pixel.y(), 179.5, 1e-9);
  EXPECT_NEAR(pixel.z(), camera.distance(), 1e-9);
}

TEST(ViewCameraTest, projectAgreesWithTheMatrices) {
  for (const bool orthographic : {false, true}) {
    const Camera camera = tilted(orthographic);
    const auto clipping = camera.clipping(unitBox);
    const Vec3 p(0.3, -0.4, 0.5);
    const sofa::type::Vec4 clip = camera.projectionMatrix(clipping) * camera.viewMatrix() * p.homogeneous();
    const Vec3 pixel = camera.project(p);
    EXPECT_NEAR((0.5 * clip.x() / clip.w() + 0.5) * camera.width, pixel.x() + 0.5, 1e-9);
    EXPECT_NEAR((0.5 - 0.5 * clip.y() / clip.w()) * camera.height, pixel.y() + 0.5, 1e-9);
    EXPECT_GT(clip.z() / clip.w(), -1);
    EXPECT_LT(clip.z() / clip.w(), 1);
  }
}

TEST(ViewCameraTest, orthographicAndPerspectiveAgreeWhereIsLookedAt) {
  const Camera perspective = tilted(), orthographic = tilted(true);
  const Vec3 p = perspective.lookAt + 0.5 * perspective.axis(1);  // in the plane through lookAt
  EXPECT_NEAR(perspective.project(p).y(), orthographic.project(p).y(), 1e-9);
  EXPECT_NEAR(perspective.pixelSize(p), orthographic.pixelSize(p), 1e-12);
}

TEST(ViewCameraTest, pixelSizeIsTheDistanceOfNeighbours) {
  for (const bool orthographic : {false, true}) {
    const Camera camera = tilted(orthographic);
    const Vec3 p(0.2, 0.4, -2);
    const double size = camera.pixelSize(p);
    const Vec3 moved = camera.project(p + size * camera.axis(0)) - camera.project(p);
    EXPECT_NEAR(moved.x(), 1, 1e-9);
    EXPECT_NEAR(moved.y(), 0, 1e-9);
  }
}

TEST(ViewCameraTest, trackballFollowsTheMouse) {
  Camera camera;
  camera.setDefaultView(unitBox, gravity);
  const Quat right = camera.trackball(400, 300, 440, 300);
  const Vec3 front(0, 0, 1);  // nearest to the camera
  const double before = camera.project(front).x();
  camera.turn(right, camera.lookAt);
  EXPECT_GT(camera.project(front).x(), before);
  const Quat down = camera.trackball(400, 300, 400, 340);
  const double height = camera.project(front).y();
  camera.turn(down, camera.lookAt);
  EXPECT_GT(camera.project(front).y(), height);
}

TEST(ViewCameraTest, trackballAngle) {
  Camera camera;
  // Half the smaller side (300 pixels) is 1; the ball has radius 0.8.
  const Quat q = camera.trackball(400, 300, 400 + 0.4 * 300, 300);
  EXPECT_NEAR(2 * std::acos(std::min(1.0, std::abs(q.w()))), std::asin(0.5), 1e-9);
  EXPECT_NEAR(camera.trackball(123, 45, 123, 45).angularDistance(Quat::Identity()), 0, 1e-7);
}

TEST(ViewCameraTest, trackballKeepsTheDistance) {
  Camera camera = tilted();
  const Vec3 pivot(1, 2, 3);
  const double fromPivot = (camera.position - pivot).norm(), distance = camera.distance();
  for (int i = 0; i < 1000; ++i) camera.turn(camera.trackball(10.0 * (i % 60), 300, 10.0 * (i % 60) + 7, 290), pivot);
  EXPECT_NEAR((camera.position - pivot).norm(), fromPivot, 1e-9);
  EXPECT_NEAR(camera.distance(), distance, 1e-9);
  expectRotation(camera.orientation);
  expectNear(camera.position + distance * camera.viewDirection(), camera.lookAt, 1e-9);
}

TEST(ViewCameraTest, turntableKeepsTheHorizon) {
  Camera camera;
  camera.setDefaultView(unitBox, gravity);
  for (int i = 0; i < 50; ++i) camera.turn(camera.turntable(9, i % 2 ? 3 : -2, Vec3::UnitY()), camera.lookAt);
  EXPECT_NEAR(camera.axis(0).y(), 0, 1e-9);
  EXPECT_NEAR(camera.distance(), 3 * std::sqrt(3.0), 1e-9);
}

TEST(ViewCameraTest, panMovesInItsOwnAxes) {
  Camera camera = tilted();
  const Vec3 position = camera.position, target = camera.lookAt;
  camera.pan(2, -1);
  expectNear(camera.position - position, 2 * camera.axis(0) - camera.axis(1));
  expectNear(camera.lookAt - target, camera.position - position);
  const Vec3 fixed = camera.lookAt;
  camera.pan(1, 1, true);
  expectNear(camera.lookAt, fixed);
}

TEST(ViewCameraTest, dollyOfAnOrthographicViewStopsBeforeItsTarget) {
  Camera camera = tilted(true);
  const double distance = camera.distance();
  camera.dolly(100 * distance);
  EXPECT_NEAR(camera.distance(), 0.05 * distance, 1e-9);
  Camera perspective = tilted();
  perspective.dolly(0.5 * distance);
  EXPECT_NEAR(perspective.distance(), 0.5 * distance, 1e-9);
}

TEST(ViewCameraTest, clippingOfTheData) {
  Camera camera = tilted();
  camera.computeClipping = false;
  camera.zNear = 2;
  camera.zFar = 1;
  EXPECT_FALSE(camera.clipping(unitBox).valid);
  camera.zNear = 0.5;
  EXPECT_TRUE(camera.clipping(unitBox).valid);
  EXPECT_EQ(camera.clipping(unitBox).zNear, 0.5);
}

/// All corners in the view, and some on the border that frameAll() leaves.
void expectFramed(const Camera& camera, const BoundingBox& box) {
  double nearest = 1;
  for (int corner = 0; corner < 8; ++corner) {
    const auto side = [&](int i) { return corner >> i & 1 ? box.max[i] : box.min[i]; };
    const Vec3 pixel = camera.project(Vec3(side(0), side(1), side(2)));
    EXPECT_GT(pixel.z(), 0);
    const double x = (pixel.x() + 0.5) / camera.width, y = (pixel.y() + 0.5) / camera.height;
    nearest = std::min({nearest, x, 1 - x, y, 1 - y});
  }
  EXPECT_NEAR(nearest, 1.0 / 12, 1e-6);
  expectNear(camera.position + camera.distance() * camera.viewDirection(), camera.lookAt, 1e-6);
}

TEST(ViewCameraTest, frameAllShowsEveryCornerInAnyProjection) {
  const BoundingBox boxes[] = {unitBox,
                               {Vec3(0, 0, 0), Vec3(9, 0.1, 0.5)},
                               {Vec3(-1, 5, 2), Vec3(0, 5, 40)},
                               {Vec3(100, 100, 100), Vec3(100.2, 107, 100.1)}};
  for (const bool orthographic : {false, true})
    for (const auto& [width, height] : {std::pair(640u, 360u), std::pair(300u, 900u)})
      for (const auto& box : boxes)
        for (const Vec3& direction : {Vec3(0, 0, -1), Vec3(-1, -2, -3), Vec3(1, 0, 0), Vec3(0, -1, 0)}) {
          Camera camera = tilted(orthographic);
          camera.width = width, camera.height = height;
          camera.lookAlong(direction, {0, 1, 0});
          const Vec3 before = camera.viewDirection();
          camera.frameAll(box);
          expectNear(camera.viewDirection(), before);
          expectFramed(camera, box);
        }
}

TEST(ViewCameraTest, frameAllOfWhatHasNoSize) {
  Camera camera = tilted();
  const double away = camera.distance();
  camera.frameAll({Vec3(1, 2, 3), Vec3(1, 2, 3)});
  expectNear(camera.lookAt, {1, 2, 3});
  EXPECT_NEAR(camera.distance(), away, 1e-9);
  const Vec3 position = camera.position;
  camera.frameAll({});
  camera.frameAll({Vec3::Constant(NAN), Vec3::Constant(NAN)});
  expectNear(camera.position, position);
}

TEST(ViewCameraTest, threeQuarterViewLooksDownFromTheRight) {
  for (const Vec3& g : {gravity, Vec3(0, 0, -9.81), Vec3(-9.81, 0, 0), Vec3(0, 0, 0)}) {
    Camera front, camera;
    front.setDefaultView(unitBox, g);
    camera.setThreeQuarterView(unitBox, g);
    expectRotation(camera.orientation);
    const Vec3 from = -camera.viewDirection();
    EXPECT_NEAR(from.dot(front.axis(1)), std::sin(20 * std::numbers::pi / 180), 1e-9);
    EXPECT_GT(from.dot(front.axis(0)), 0.4);
    EXPECT_GT(from.dot(front.axis(2)), from.dot(front.axis(0)));
    expectFramed(camera, unitBox);
  }
  Camera camera;
  const BoundingBox sheet{Vec3(-3, -1, 0), Vec3(3, 1, 0)};
  camera.setThreeQuarterView(sheet, gravity);
  EXPECT_NEAR(camera.viewDirection().x(), 0, 1e-9);  // flat: from before
  EXPECT_LT(camera.viewDirection().y(), 0);
  expectFramed(camera, {Vec3(-3, -3, 0), Vec3(3, 1, 0)});  // with room below
}

}  // namespace
}  // namespace sofa::geometry
