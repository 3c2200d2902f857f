// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/ShaderCapture.h"

#include "CaptureFixture.h"
#include "Sofa/Component/Visual/OglShader.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::gl {
namespace {

constexpr const char* triangle = "<OglModel name='m' position='0 0 0 1 0 0 1 1 0' triangles='0 1 2'/>";

class ShaderCaptureTest : public tests::CaptureFixture {
 protected:
  static const SceneShader* shaderOf(const Frame& frame, std::size_t surface = 0) {
    const int i = frame.surfaces.at(surface).shader;
    return i < 0 ? nullptr : &frame.shaders.at(static_cast<std::size_t>(i));
  }
};

TEST_F(ShaderCaptureTest, modelsBelowAShaderAreDrawnWithIt) {
  const auto frame = take(triangle + ("<Node name='n'>" + shader("name='s'")) + triangle + "</Node>");
  EXPECT_EQ(shaderOf(*frame, 0), nullptr);
  ASSERT_NE(shaderOf(*frame, 1), nullptr);
  EXPECT_EQ(shaderOf(*frame, 1)->source->stages[0].text, "void main() {}\n");
  EXPECT_EQ(shaderOf(*frame, 1)->source->owner, "/n/s");
}

TEST_F(ShaderCaptureTest, aShaderThatIsOffDrawsNothing) {
  EXPECT_EQ(shaderOf(*take(shader("turnOn='0'") + triangle)), nullptr);
  root->down<component::visual::OglShader>()->d_turnOn.set(true);
  EXPECT_NE(shaderOf(*again()), nullptr);
  EXPECT_EQ(shaderOf(*take(shader("passive='1'") + triangle)), nullptr);
  EXPECT_EQ(shaderOf(*take("<Node>" + shader() + "</Node>" + triangle)), nullptr);
}

TEST_F(ShaderCaptureTest, valuesComeFromAnywhereBelow) {
  const auto frame = take(triangle + shader() + "<Node><OglFloatVariable id='u' value='2'/></Node>" +
                          "<OglShaderDefineMacro id='A' value='1'/><OglFloatVariable id='off' enable='0'/>" +
                          "<OglFloatVariable id='other' indexShader='1'/>");
  const auto* s = shaderOf(*frame);
  ASSERT_EQ(s->uniforms.size(), 1u);
  EXPECT_EQ(s->uniforms[0].name, "u");
  EXPECT_EQ(s->uniforms[0].value.reals, std::vector<float>{2});
  ASSERT_EQ(s->source->macros.size(), 1u);
  EXPECT_EQ(s->source->macros[0], (std::pair<std::string, std::string>("A", "1")));
}

TEST_F(ShaderCaptureTest, texturesAndAttributesAreOfTheirNodes) {
  const auto frame = take(shader() + "<Node><OglFloatAttribute id='a' value='1 2 3'/>" + triangle + "</Node><Node>" +
                          triangle + "</Node>");
  const auto inputs = [&](std::size_t surface) -> std::size_t {
    const int i = frame->surfaces.at(surface).shaderInputs;
    return i < 0 ? 0 : frame->shaderInputs.at(static_cast<std::size_t>(i)).attributes.size();
  };
  EXPECT_EQ(inputs(0), 1u);
  EXPECT_EQ(inputs(1), 0u);
}

TEST_F(ShaderCaptureTest, whatDoesNotChangeIsShared) {
  const auto first = take(shader() + "<OglFloatAttribute id='a' value='1 2 3'/>" + triangle), second = again();
  EXPECT_EQ(shaderOf(*first)->source, shaderOf(*second)->source);
  EXPECT_EQ(first->shaderInputs[0].attributes[0], second->shaderInputs[0].attributes[0]);
  root->down<component::visual::OglShader>()->reinit();  // after the user changed a file
  const auto third = again();
  EXPECT_NE(shaderOf(*first)->source, shaderOf(*third)->source);
  EXPECT_EQ(first->shaderInputs[0].attributes[0], third->shaderInputs[0].attributes[0]);
}

TEST_F(ShaderCaptureTest, aShaderThatIsRemovedIsForgotten) {
  take(shader() + "<OglFloatVariable id='u'/>" + triangle);
  root->removeComponent(root->down<component::visual::OglShader>());
  const auto frame = again();
  EXPECT_EQ(shaderOf(*frame), nullptr);
  EXPECT_TRUE(frame->shaders.empty());
}

TEST_F(ShaderCaptureTest, shadowsTakeATextureOfTheScene) {
  const std::string numbers = "<OglTexture id='colorTexture' filename='no.png'/>";
  EXPECT_EQ(take("<OglShadowShader/>" + numbers + triangle)->surfaces[0].texture, "");
  const tests::TemporaryFolder folder;
  const std::string file = "<OglTexture id='colorTexture' filename='" + folder.write("picture.png", "") + "'/>";
  EXPECT_EQ(take("<OglShadowShader/>" + file + triangle)->surfaces[0].texture, "");
  const auto frame = take("<OglShadowShader/>" + file + "<OglShaderDefineMacro id='USE_TEXTURE'/>" + triangle);
  EXPECT_TRUE(frame->surfaces[0].texture.ends_with("picture.png"));
  EXPECT_EQ(shaderOf(*frame), nullptr);
}

TEST_F(ShaderCaptureTest, picturesOfNumbers) {
  const auto frame = take(shader() + "<OglTexture id='t' proceduralTextureWidth='2' proceduralTextureHeight='1' " +
                          "proceduralTextureNbBits='16' proceduralTextureData='1 2 300 4'/>" + triangle);
  const auto& image = frame->shaderInputs.at(0).textures.at(0)->numbers;
  EXPECT_EQ(image.rgba, (std::vector<std::uint8_t>{1, 1, 1, 2, 255, 255, 255, 4}));
}

TEST_F(ShaderCaptureTest, aPictureCanBeShared) {
  tests::CapturedMessages log;
  const std::string picture =
      "<Node name='a'>" + shader("name='own'") + "<OglTexture name='t' proceduralTextureWidth='1' " +
      "proceduralTextureHeight='1' proceduralTextureNbBits='8' proceduralTextureData='9'/></Node>";
  const std::string pointer = "<OglTexturePointer id='u' textureUnit='4' oglTexture='@a/t'/>";
  const auto frame = take(picture + shader() + pointer + triangle);
  const auto& texture =
      frame->shaderInputs.at(static_cast<std::size_t>(frame->surfaces[0].shaderInputs)).textures.at(0);
  EXPECT_EQ(texture->name, "u");
  EXPECT_EQ(texture->unit, 4u);
  EXPECT_EQ(texture->picture().numbers.rgba.at(0), 9);
  const auto second = again();
  EXPECT_EQ(texture,
            second->shaderInputs.at(static_cast<std::size_t>(second->surfaces[0].shaderInputs)).textures.at(0));
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_EQ(take(shader() + "<OglTexturePointer id='u'/>" + triangle)->surfaces[0].shaderInputs, -1);
  EXPECT_EQ(log.errors("oglTexture names no OglTexture"), 1u);
}

TEST_F(ShaderCaptureTest, restShapeForTheShader) {
  const auto frame = take(shader() + "<OglShaderVisualModel position='0 0 0 1 0 0 1 1 0' triangles='0 1 2'/>");
  root->down<core::State<type::Vec3Types>>()->writeCoords(core::vec::position)[2] = type::Vec3(1, 0, 1);
  const auto moved = again();
  const auto& attributes = moved->shaderInputs.at(0).attributes;
  ASSERT_EQ(attributes.size(), 2u);
  EXPECT_EQ(attributes[0]->name, "restPosition");
  EXPECT_EQ(attributes[0]->value.reals, (std::vector<float>{0, 0, 0, 1, 0, 0, 1, 1, 0}));
  EXPECT_EQ(attributes[1]->name, "restNormal");
  EXPECT_EQ(attributes[1]->value.reals, (std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0, 1}));
  EXPECT_EQ(attributes, frame->shaderInputs.at(0).attributes);  // sent once
  EXPECT_EQ(moved->surfaces[0].vertices->positions[8], 1);
  const auto given = take(shader() + "<OglShaderVisualModel position='0 0 0 1 0 0 1 1 0' triangles='0 1 2' " +
                          "restPosition='0 0 0 0 1 0 0 1 1'/>");
  EXPECT_EQ(given->shaderInputs.at(0).attributes[1]->value.reals[0], 1);
}

TEST_F(ShaderCaptureTest, secondViewsAndSpots) {
  const auto frame = take(
      "<MechanicalObject template='Vec3' position='1 2 3'/><PointSplatModel radius='0.5' alpha='0.5' color='1 0 0 "
      "0.5'/>"
      "<OglViewport screenPosition='-5 3' screenSize='30 20' cameraRigid='0 0 9 0 0 0 1'/>"
      "<OglViewport screenSize='0 20'/>");
  ASSERT_EQ(frame->splats.size(), 1u);
  EXPECT_EQ(frame->splats[0].positions, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(frame->splats[0].color.a, 0.25f);
  ASSERT_EQ(frame->subViews.size(), 1u);
  EXPECT_EQ(frame->subViews[0].x, -5);
  EXPECT_EQ(frame->subViews[0].camera.width, 30u);
  EXPECT_EQ(frame->subViews[0].camera.position.z(), 9);
  EXPECT_EQ(frame->subViews[0].camera.fieldOfView, 60);
  EXPECT_FALSE(frame->subViews[0].advanced);
  tests::CapturedMessages log;
  EXPECT_TRUE(take("<OglViewport screenSize='30 20' advancedRendering='1'/>")->subViews.at(0).advanced);
  take("<OglViewport screenSize='30 20' useFBO='0'/>");
  EXPECT_EQ(log.count(helper::Severity::Deprecated, "'useFBO' has no effect"), 1u);
}

}  // namespace
}  // namespace sofa::gl
