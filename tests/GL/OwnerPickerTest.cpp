// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/OwnerPicker.h"

#include "GL/Pictures.h"
#include "GL/RendererFixture.h"

namespace sofa::gl {
namespace {

using type::Color;
using type::Vec3;

constexpr Color red{1, 0, 0, 1};

struct Owner : core::Component {};

class OwnerPickerTest : public test::PictureTest {
 protected:
  /// What is drawn next belongs to a new owner; its number.
  std::uint32_t next() {
    m_owners.push_back(std::make_unique<Owner>());
    frame.drawList.begin(*m_owners.back(), {});
    return static_cast<std::uint32_t>(m_owners.size());
  }
  void addSquare(double halfSide, double z, std::uint32_t owner) {
    frame.surfaces.push_back(tests::square(z, static_cast<float>(2 * halfSide)));
    frame.surfaces.back().owner = owner;
  }
  std::optional<Pick> pick(const Vec3& point) {
    const Vec3 pixel = view.camera.project(point);
    return renderer().pick(frame, view, static_cast<int>(std::lround(pixel.x())),
                           static_cast<int>(std::lround(pixel.y())));
  }
  void expectPick(const std::optional<Pick>& pick, std::uint32_t owner, const Vec3& position, double tolerance = 0.02) {
    ASSERT_TRUE(pick.has_value());
    EXPECT_EQ(pick->owner, owner);
    EXPECT_LT((pick->position - position).norm(), tolerance) << pick->position.transpose();
  }

 private:
  std::vector<std::unique_ptr<Owner>> m_owners;
};

TEST_F(OwnerPickerTest, whatIsInFront) {
  for (const bool orthographic : {false, true}) {
    view.camera.orthographic = orthographic;
    frame = {};
    frame.box = {Vec3(-1, -1, -1), Vec3(1, 1, 1)};
    addSquare(0.5, 0, 7);
    addSquare(0.2, 0.5, 8);
    addSquare(1.5, -0.5, 9);
    expectPick(pick({0, 0, 0.5}), 8, {0, 0, 0.5});
    expectPick(pick({0.1, -0.15, 0.5}), 8, {0.1, -0.15, 0.5});
    expectPick(pick({0.4, 0.4, 0}), 7, {0.4, 0.4, 0});
    expectPick(pick({-1.2, 1, -0.5}), 9, {-1.2, 1, -0.5});
  }
}

TEST_F(OwnerPickerTest, nothingOnTheBackground) {
  addSquare(0.2, 0, 7);
  EXPECT_FALSE(pick({1, 0, 0}));
  EXPECT_FALSE(renderer().pick(frame, view, -1, 5));
  EXPECT_FALSE(renderer().pick(frame, view, 400, 5));
  EXPECT_FALSE(renderer().pick(frame, view, 5, 300));
  frame = {};
  EXPECT_FALSE(renderer().pick(frame, view, 200, 150));
}

TEST_F(OwnerPickerTest, cornersOfThePicture) {
  addSquare(10, 0, 3);
  for (const auto& [x, y] : {std::pair(0, 0), std::pair(399, 0), std::pair(0, 299), std::pair(399, 299)}) {
    const auto met = renderer().pick(frame, view, x, y);
    ASSERT_TRUE(met);
    const Vec3 pixel = view.camera.project(met->position);
    EXPECT_NEAR(pixel.x(), x, 0.01);
    EXPECT_NEAR(pixel.y(), y, 0.01);
  }
}

TEST_F(OwnerPickerTest, everyKindOfPrimitive) {
  const auto point = next();
  frame.drawList.point({-1, 0, 0}, 5, red);
  const auto line = next();
  frame.drawList.line({-1, 1, 0}, {1, 1, 0}, 1, red);
  const auto triangle = next();
  frame.drawList.triangle({0, -0.3, 0}, {0.3, -0.3, 0}, {0, 0.3, 0}, {1, 0, 0, 0.2f});
  const auto sphere = next();
  frame.drawList.sphere({1, 0, 0}, 0.3, red);
  const auto cone = next();
  frame.drawList.cone({0, -1.3, 0}, {0, -0.8, 0}, 0.2, red);
  expectPick(pick({-1, 0, 0}), point, {-1, 0, 0});
  expectPick(pick({0.4, 1, 0}), line, {0.4, 1, 0});
  expectPick(pick({0.1, -0.1, 0}), triangle, {0.1, -0.1, 0});
  const auto met = pick({1, 0, 0});
  ASSERT_TRUE(met);
  EXPECT_EQ(met->owner, sphere);
  EXPECT_NEAR((met->position - Vec3(1, 0, 0)).norm(), 0.3, 0.01);  // on its front
  EXPECT_GT(met->position.z(), 0.2);
  ASSERT_TRUE(pick({0, -1.2, 0}));
  EXPECT_EQ(pick({0, -1.2, 0})->owner, cone);
}

TEST_F(OwnerPickerTest, thinThingsAreFoundNearby) {
  const auto owner = next();
  frame.drawList.line({-1, 0, 0}, {1, 0, 0}, 1, red);
  const Vec3 pixel = view.camera.project({0.3, 0, 0});
  const int x = static_cast<int>(std::lround(pixel.x())), y = static_cast<int>(std::lround(pixel.y()));
  expectPick(renderer().pick(frame, view, x, y + 3), owner, {0.3, 0, 0}, 0.04);
  EXPECT_FALSE(renderer().pick(frame, view, x, y + 9));
  // But what is at the pixel itself comes first.
  addSquare(1, -0.5, 50);
  expectPick(renderer().pick(frame, view, x, y + 3), 50, {0.33, -0.055, -0.5}, 0.06);
}

TEST_F(OwnerPickerTest, whatIsCutOffIsNotMet) {
  addSquare(1, 0.5, 7);
  addSquare(1, 0, 8);
  view.clipPlanes = {{Vec3(0, 0, 1), 0.25}};
  expectPick(pick({0.1, 0.1, 0}), 8, {0.1, 0.1, 0});
}

TEST_F(OwnerPickerTest, pickingLeavesTheTargetAlone) {
  addSquare(0.5, 0, 7);
  const auto before = draw().image().rgba;
  GLint framebuffer = -1;
  pick({0, 0, 0});
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
  EXPECT_EQ(framebuffer, 0);
  EXPECT_EQ(draw().image().rgba, before);
}

}  // namespace
}  // namespace sofa::gl
