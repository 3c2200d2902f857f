// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/Visual/OglAttribute.h"
#include "Sofa/Component/Visual/OglShadowShader.h"
#include "Sofa/Component/Visual/OglTexture.h"
#include "Sofa/Component/Visual/OglVariable.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "TemporaryFolder.h"

namespace sofa::component::visual {
namespace {

/// A scene with shaders in files of its own.
class ShaderTest : public testing::Test {
 protected:
  ShaderTest() {
    for (const char* name : {"a.vert", "b.vert", "c.frag"}) write(name, fmt::format("// {}\n", name));
  }
  void write(const std::string& name, const std::string& text) const { folder.write(name, text); }
  std::string file(const char* name) const { return "'" + folder.file(name) + "'"; }
  void load(const std::string& body) {
    log.messages.clear();
    root = simulation::readSceneText("<Node name='root' dt='0.1'><DefaultAnimationLoop/>" + body + "</Node>");
    simulation::initRoot(*root);
  }
  template <class T>
  T& the() {
    return *root->down<T>();
  }

  tests::TemporaryFolder folder;
  std::shared_ptr<simulation::Node> root;
  tests::CapturedMessages log;
};

TEST_F(ShaderTest, programsTakeTheLastFileOfShorterLists) {
  load("<OglShader fileVertexShaders=\"[" + file("a.vert") + "," + file("b.vert") + "]\" fileFragmentShaders=\"[" +
       file("c.frag") + "]\"/>");
  auto& shader = the<OglShader>();
  ASSERT_EQ(shader.programCount(), 2u);
  EXPECT_EQ((*shader.activeProgram())[0].text, "// a.vert\n");
  shader.d_indexActiveShader.set(1);
  EXPECT_EQ((*shader.activeProgram())[0].text, "// b.vert\n");
  EXPECT_EQ((*shader.activeProgram())[4].text, "// c.frag\n");
  EXPECT_EQ((*shader.activeProgram())[3].text, "");
  shader.d_indexActiveShader.set(2);
  EXPECT_EQ(shader.activeProgram(), nullptr);
  EXPECT_EQ(log.errors(), 0u);
}

TEST_F(ShaderTest, filesAreReadAgain) {
  load("<OglShader fileVertexShaders=\"[" + file("a.vert") + "]\" fileFragmentShaders=\"[" + file("c.frag") + "]\"/>");
  auto& shader = the<OglShader>();
  const auto before = shader.version();
  write("a.vert", "// new\n");
  shader.reinit();
  EXPECT_EQ((*shader.activeProgram())[0].text, "// new\n");
  EXPECT_NE(shader.version(), before);
}

TEST_F(ShaderTest, aMissingFileIsNamedOnce) {
  load("<OglShader fileVertexShaders=\"['no/such.vert']\" fileFragmentShaders=\"['no/such.vert', " + file("c.frag") +
       "]\"/>");
  EXPECT_EQ(log.errors("Shader file \"no/such.vert\" not found in "), 1u);
  EXPECT_EQ(the<OglShader>().activeProgram(), nullptr);
  load("<OglShader fileVertexShaders='[]' fileFragmentShaders='[]'/>");
  EXPECT_EQ(log.errors("No shader files are given"), 1u);
}

TEST_F(ShaderTest, shadersOfTheProgramAreFound) {
  load("<OglShader/>");
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_NE(the<OglShader>().activeProgram(), nullptr);
}

TEST_F(ShaderTest, oldNamesOfAttributes) {
  load("<OglShader fileVertexShader=\"[" + file("b.vert") + "]\" fileFragmentShaders=\"[" + file("c.frag") + "]\"/>");
  EXPECT_EQ(log.count(helper::Severity::Deprecated, "'fileVertexShader' has been renamed 'fileVertexShaders'"), 1u);
  EXPECT_EQ((*the<OglShader>().activeProgram())[0].text, "// b.vert\n");
}

TEST_F(ShaderTest, theNearestShaderWithTheTagsIsMeant) {
  load(
      "<OglShader name='top' tags='a b'/><Node name='child'><OglShader name='off' turnOn='0'/>"
      "<OglShader name='passive' passive='1'/></Node>");
  auto& child = *root->children().front();
  const auto name = [&](const type::TagSet& tags, bool drawing) {
    const auto* shader = OglShader::of(child, tags, drawing);
    return shader ? shader->name() : "none";
  };
  EXPECT_EQ(name({}, false), "off");
  EXPECT_EQ(name({}, true), "top");
  EXPECT_EQ(name({"a"}, false), "top");
  EXPECT_EQ(name({"c"}, false), "none");
}

TEST_F(ShaderTest, elementsWithoutAShaderAreTold) {
  load("<OglFloatVariable name='v' value='1'/>");
  EXPECT_EQ(log.warnings("There is no OglShader in this node or above"), 1u);
  load("<OglShader name='s'/><OglShaderDefineMacro id='A' indexShader='3'/>");
  EXPECT_EQ(log.warnings("indexShader is 3, but /s has 1 program"), 1u);
  load("<OglShadowShader/><OglShaderDefineMacro id='A' indexShader='1'/>");
  EXPECT_EQ(log.warnings(), 0u);
}

TEST_F(ShaderTest, valuesOfVariables) {
  load(
      "<OglShader/><OglFloat3Variable id='tint' value='1 2 3'/><OglIntVector2Variable values='1 2 3 4'/>"
      "<OglMatrix2x3Variable value='1 2 3 4 5 6' transpose='1'/><OglMatrix3Variable name='bad' value='1 2 3'/>");
  std::vector<ShaderVariable*> variables;
  root->collectDown(variables);
  ASSERT_EQ(variables.size(), 4u);
  ShaderValue value;
  EXPECT_EQ(variables[0]->id(), "tint");
  EXPECT_TRUE(variables[0]->take(value));
  EXPECT_EQ(value.reals, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(value.rows, 3);
  EXPECT_TRUE(variables[1]->take(value));
  EXPECT_EQ(value.whole, (std::vector<std::int32_t>{1, 2, 3, 4}));
  EXPECT_EQ(value.rows, 2);
  EXPECT_TRUE(variables[2]->take(value));
  EXPECT_EQ(value.rows, 3);
  EXPECT_EQ(value.columns, 2);
  EXPECT_TRUE(value.transpose);
  EXPECT_FALSE(variables[3]->take(value));
  EXPECT_EQ(variables[3]->id(), "bad");
  EXPECT_EQ(log.errors("value has 3 numbers; a matrix of 3 columns and 3 rows has 9"), 1u);
}

TEST_F(ShaderTest, matricesOfFramesReachTheShaderRowByRow) {
  load(
      "<OglShader/><DisplacementMatrixEngine name='e' x0='0 0 0 0 0 0 1' x='5 6 7 0 0 0 1'/>"
      "<OglMatrix4VectorVariable id='bones' value='@e.displaceMats' transpose='1'/>");
  ShaderValue value;
  ASSERT_TRUE(the<ShaderVariable>().take(value));
  EXPECT_EQ(value.reals, (std::vector<float>{1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1}));
  EXPECT_TRUE(value.transpose);
}

TEST_F(ShaderTest, valuesOfAttributes) {
  load(
      "<OglShader/><OglInt2Attribute value='1 2 3 4'/><OglUIntAttribute value='1 4000000000'/>"
      "<OglFloatAttribute value='0.5'/>");
  std::vector<ShaderAttribute*> attributes;
  root->collectDown(attributes);
  ASSERT_EQ(attributes.size(), 3u);
  ShaderValue value;
  attributes[0]->take(value);
  EXPECT_EQ(value.rows, 2);
  EXPECT_EQ(value.scalar, ShaderValue::Scalar::integer);
  EXPECT_EQ(value.whole, (std::vector<std::int32_t>{1, 2, 3, 4}));
  attributes[1]->take(value);
  EXPECT_EQ(value.scalar, ShaderValue::Scalar::natural);
  EXPECT_EQ(static_cast<std::uint32_t>(value.whole[1]), 4000000000u);
  attributes[2]->take(value);
  EXPECT_EQ(value.reals, std::vector<float>{0.5f});
}

TEST_F(ShaderTest, picturesThatAreMissing) {
  load("<OglShader/><OglTexture textureFilename='no/such.png'/>");
  EXPECT_EQ(log.errors("Texture \"no/such.png\" not found in "), 1u);
  EXPECT_EQ(the<OglTexture>().files(), std::vector<std::string>{""});
  load("<OglShader/><OglTexture/>");
  EXPECT_EQ(log.errors("There is no picture: filename"), 1u);
  load("<OglShader/><OglTexture cubemapFilenamePosX='no/such.png'/>");
  EXPECT_EQ(the<OglTexture>().files().size(), 6u);
  EXPECT_EQ(log.errors("a cube map has six sides"), 5u);
}

TEST_F(ShaderTest, picturesOfNumbers) {
  load(
      "<OglShader/><OglTexture proceduralTextureWidth='2' proceduralTextureHeight='1' proceduralTextureNbBits='24'"
      " proceduralTextureData='1 2 3 4 5 6'/>");
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_EQ(the<OglTexture>().channels(), 3u);
  load("<OglShader/><OglTexture proceduralTextureWidth='2' proceduralTextureHeight='2' proceduralTextureData='1'/>");
  EXPECT_EQ(log.errors("proceduralTextureData has 1 numbers; 2 x 2 pixels of 1 have 4"), 1u);
  load(
      "<OglShader/><OglTexture proceduralTextureWidth='1' proceduralTextureHeight='1' proceduralTextureNbBits='7'"
      " proceduralTextureData='1'/>");
  EXPECT_EQ(log.errors("proceduralTextureNbBits is 7"), 1u);
}

TEST_F(ShaderTest, shadowsHaveShadersOfTheirOwn) {
  load("<OglShadowShader fileVertexShaders=\"[" + file("a.vert") + "]\"/>");
  EXPECT_EQ(log.warnings("fileVertexShaders has no effect"), 1u);
  EXPECT_FALSE(the<OglShader>().hasPrograms());
}

}  // namespace
}  // namespace sofa::component::visual
