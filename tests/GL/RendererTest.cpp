// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/GlObjects.h"

#include "RendererFixture.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

using Color = sofa::type::Vec3;

class RendererTest : public RendererFixture {
 protected:
  static std::shared_ptr<gl::SurfaceVertices> moved(const Surface& surface, float dx) {
    auto vertices = std::make_shared<gl::SurfaceVertices>(*surface.vertices);
    for (std::size_t i = 0; i < vertices->positions.size(); i += 3) vertices->positions[i] += dx;
    return vertices;
  }
};

TEST_F(RendererTest, background) {
  frame.background = {0.2f, 0.4f, 0.6f, 1};
  draw();
  expectColor(0, 0, {0.2, 0.4, 0.6});
  view.background = type::Color{1, 0.5f, 0, 1};
  draw();
  expectColor(0, 0, {1, 0.5, 0});
}

TEST_F(RendererTest, backgroundImageFillsTheView) {
  const TemporaryFolder folder;
  frame.backgroundImage = folder.file("two.png");
  std::string reason;
  ASSERT_TRUE(gl::writePng(frame.backgroundImage, {1, 2, {255, 0, 0, 255, 0, 255, 0, 255}}, reason)) << reason;
  frame.surfaces = {square()};
  draw();
  expectColor(1.5, 1.8, {1, 0, 0});
  expectColor(-1.5, -1.8, {0, 1, 0});
  EXPECT_GT(at(0, 0)[2], 0.5);  // what is in the scene is before it
  view.background = type::Color{0, 0, 1, 1};
  draw();
  expectColor(1.5, 1.8, {0, 0, 1});
}

TEST_F(RendererTest, translucentSurfacesInAnyOrder) {
  frame.background = {1, 1, 1, 1};
  Surface red = square(0), green = square(1);
  makeEmissive(red, {0.8f, 0, 0, 0.5f});
  makeEmissive(green, {0, 0.6f, 0, 0.25f});
  // What is behind is taken down by both, then both add their light.
  const Color expected = Color(1, 1, 1) * 0.5 * 0.75 + Color(0.8 * 0.5 * 0.75, 0.6 * 0.25, 0);
  frame.surfaces = {red, green};
  draw();
  expectColor(0, 0, expected);
}

TEST_F(RendererTest, facesOfATranslucentSurfaceNeedNoOrder) {
  frame.background = {1, 1, 1, 1};
  for (const bool flip : {false, true}) {
    Surface pair = square(flip ? 1 : 0);
    verticesOf(pair).positions = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1};
    verticesOf(pair).normals.clear();
    auto& mesh = meshOf(pair);
    mesh.texcoords.clear();
    mesh.triangles = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    if (flip) std::rotate(mesh.triangles.begin(), mesh.triangles.begin() + 6, mesh.triangles.end());
    mesh.parts[0].triangles = 4;
    makeEmissive(pair, {0.4f, 0, 0, 0.5f});
    frame.surfaces = {pair};
    draw();
    expectColor(0, 0, {0.25 + 2 * 0.4 * 0.5, 0.25, 0.25});
  }
}

TEST_F(RendererTest, opaqueSurfacesHideTransparentOnes) {
  Surface behind = square(0), front = square(1);
  makeEmissive(behind, {1, 0, 0, 0.5f});
  makeEmissive(front, {0, 1, 0, 1});
  frame.surfaces = {behind, front};
  draw();
  expectColor(0, 0, {0, 1, 0});
}

TEST_F(RendererTest, blendingWithTheTextureAsTheSurfaceSays) {
  frame.background = {0, 0, 1, 1};
  Surface surface = square();
  makeEmissive(surface, {0.5f, 0, 0, 0.5f});
  surface.alphaBlend = true;
  frame.surfaces = {surface};
  draw();
  expectColor(0, 0, {0.25, 0, 0.5});
  frame.surfaces[0].sourceFactor = Surface::BlendFactor::one;
  frame.surfaces[0].destinationFactor = Surface::BlendFactor::one;
  draw();
  expectColor(0, 0, {0.5, 0, 1});
  frame.surfaces[0].blendEquation = Surface::BlendEquation::max;
  draw();
  expectColor(0, 0, {0.5, 0, 1});
  frame.surfaces[0].blendEquation = Surface::BlendEquation::min;
  draw();
  expectColor(0, 0, {0, 0, 0});
}

TEST_F(RendererTest, depthTestCanBeOff) {
  Surface near = square(1), far = square(0);
  makeEmissive(near, {0, 1, 0, 1});
  makeEmissive(far, {1, 0, 0, 1});
  far.depthTest = false;
  frame.surfaces = {near, far};
  draw();
  expectColor(0, 0, {1, 0, 0});
}

TEST_F(RendererTest, samplesSmoothBorders) {
  view.samples = 4;
  frame.surfaces = {square()};
  makeEmissive(frame.surfaces[0], {1, 1, 1, 1});
  verticesOf(frame.surfaces[0]).positions = {-1, -1, 0, 1, -0.9f, 0, 1, 1.1f, 0, -1, 1, 0};
  draw();
  int grays = 0;
  for (double x = -0.95; x < 1; x += 1.0 / 16)
    for (double y = 0.8; y < 1.2; y += 1.0 / 16) grays += at(x, y)[0] > 0.1 && at(x, y)[0] < 0.9;
  EXPECT_GT(grays, 10);
}

TEST_F(RendererTest, aSteadySceneSendsNothing) {
  frame.surfaces = {square(), square(1)};
  draw();
  EXPECT_GT(renderer.statistics().createdBuffers, 0u);
  const auto calls = renderer.statistics().drawCalls;
  draw();
  EXPECT_EQ(renderer.statistics().uploadedBytes, 0u);
  EXPECT_EQ(renderer.statistics().createdBuffers, 0u);
  EXPECT_EQ(renderer.statistics().drawCalls, calls);
  EXPECT_EQ(calls, 2u);
  EXPECT_EQ(renderer.statistics().triangles, 4u);
}

TEST_F(RendererTest, aMovedSurfaceIsSentIntoTheSameBuffers) {
  frame.surfaces = {square(), square(1)};
  draw();
  for (int step = 1; step < 4; ++step) {
    frame.surfaces[0].vertices = moved(frame.surfaces[0], 0.5f);
    draw();
    EXPECT_EQ(renderer.statistics().uploadedBytes, 4 * 6 * sizeof(float));  // positions and normals
    EXPECT_EQ(renderer.statistics().createdBuffers, 0u);
  }
}

TEST_F(RendererTest, anotherMeshIsTakenOver) {
  frame.surfaces = {square()};
  draw();
  auto half = std::make_shared<gl::SurfaceMesh>(*frame.surfaces[0].mesh);
  half->triangles.resize(3);
  half->parts[0].triangles = 1;
  frame.surfaces[0].mesh = half;
  draw();
  expectColor(-0.5, 0.5, Color::Zero());
  EXPECT_GT(at(0.5, -0.5)[0], 0.5);
  frame.surfaces.clear();
  draw();
  expectColor(0.5, -0.5, Color::Zero());
}

TEST_F(RendererTest, verticesAndNormalsMayComeAndGo) {
  frame.surfaces = {square()};
  draw();
  const Color before = at(0, 0);
  auto bare = std::make_shared<gl::SurfaceVertices>(*frame.surfaces[0].vertices);
  bare->normals.clear();
  bare->colors.assign(16, 255);
  frame.surfaces[0].vertices = bare;
  draw();
  EXPECT_GT(at(0, 0)[0], before[0]);
  frame.surfaces[0].vertices = std::make_shared<gl::SurfaceVertices>();
  draw();
  expectColor(0, 0, Color::Zero());
}

TEST_F(RendererTest, theStateOfTheContextIsLeftAsItWas) {
  useLight(Light::Kind::directional).shadows = true;
  frame.lightSets[0].lights[0].softShadows = true;
  frame.surfaces = {square(), square(1)};
  makeEmissive(frame.surfaces[1], {1, 0, 0, 0.5f});
  gl::Framebuffer target;
  target.resize(64, 64, 0);
  target.bind();
  glViewport(3, 4, 5, 6);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glEnable(GL_SCISSOR_TEST);
  glDepthFunc(GL_GREATER);
  glDepthMask(GL_FALSE);
  glBlendFunc(GL_ONE, GL_ZERO);
  glClearColor(0.25f, 0.5f, 0.75f, 1);
  glActiveTexture(GL_TEXTURE2);
  renderer.draw(frame, view);
  const auto integer = [](GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
  };
  EXPECT_EQ(integer(GL_DRAW_FRAMEBUFFER_BINDING), static_cast<GLint>(target.id()));
  EXPECT_EQ(integer(GL_READ_FRAMEBUFFER_BINDING), static_cast<GLint>(target.id()));
  EXPECT_EQ(integer(GL_CURRENT_PROGRAM), 0);
  EXPECT_EQ(integer(GL_VERTEX_ARRAY_BINDING), 0);
  EXPECT_EQ(integer(GL_ACTIVE_TEXTURE), GL_TEXTURE2);
  EXPECT_EQ(integer(GL_DEPTH_FUNC), GL_GREATER);
  EXPECT_EQ(integer(GL_BLEND_SRC_RGB), GL_ONE);
  GLint viewport[4];
  glGetIntegerv(GL_VIEWPORT, viewport);
  EXPECT_EQ(viewport[3], 6);
  GLboolean depthMask = GL_TRUE;
  glGetBooleanv(GL_DEPTH_WRITEMASK, &depthMask);
  EXPECT_FALSE(depthMask);
  EXPECT_FALSE(glIsEnabled(GL_DEPTH_TEST));
  EXPECT_TRUE(glIsEnabled(GL_BLEND));
  EXPECT_TRUE(glIsEnabled(GL_SCISSOR_TEST));
  EXPECT_FALSE(glIsEnabled(GL_CLIP_DISTANCE0));
  glDisable(GL_SCISSOR_TEST);
}

TEST_F(RendererTest, picturesThatAreTooLargeAreRefused) {
  view.camera.width = 1 << 20;
  view.camera.height = 10;
  try {
    renderer.drawImage(frame, view);
    FAIL();
  } catch (const gl::GlError& problem) {
    EXPECT_THAT(problem.what(), ::testing::HasSubstr("1048576 x 10"));
  }
  view.camera.width = 64;
  EXPECT_EQ(renderer.drawImage(frame, view).height, 10);
}

TEST_F(RendererTest, shadersThatDoNotCompileNameTheLine) {
  try {
    gl::Program("test", "void main() {\n  gl_Position = wrong;\n}\n", "void main() {}\n");
    FAIL();
  } catch (const gl::GlError& problem) {
    EXPECT_THAT(problem.what(), ::testing::HasSubstr("vertex shader of \"test\""));
    EXPECT_THAT(problem.what(), ::testing::HasSubstr("gl_Position = wrong;"));
  }
}

TEST_F(RendererTest, descriptionNamesTheImplementation) {
  EXPECT_THAT(gl::Renderer::description(), ::testing::HasSubstr("OpenGL "));
}

}  // namespace
}  // namespace sofa::tests
