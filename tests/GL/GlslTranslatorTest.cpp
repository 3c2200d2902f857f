// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/GlslTranslator.h"

#include <gmock/gmock.h>

namespace sofa::gl {
namespace {

using testing::HasSubstr;
using testing::Not;

class GlslTranslatorTest : public testing::Test {
 protected:
  GlslTranslatorTest() {
    set(ShaderStage::vertex, "void main() { gl_Position = vec4(0.0); }\n");
    set(ShaderStage::fragment, "void main() {}\n");
  }
  void set(ShaderStage stage, std::string text) {
    source.stages[static_cast<std::size_t>(stage)] = {std::string(shaderStageNames[static_cast<std::size_t>(stage)]),
                                                      std::move(text)};
  }
  const TranslatedProgram& translate(int most = 450) {
    result = translateGlsl(source, most);
    return result;
  }
  std::string all(ShaderStage stage) { return result[stage].preamble + result[stage].text; }
  std::string problem(int most = 450) {
    try {
      translateGlsl(source, most);
    } catch (const GlslError& e) {
      return e.what();
    }
    return "none";
  }

  ShaderSource source;
  TranslatedProgram result;
};

TEST_F(GlslTranslatorTest, namesOfFixedFunctionsAreDeclaredWhereTheyAreUsed) {
  set(ShaderStage::vertex, "void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex; }");
  translate();
  EXPECT_THAT(all(ShaderStage::vertex), HasSubstr("sofa_ModelViewProjectionMatrix * sofa_Vertex"));
  EXPECT_THAT(all(ShaderStage::vertex), HasSubstr("uniform mat4 sofa_ModelViewProjectionMatrix;"));
  EXPECT_THAT(all(ShaderStage::vertex), HasSubstr("in vec3 sofa_position;"));
  EXPECT_THAT(all(ShaderStage::vertex), Not(HasSubstr("sofa_NormalMatrix")));
  EXPECT_THAT(all(ShaderStage::fragment), Not(HasSubstr("sofa_position")));
}

TEST_F(GlslTranslatorTest, theVersionIsAtLeastThreeThirtyAndComesFirst) {
  EXPECT_EQ(translate().version, 330);
  EXPECT_TRUE(all(ShaderStage::vertex).starts_with("#version 330 core\n"));
  set(ShaderStage::fragment, "// comment\n#version 410 compatibility\nvoid main() {}\n");
  EXPECT_EQ(translate().version, 410);
  EXPECT_TRUE(all(ShaderStage::vertex).starts_with("#version 410 core\n"));
  EXPECT_THAT(result[ShaderStage::fragment].text, Not(HasSubstr("#version")));
}

TEST_F(GlslTranslatorTest, linesKeepTheirNumbers) {
  set(ShaderStage::fragment, "#version 120\n#extension GL_EXT_gpu_shader4 : enable\n/* a\nb */\nHERE\nvoid main() {}");
  const std::string text = translate()[ShaderStage::fragment].text;
  EXPECT_EQ(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("HERE")), '\n'), 4);
  EXPECT_TRUE(result[ShaderStage::fragment].preamble.ends_with("#line 1\n"));
}

TEST_F(GlslTranslatorTest, extensionsComeFirstUnlessTheyArePartOfTheVersion) {
  set(ShaderStage::fragment,
      "void f() {}\n#extension GL_ARB_texture_rectangle : require\n#extension GL_ARB_gpu_shader5 : enable\nvoid main() "
      "{}");
  translate();
  EXPECT_THAT(result[ShaderStage::fragment].preamble, HasSubstr("core\n#extension GL_ARB_gpu_shader5 : enable\n"));
  EXPECT_THAT(all(ShaderStage::fragment), Not(HasSubstr("texture_rectangle")));
}

TEST_F(GlslTranslatorTest, commentsAndNumbersStay) {
  set(ShaderStage::fragment, "// gl_FragColor varying\nfloat x = 1e5 + 0x1F;\nvoid main() {}");
  translate();
  EXPECT_THAT(all(ShaderStage::fragment), HasSubstr("// gl_FragColor varying\nfloat x = 1e5 + 0x1F;"));
  EXPECT_THAT(all(ShaderStage::fragment), Not(HasSubstr("sofa_FragColor")));
}

TEST_F(GlslTranslatorTest, wordsThatHaveBecomeReservedAreRenamedInOldVersionsOnly) {
  set(ShaderStage::fragment,
      "uniform sampler2D texture;\nvoid main() { gl_FragColor = texture2D(texture, vec2(0.0)); }");
  translate();
  EXPECT_THAT(all(ShaderStage::fragment), HasSubstr("uniform sampler2D user_texture;"));
  EXPECT_THAT(all(ShaderStage::fragment), HasSubstr("texture2D(user_texture"));
  EXPECT_EQ(result.renamed.at("texture"), "user_texture");
  set(ShaderStage::fragment,
      "#version 330\nuniform sampler2D s;\nout vec4 c;\nvoid main() { c = texture(s, vec2(0.0)); }");
  EXPECT_TRUE(translate().renamed.empty());
}

TEST_F(GlslTranslatorTest, macrosOfTheSceneAndOfTheStageAreDefined) {
  source.macros = {{"USE_TEXTURE", ""}, {"COUNT", "3 + 4"}};
  translate();
  EXPECT_THAT(all(ShaderStage::vertex), HasSubstr("#define COUNT 3 + 4\n"));
  EXPECT_THAT(all(ShaderStage::fragment), HasSubstr("#define USE_TEXTURE \n"));
  EXPECT_THAT(all(ShaderStage::vertex), HasSubstr("#define VertexShader 1\n"));
  EXPECT_THAT(all(ShaderStage::fragment), HasSubstr("#define FragmentShader 1\n"));
}

TEST_F(GlslTranslatorTest, oldGeometryShaders) {
  set(ShaderStage::geometry,
      "varying in vec3 a[];\nvarying out vec3 b;\nvoid main() {\n  int l[1];\n  l[0] = 0;\n"
      "  for (int i = 0; i < gl_VerticesIn; ++i) {\n    gl_Position = gl_PositionIn[l[0] + i];\n    EmitVertex();\n  "
      "}\n}\n");
  source.geometryInput = 4, source.geometryOutput = 5, source.geometryVertices = 3;
  translate();
  EXPECT_THAT(all(ShaderStage::geometry), HasSubstr("gl_in[l[0] + i].gl_Position;"));
  EXPECT_THAT(all(ShaderStage::geometry), HasSubstr("i < gl_in.length()"));
  EXPECT_THAT(all(ShaderStage::geometry), HasSubstr("layout(triangles) in;"));
  EXPECT_THAT(all(ShaderStage::geometry), HasSubstr("layout(triangle_strip) out;"));
  EXPECT_THAT(all(ShaderStage::geometry), HasSubstr("layout(max_vertices = 3) out;"));
  source.geometryInput = 7;
  EXPECT_THAT(problem(), HasSubstr("geometryInputType is 7; it must be 0 (points)"));
}

TEST_F(GlslTranslatorTest, whatCannotBeTranslatedIsSaid) {
  EXPECT_EQ(problem(), "none");
  set(ShaderStage::fragment, "#version 430\nvoid main() {}");
  EXPECT_THAT(problem(330), HasSubstr("It needs version 4.3 of GLSL; this graphics card takes 3.3."));
  set(ShaderStage::fragment, "void main() {}");
  set(ShaderStage::tessellationControl, "void main() {}");
  EXPECT_THAT(problem(), HasSubstr("without an evaluation shader"));
  set(ShaderStage::tessellationEvaluation, "void main() {}");
  EXPECT_THAT(problem(330), HasSubstr("It needs version 4.0 of GLSL for tessellation"));
  source.stages = {};
  EXPECT_THAT(problem(), HasSubstr("There is no vertex shader"));
}

TEST_F(GlslTranslatorTest, anyTextEndsWell) {
  for (const char* text : {"", "#", "/*", "//", "gl_PositionIn", "gl_PositionIn[", "]]]", "#version", "#version x", "1",
                           "gl_", "#extension", "\xff\xfe", "void main(", "out vec4"}) {
    set(ShaderStage::geometry, text);
    set(ShaderStage::fragment, std::string(text) + " ");
    EXPECT_NE(problem(), "") << text;
  }
}

}  // namespace
}  // namespace sofa::gl
