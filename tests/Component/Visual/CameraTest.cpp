// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numbers>

#include "CapturedMessages.h"
#include "Sofa/Component/Visual/InteractiveCamera.h"
#include "Sofa/Component/Visual/RecordedCamera.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::visual {
namespace {

using simulation::Node;
using type::Vec3;
using CameraAttributes = std::initializer_list<std::pair<const std::string, std::string>>;

class CameraTest : public testing::Test {
 protected:
  std::shared_ptr<Node> root = Node::createRoot();
  tests::CapturedMessages log;

  template <class T>
  std::shared_ptr<T> camera(const char* type, CameraAttributes attributes) {
    root->d_bbox.set({Vec3(-1, -1, -1), Vec3(1, 1, 1)});
    auto made = std::dynamic_pointer_cast<T>(root->add(type, attributes));
    made->updateMatrices();  // takes the box
    made->init();
    return made;
  }
  static Vec3 direction(const BaseCamera& c) { return type::rotate(c.d_orientation.value(), Vec3(0, 0, -1)); }
};

TEST_F(CameraTest, defaultViewShowsTheWholeScene) {
  const auto c = camera<BaseCamera>("InteractiveCamera", {});
  EXPECT_TRUE(c->usesDefaultView());
  EXPECT_NEAR(c->d_distance.value(), 3 * std::sqrt(3.0), 1e-12);
  EXPECT_TRUE(c->d_position.value().isApprox(Vec3(0, 0, 3 * std::sqrt(3.0)), 1e-12));
  EXPECT_TRUE(direction(*c).isApprox(Vec3(0, 0, -1), 1e-12));
  // zNear = max(0.01 (d - R), 0.05 R) = 0.0866025 and zFar = 1.1 (d + R) = 7.621024, with R = sqrt(3)
  const double zNear = 0.05 * std::sqrt(3.0), zFar = 4.4 * std::sqrt(3.0);
  const auto& p = c->d_projectionMatrix.value();
  EXPECT_NEAR(p[10], -(zFar + zNear) / (zFar - zNear), 1e-12);
  EXPECT_NEAR(p[11], -2 * zFar * zNear / (zFar - zNear), 1e-12);
  EXPECT_NEAR(p[5], 1 / std::tan(std::numbers::pi / 8), 1e-12);
  EXPECT_NEAR(p[0], p[5] * 600 / 800, 1e-12);
  EXPECT_NEAR(c->d_modelViewMatrix.value()[11], -3 * std::sqrt(3.0), 1e-12);
}

TEST_F(CameraTest, fitTakesTheLongestSideAndTheNarrowerAngle) {
  const auto c = camera<BaseCamera>("InteractiveCamera", {});
  auto view = c->camera();
  view.fit({Vec3(-1, -1, -1), Vec3(1, 1, 1)});
  EXPECT_NEAR(view.distance(), 1 / std::sin(std::numbers::pi / 8), 1e-12);
  view.width = 300;
  view.height = 600;
  view.fit({Vec3(-1, -1, -1), Vec3(1, 1, 1)});
  c->take(view);
  EXPECT_NEAR(c->d_distance.value(), 1 / std::sin(std::atan(0.5 * std::tan(std::numbers::pi / 8))), 1e-12);
}

TEST_F(CameraTest, looksAtTheGivenPoint) {
  const auto c = camera<BaseCamera>("InteractiveCamera", {{"position", "0 0 10"}, {"lookAt", "10 0 10"}});
  EXPECT_FALSE(c->usesDefaultView());
  EXPECT_NEAR(c->d_distance.value(), 10, 1e-12);
  EXPECT_TRUE(direction(*c).isApprox(Vec3(1, 0, 0), 1e-12));
  EXPECT_TRUE(type::rotate(c->d_orientation.value(), Vec3(0, 1, 0)).isApprox(Vec3(0, 1, 0), 1e-12));
}

TEST_F(CameraTest, orientationAndDistanceGiveThePointLookedAt) {
  const auto c = camera<BaseCamera>("Camera", {{"position", "1 2 3"}, {"orientation", "0 0 0 1"}, {"distance", "4"}});
  EXPECT_TRUE(c->d_lookAt.value().isApprox(Vec3(1, 2, -1), 1e-12));
}

TEST_F(CameraTest, contradictionsAreReported) {
  const auto c = camera<BaseCamera>("Camera", {{"position", "1 2 3"}, {"orientation", "0 0 0 1"}, {"lookAt", "0 0 0"}});
  EXPECT_TRUE(c->usesDefaultView());
  EXPECT_EQ(log.warnings("contradict"), 1u);
  camera<BaseCamera>("Camera", {{"fieldOfView", "180"}});
  EXPECT_EQ(log.errors("fieldOfView"), 1u);
  camera<BaseCamera>("Camera", {{"computeZClip", "false"}, {"zNear", "5"}, {"zFar", "1"}});
  EXPECT_GE(log.errors("zNear"), 1u);
}

TEST_F(CameraTest, recordedRotationTurnsAboutTheAxis) {
  const auto c = camera<RecordedCamera>(
      "RecordedCamera",
      {{"rotationMode", "true"}, {"rotationCenter", "0 0 0"}, {"rotationStartPoint", "0 0 10"}, {"endTime", "4"}});
  root->d_time.set(1);  // a quarter turn about y
  core::AnimateBeginEvent begin(0.01);
  root->broadcast(begin);
  EXPECT_TRUE(c->d_position.value().isApprox(Vec3(10, 0, 0), 1e-12));
  EXPECT_TRUE(direction(*c).isApprox(Vec3(-1, 0, 0), 1e-12));
}

TEST_F(CameraTest, recordedTranslationRunsAlongThePolyline) {
  const auto c = camera<RecordedCamera>(
      "RecordedCamera",
      {{"translationMode", "true"}, {"cameraPositions", "0 0 0  10 0 0  10 10 0"}, {"endTime", "10"}});
  root->d_time.set(7.5);
  core::AnimateBeginEvent begin(0.01);
  root->broadcast(begin);
  EXPECT_TRUE(c->d_position.value().isApprox(Vec3(10, 5, 0), 1e-12));
  EXPECT_TRUE(direction(*c).isApprox(Vec3(0, 1, 0), 1e-12));
}

TEST_F(CameraTest, recordedNavigationRepeats) {
  const auto c = camera<RecordedCamera>("RecordedCamera", {{"navigationMode", "true"},
                                                           {"cameraPositions", "0 0 0  10 0 0"},
                                                           {"cameraOrientations", "0 0 0 1  0 1 0 0"},
                                                           {"endTime", "2"}});
  root->d_time.set(3);  // half of the second round
  core::AnimateBeginEvent begin(0.01);
  root->broadcast(begin);
  EXPECT_TRUE(c->d_position.value().isApprox(Vec3(5, 0, 0), 1e-12));
  EXPECT_NEAR(std::abs(c->d_orientation.value().w()), std::sqrt(0.5), 1e-12);
}

TEST_F(CameraTest, recordedPathThatCannotBeIsReported) {
  camera<RecordedCamera>("RecordedCamera", {{"endTime", "-1"}});
  EXPECT_EQ(log.errors("endTime"), 1u);
  camera<RecordedCamera>("RecordedCamera", {{"navigationMode", "true"}, {"cameraPositions", "0 0 0  10 0 0"}});
  EXPECT_EQ(log.errors("cameraOrientations"), 1u);
}

}  // namespace
}  // namespace sofa::component::visual
