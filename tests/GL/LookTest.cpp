// SPDX-License-Identifier: Apache-2.0
// The look of scenes that leave it to the program, and that it leaves alone what they choose.
#include "CaptureFixture.h"
#include "RendererFixture.h"

namespace sofa::tests {
namespace {

const std::string boxModel =
    "<OglModel name='v' position='0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1' "
    "quads='0 3 2 1 4 5 6 7 0 1 5 4 3 7 6 2 0 4 7 3 1 2 6 5'/>";

class LookCaptureTest : public CaptureFixture {};

TEST_F(LookCaptureTest, aSceneWithoutABackgroundHasAGradientAndAFloor) {
  const auto frame = take(boxModel);
  ASSERT_TRUE(frame->look.gradient);
  EXPECT_GT(frame->look.gradient->bottom.g, frame->look.gradient->top.g);
  EXPECT_NEAR(frame->background.g, 0.5f * (frame->look.gradient->bottom.g + frame->look.gradient->top.g), 1e-6);
  ASSERT_TRUE(frame->look.floor);
  EXPECT_LT(frame->look.floor->centre.y(), 0);
  EXPECT_GT(frame->look.floor->centre.y(), -0.5);
  EXPECT_LT(frame->look.shoulder, 1);
}

TEST_F(LookCaptureTest, aBackgroundOfTheSceneStays) {
  const auto frame = take("<BackgroundSetting color='0.1 0.2 0.3'/>" + boxModel);
  EXPECT_FALSE(frame->look.gradient);
  EXPECT_FALSE(frame->look.floor);
  EXPECT_FLOAT_EQ(frame->background.b, 0.3f);
}

TEST_F(LookCaptureTest, theFloorSinksWithWhatFallsAndNoFartherThanTwoSizes) {
  const auto heightAt = [&](const gl::Frame& frame) { return frame.look.floor->centre.y(); };
  const std::string body =
      "<MechanicalObject name='dofs' position='0 0 0 1 1 1 0 1 0'/><OglModel name='v' position='@dofs.position' "
      "triangles='0 1 2'/>";
  const double first = heightAt(*take(body));
  const auto move = [&](double y, long step) {
    auto* dofs = dynamic_cast<core::State<type::Vec3Types>*>(core::localMechanicalState(*root));
    for (auto& p : dofs->writeCoords(core::vec::position)) p.y() += y;
    simulation::updateVisual(*root);
    simulation::updateBoundingBoxes(*root);
    return heightAt(*capture.take(*root, step));
  };
  EXPECT_NEAR(move(0.5, 1), first, 1e-9);  // it does not rise
  const double lower = move(-1, 2);
  EXPECT_LT(lower, first - 0.3);
  EXPECT_NEAR(move(1, 3), lower, 1e-9);
  EXPECT_GT(move(-1000, 4), first - 5);
  EXPECT_NEAR(move(999.5, 0), first, 1e-9);  // from the start again
}

TEST_F(LookCaptureTest, boxesHaveSharpEdgesAndNoDarkRims) {
  const auto frame = take(boxModel);
  ASSERT_EQ(frame->surfaces.size(), 1u);
  const auto& s = frame->surfaces[0];
  EXPECT_EQ(s.mesh->copyOf.size(), 16u);
  ASSERT_EQ(s.vertices->positions.size(), 3u * 24);
  ASSERT_EQ(s.vertices->normals.size(), 3u * 24);
  for (std::size_t v = 0; v < 24; ++v) {
    const sofa::type::Vec<3, float> n(&s.vertices->normals[3 * v]);
    EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1, 1e-6) << n.transpose();
  }
  // The sense of the faces is as it was.
  const auto corner = [&](std::size_t i) {
    return sofa::type::Vec<3, float>(&s.vertices->positions[3 * s.mesh->triangles[i]]);
  };
  for (std::size_t t = 0; t < s.mesh->triangles.size(); t += 3) {
    const sofa::type::Vec<3, float> across = (corner(t + 1) - corner(t)).cross(corner(t + 2) - corner(t));
    EXPECT_GT(across.dot(corner(t) - sofa::type::Vec<3, float>::Constant(0.5f)), 0) << t;
  }
}

TEST_F(LookCaptureTest, normalsThatAreGivenStay) {
  const auto frame = take(
      "<OglModel updateNormals='0' position='0 0 0 1 0 0 0 1 0 0 0 1' triangles='0 1 2 0 3 1' "
      "normal='0 0 1 0 0 1 0 0 1 0 0 1'/>");
  EXPECT_TRUE(frame->surfaces.at(0).mesh->copyOf.empty());
}

/// Rendering: a square lies on the floor of a scene of size 4.
class LookTest : public RendererFixture {
 protected:
  LookTest() {
    frame.look.gradient = gl::Look::Gradient{{0, 0, 0.4f, 1}, {0.4f, 0.4f, 0.8f, 1}};
    frame.background = {0.2f, 0.2f, 0.6f, 1};
  }
  void lookDown() {
    view.camera.position = {0, 10, 0.001};
    view.camera.lookAt = {0, 0, 0};
    view.camera.orientation = view.camera.orientationAlong({0, -1, 0}, {0, 0, -1});
  }
};

TEST_F(LookTest, theGradientGoesFromTopToBottom) {
  draw();
  expectColor(0, 1.99, {0, 0, 0.4}, 0.02);
  expectColor(0, -1.99, {0.4, 0.4, 0.8}, 0.02);
  expectColor(1.5, 0, {0.2, 0.2, 0.6}, 0.03);
  view.background = type::Color{1, 0, 0, 1};  // the user's choice
  draw();
  expectColor(0, 1.99, {1, 0, 0});
}

TEST_F(LookTest, thingsCastASoftShadowOnTheFloor) {
  frame.look.gradient = gl::Look::Gradient{{0.5f, 0.5f, 0.5f, 1}, {0.5f, 0.5f, 0.5f, 1}};
  frame.look.floor = gl::Look::Floor{{0, 1, 0}, {0, -0.3, 0}, 2};
  Surface lying = square(0, 1);
  for (std::size_t v = 0; v < 4; ++v) {
    auto& p = verticesOf(lying).positions;
    p[3 * v + 2] = -p[3 * v + 1], p[3 * v + 1] = 0;
  }
  lookDown();
  draw();
  const double open = at(0.62, 0.04)[1], away = at(1.9, 1.9)[1];
  frame.surfaces = {lying};
  draw();
  EXPECT_LT(at(0.56, 0.04)[1], open - 0.05);  // beside the square
  EXPECT_NEAR(at(1.9, 1.9)[1], away, 0.01);   // far from it
  view.floor = false;
  draw();
  expectColor(0.62, 0.04, {0.5, 0.5, 0.5});
  view.floor = true;
  view.camera.position = {0, -10, 0.001};  // from below there is none
  view.camera.orientation = view.camera.orientationAlong({0, 1, 0}, {0, 0, -1});
  frame.surfaces.clear();
  draw();
  expectColor(0.62, 0.04, {0.5, 0.5, 0.5});
}

TEST_F(LookTest, brightLightsAreToned) {
  frame.surfaces = {square()};
  materialOf(frame.surfaces[0]).diffuse.color = {0.8f, 0.4f, 0.4f, 1};
  Light& light = useLight(Light::Kind::directional);
  light.toLight = {0, 0, 1};
  light.color = {3, 3, 3, 1};
  draw();
  expectColor(0, 0, {1, 1, 1});  // cut
  frame.look.shoulder = 0.6f;
  draw();
  EXPECT_LT(at(0, 0)[0], 0.97);
  EXPECT_LT(at(0, 0)[1], 0.7 * at(0, 0)[0]);  // the hue stays
  light.color = {0.5f, 0.5f, 0.5f, 1};
  draw();
  const sofa::type::Vec3 toned = at(0, 0);
  frame.look.shoulder = 1;
  draw();
  expectColor(0, 0, toned);  // what is not bright stays as it is
}

TEST_F(LookTest, cornersAreDarkenedWhereThatIsAskedFor) {
  frame.look = {};
  Surface wall = square(0, 4), step = square(0.2, 4);
  for (std::size_t v = 0; v < 4; ++v) verticesOf(step).positions[3 * v] += 2;  // covers the right half
  frame.surfaces = {wall, step};
  draw();
  const double open = at(-1.5, 0)[1], corner = at(-0.06, 0)[1];
  EXPECT_NEAR(open, corner, 0.03);
  view.ambientOcclusion = true;
  draw();
  EXPECT_NEAR(at(-1.5, 0)[1], open, 0.03);
  EXPECT_LT(at(-0.06, 0)[1], corner - 0.04);
  // By default, only where a graphics card draws a scene that leaves its look to the program.
  view.ambientOcclusion.reset();
  draw();
  EXPECT_NEAR(at(-0.06, 0)[1], corner, 0.01);
}

}  // namespace
}  // namespace sofa::tests
