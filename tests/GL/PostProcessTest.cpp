// SPDX-License-Identifier: Apache-2.0
#include "CaptureFixture.h"
#include "RendererFixture.h"

namespace sofa::tests {
namespace {

constexpr const char* vertexGlsl = "void main() { gl_TexCoord[0] = gl_MultiTexCoord0; gl_Position = gl_Vertex; }\n";

/// A green square of 2 units in front of black.
class PostProcessTest : public RendererFixture {
 protected:
  PostProcessTest() {
    frame.surfaces = {square(0)};
    makeEmissive(frame.surfaces[0], {0, 1, 0, 1});
    frame.lightSets = {gl::LightSet{}};
  }
  void process(const std::string& fragment, const std::string& vertex = vertexGlsl) {
    auto source = std::make_shared<gl::ShaderSource>();
    source->owner = "/shader";
    source->stages[0] = {"test.vert", vertex};
    source->stages[4] = {"test.frag", fragment};
    frame.postProcess.emplace();
    frame.postProcess->shader.source = source;
  }
  CapturedMessages log;
};

TEST_F(PostProcessTest, changesColours) {
  process(
      "uniform sampler2D colorTexture;\n"
      "void main() { gl_FragColor = vec4(1.0) - texture2D(colorTexture, gl_TexCoord[0].xy); }\n");
  for (const int samples : {0, 4}) {
    view.samples = samples;
    draw();
    expectColor(0, 0, {1, 0, 1});
    expectColor(1.5, 0, {1, 1, 1});
  }
}

TEST_F(PostProcessTest, knowsDepthsAndPixels) {
  process(
      "uniform sampler2D colorTexture, depthTexture; uniform vec2 pixelSize;\n"
      "void main() { gl_FragColor = vec4(texture2D(depthTexture, gl_TexCoord[0].st).r, 10.0 * pixelSize, 1.0)\n"
      "  + 0.0 * texture2D(colorTexture, gl_TexCoord[0].st); }\n");
  view.samples = 4;
  draw();
  EXPECT_GT(at(0, 0)[0], 0.2);
  EXPECT_LT(at(0, 0)[0], 0.9);
  expectColor(1.5, 0, {1, 10.0 / 64, 10.0 / 64});
  frame.postProcess->zNear = 9.5;
  frame.postProcess->zFar = 10.5;
  draw();
  expectColor(0, 0, {0.5, 10.0 / 64, 10.0 / 64}, 0.02);
  frame.postProcess->zNear = 10.2;  // cuts the square
  draw();
  expectColor(0, 0, {1, 10.0 / 64, 10.0 / 64});
}

TEST_F(PostProcessTest, theWayUpStays) {
  frame.surfaces[0] = square(0, 1);
  makeEmissive(frame.surfaces[0], {0, 1, 0, 1});
  for (std::size_t i = 0; i < 12; i += 3) verticesOf(frame.surfaces[0]).positions[i + 1] += 1;  // in the upper half
  process(
      "uniform sampler2D colorTexture;\nvoid main() { gl_FragColor = texture2D(colorTexture, gl_TexCoord[0].st); }\n",
      "void main() { gl_TexCoord[0] = gl_MultiTexCoord0; gl_Position = ftransform(); }\n");
  draw();
  expectColor(0, 1, {0, 1, 0});
  expectColor(0, -1, {0, 0, 0});
}

TEST_F(PostProcessTest, aProgramThatDoesNotCompileIsToldOnce) {
  process("nonsense\n");
  draw();
  draw();
  expectColor(0, 0, {0, 1, 0});
  EXPECT_EQ(log.errors("The picture is shown as it is"), 1u);
  EXPECT_EQ(log.errors("test.frag"), 1u);
}

TEST_F(PostProcessTest, secondViewsAndUniformsOfTheScene) {
  process("uniform vec4 tint;\nvoid main() { gl_FragColor = tint; }\n");
  gl::ShaderUniform uniform{"tint", {}, "/u"};
  uniform.value.rows = 4;
  uniform.value.reals = {1, 0.5f, 0, 1};
  frame.postProcess->shader.uniforms.push_back(uniform);
  gl::SubView sub;
  sub.camera = view.camera;
  sub.camera.width = sub.camera.height = 16;
  frame.subViews.push_back(sub);
  draw();
  expectColor(1.5, 1.5, {1, 0.5, 0});
  expectColor(-1.5, -1.5, {0, 1, 0});  // as it is
}

using PostProcessSceneTest = CaptureFixture;

TEST_F(PostProcessSceneTest, theShaderOfTheNodeOrAbove) {
  const auto frame =
      take(shader("name='s' passive='1'") + "<OglModel position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'/>" +
           "<OglFloatVariable id='u' value='2'/><Node><OglTexture id='t' proceduralTextureWidth='1' "
           "proceduralTextureHeight='1' proceduralTextureNbBits='8' proceduralTextureData='9'/>"
           "<PostProcessManager zFar='7'/></Node>");
  ASSERT_TRUE(frame->postProcess);
  EXPECT_EQ(frame->postProcess->shader.source->owner, "/s");
  EXPECT_EQ(frame->postProcess->shader.uniforms.at(0).name, "u");
  EXPECT_EQ(frame->postProcess->inputs.textures.at(0)->name, "t");
  EXPECT_FALSE(frame->postProcess->zNear);
  EXPECT_EQ(frame->postProcess->zFar, 7);
  EXPECT_EQ(frame->surfaces.at(0).shader, -1);  // passive
  EXPECT_EQ(log.errors(), 0u);
}

TEST_F(PostProcessSceneTest, offAndNonsense) {
  EXPECT_FALSE(take(shader("passive='1'") + "<PostProcessManager enable='0'/>")->postProcess);
  EXPECT_FALSE(take(shader("passive='1' turnOn='0'") + "<PostProcessManager/>")->postProcess);
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_FALSE(take("<PostProcessManager/><Node>" + shader("passive='1'") + "</Node>")->postProcess);
  EXPECT_EQ(log.errors("There is no OglShader"), 1u);
  EXPECT_FALSE(take(shader("passive='1'") + "<PostProcessManager zNear='3' zFar='2'/>")->postProcess);
  EXPECT_EQ(log.errors("0 < zNear < zFar"), 1u);
}

}  // namespace
}  // namespace sofa::tests
