// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "RendererFixture.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

using gl::ShaderSource;
using gl::ShaderStage;
using gl::ShaderValue;
using testing::HasSubstr;
using testing::IsEmpty;
using Rgb = sofa::type::Vec3;

/// What was said, as "path: text".
class Messages : public CapturedMessages {
 public:
  std::string all() const {
    std::string text;
    for (const auto& m : messages) text += (text.empty() ? "" : "\n") + m.path + ": " + m.text;
    return text;
  }
};

constexpr const char* plainVertex = "void main() { gl_Position = ftransform(); }\n";

/// A square of 2 units with the shaders of a test.
class SceneShaderTest : public RendererFixture {
 protected:
  SceneShaderTest() {
    frame.surfaces = {square(0)};
    makeEmissive(frame.surfaces[0], {1, 1, 0, 1});  // what is seen if the material is used
    materialOf(frame.surfaces[0]).diffuse = {true, {0, 0, 1, 1}};
    frame.lightSets = {gl::LightSet{}};
    frame.surfaces[0].shader = 0;
    frame.surfaces[0].shaderInputs = 0;
    frame.shaders.resize(1);
    frame.shaderInputs.resize(1);
    useShader(plainVertex, "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }\n");
  }
  void useShader(const std::string& vertex, const std::string& fragment, const std::string& geometry = {}) {
    auto source = std::make_shared<ShaderSource>();
    source->owner = "/shader";
    source->stages[0] = {"test.vert", vertex};
    source->stages[3] = {"test.geo", geometry};
    source->stages[4] = {"test.frag", fragment};
    use(source);
  }
  void use(std::shared_ptr<ShaderSource> source) { frame.shaders[0].source = std::move(source); }
  void setUniform(const std::string& name, ShaderValue value) {
    frame.shaders[0].uniforms.push_back({name, std::move(value), "/uniform"});
  }
  static ShaderValue reals(std::vector<float> values, int rows = 1, int columns = 1, bool transpose = false) {
    ShaderValue value;
    value.reals = std::move(values);
    value.rows = rows, value.columns = columns, value.transpose = transpose;
    return value;
  }
  static ShaderValue integers(std::vector<std::int32_t> values, int rows = 1) {
    ShaderValue value;
    value.scalar = ShaderValue::Scalar::integer;
    value.whole = std::move(values);
    value.rows = rows;
    return value;
  }
  gl::ShaderTexture& addTexture(const std::string& name, std::array<std::uint8_t, 3> color) {
    auto texture = std::make_shared<gl::ShaderTexture>();
    texture->name = name;
    texture->numbers = {1, 1, {color[0], color[1], color[2], 255}};
    texture->owner = "/texture";
    frame.shaderInputs[0].textures.push_back(texture);
    return *texture;
  }
  void addAttribute(const std::string& name, ShaderValue value, bool anyCount = true) {
    auto values = std::make_shared<gl::ShaderAttributeValues>();
    values->name = name;
    values->value = std::move(value);
    values->anyCount = anyCount;
    values->owner = "/attribute";
    frame.shaderInputs[0].attributes.push_back(values);
  }
  void expectMaterial() { expectColor(0, 0, {1, 1, 0}); }

  Messages log;
};

TEST_F(SceneShaderTest, itDrawsInPlaceOfTheMaterial) {
  draw();
  expectColor(0, 0, {0, 1, 0});
  expectColor(1.5, 0, {0, 0, 0});
  EXPECT_THAT(log.messages, IsEmpty());
  frame.surfaces[0].shader = -1;
  draw();
  expectMaterial();
}

TEST_F(SceneShaderTest, materialAndColor) {
  materialOf(frame.surfaces[0]).shininess = 20, materialOf(frame.surfaces[0]).useShininess = true;
  useShader("void main() { gl_FrontColor = 0.5 * gl_Color; gl_Position = ftransform(); }",
            "void main() { gl_FragColor = vec4(gl_FrontMaterial.emission.rg, gl_Color.b, 1.0);"
            " gl_FragColor.r *= gl_FrontMaterial.shininess / 40.0; }");
  draw();
  expectColor(0, 0, {0.5, 1, 0.5});
}

TEST_F(SceneShaderTest, colorsOfVerticesAreClampedUnlessTheSceneSaysOtherwise) {
  const char* vertex = "void main() { gl_FrontColor = vec4(4.0, 0.0, 0.0, 1.0); gl_Position = ftransform(); }";
  const char* fragment = "void main() { gl_FragColor = 0.25 * gl_Color; }";
  useShader(vertex, fragment);
  draw();
  expectColor(0, 0, {0.25, 0, 0});
  auto source = std::make_shared<ShaderSource>(*frame.shaders[0].source);
  source->clampVertexColor = false;
  use(source);
  draw();
  expectColor(0, 0, {1, 0, 0});
}

TEST_F(SceneShaderTest, colorOfFacesSeenFromBehind) {
  useShader(
      "void main() { gl_FrontColor = vec4(1.0, 0.0, 0.0, 1.0); gl_BackColor = vec4(0.0, 0.0, 1.0, 1.0);"
      " gl_Position = ftransform(); }",
      "void main() { gl_FragColor = gl_Color; }");
  meshOf(frame.surfaces[0]).triangles = {0, 2, 1, 0, 3, 2};
  draw();
  expectColor(0, 0, {1, 0, 0});
  auto source = std::make_shared<ShaderSource>(*frame.shaders[0].source);
  source->backfaceWriting = true;
  use(source);
  draw();
  expectColor(0, 0, {0, 0, 1});
}

TEST_F(SceneShaderTest, matricesAndNormalsAreInTheCamerasAxes) {
  useShader(
      "varying vec4 eye; varying vec3 normal;\n"
      "void main() { eye = gl_ModelViewMatrix * gl_Vertex; normal = gl_NormalMatrix * gl_Normal;"
      " gl_Position = gl_ProjectionMatrix * eye; }",
      "varying vec4 eye; varying vec3 normal;\n"
      "void main() { vec4 world = gl_ModelViewMatrixInverse * eye;"
      " gl_FragColor = vec4(-eye.z / 20.0, normal.z, world.x, 1.0); }");
  draw();
  const double x = 0.5 + 1.0 / 32;
  expectColor(0.5, 0, {0.5, 1, x}, 0.02);
}

TEST_F(SceneShaderTest, lights) {
  auto& light = useLight(Light::Kind::spot);
  light.color = {0.25f, 0.5f, 0.75f, 1};
  light.attenuation = 0.5;
  const auto show = [&](const std::string& value) {
    useShader(plainVertex, "void main() { gl_FragColor = vec4(" + value + ", 1.0); }");
    draw();
  };
  show("gl_LightSource[0].diffuse.rgb");
  expectColor(0, 0, {0.25, 0.5, 0.75});
  show("-gl_LightSource[0].position.xyz / 10.0");  // 4 above the square, seen from 10
  expectColor(0, 0, {0, 0, 0.6});
  show(
      "vec3(gl_LightSource[0].spotCosCutoff, gl_LightSource[0].spotCutoff / 60.0, "
      "gl_LightSource[0].linearAttenuation)");
  expectColor(0, 0, {std::cos(std::acos(-1.0) / 6), 0.5, 0.5});
  show("gl_FrontLightProduct[0].diffuse.rgb + gl_FrontLightModelProduct.sceneColor.rgb");
  expectColor(0, 0, {1, 1, 0.75});
  show("gl_LightSource[7].diffuse.rgb");
  expectColor(0, 0, {0, 0, 0});
}

TEST_F(SceneShaderTest, uniformsOfAllTypes) {
  useShader(
      plainVertex,
      "#version 330\nuniform int count; uniform ivec2 two; uniform uint natural; uniform bool on;\n"
      "uniform float list[3]; uniform mat2x3 m; uniform mat2x3 t; out vec4 color;\n"
      "void main() {\n"
      "  bool good = on && count == 3 && two == ivec2(4, 5) && natural == 7u && list[0] == 1.0 && list[2] == 3.0;\n"
      "  bool same = m[0] == vec3(1.0, 2.0, 3.0) && m[1].x == 4.0 && t[0] == vec3(1.0, 3.0, 5.0);\n"
      "  color = vec4(good ? 1.0 : 0.0, same ? 1.0 : 0.0, 0.5, 1.0);\n}\n");
  setUniform("count", integers({3}));
  setUniform("two", integers({4, 5}, 2));
  setUniform("natural", integers({7}));
  setUniform("on", integers({1}));
  setUniform("list", reals({1, 2, 3}));
  setUniform("m", reals({1, 2, 3, 4, 5, 6}, 3, 2));
  setUniform("t", reals({1, 2, 3, 4, 5, 6}, 3, 2, true));
  draw();
  expectColor(0, 0, {1, 1, 0.5});
  EXPECT_EQ(log.all(), "");
}

TEST_F(SceneShaderTest, uniformsThatDoNotFitAreToldOnce) {
  useShader(plainVertex,
            "uniform vec3 tint; uniform float used[2];\n"
            "void main() { gl_FragColor = vec4(tint + used[0] + used[1], 1.0); }");
  setUniform("tint", reals({1}));
  setUniform("tints", reals({1, 1, 1}, 3));
  setUniform("used", reals({0.25f, 0.25f, 9}));
  draw();
  draw();
  expectColor(0, 0, {0.5, 0.5, 0.5});
  EXPECT_THAT(log.all(), HasSubstr("/uniform: Uniform \"tint\" is a vec3 in the shader, but the scene gives a float."));
  EXPECT_THAT(log.all(), HasSubstr("has no uniform \"tints\". Did you mean \"tint\"?"));
  EXPECT_THAT(log.all(), HasSubstr("\"used\" has 2 elements in the shader, but the scene gives 3."));
  EXPECT_EQ(log.messages.size(), 3u);
}

TEST_F(SceneShaderTest, macros) {
  useShader(plainVertex, "void main() {\n#ifdef GREEN\n  gl_FragColor = vec4(0.0, LEVEL, 0.0, 1.0);\n#endif\n}");
  auto source = std::make_shared<ShaderSource>(*frame.shaders[0].source);
  source->macros = {{"GREEN", ""}, {"LEVEL", "0.5"}};
  use(source);
  draw();
  expectColor(0, 0, {0, 0.5, 0});
}

TEST_F(SceneShaderTest, texturesAreFoundByTheNamesOfSamplers) {
  useShader("void main() { gl_TexCoord[0] = gl_MultiTexCoord0; gl_Position = ftransform(); }",
            "uniform sampler2D red; uniform sampler2D texture; uniform samplerCube sky;\n"
            "void main() { gl_FragColor = vec4(texture2D(red, gl_TexCoord[0].st).r,"
            " texture2D(texture, gl_TexCoord[0].st).g, textureCube(sky, vec3(1.0, 0.0, 0.0)).b, 1.0); }");
  addTexture("red", {255, 0, 0});
  addTexture("texture", {0, 128, 0});
  auto& sky = addTexture("sky", {});
  sky.files.assign(6, "");  // none of them found
  draw();
  expectColor(0, 0, {1, 0.5, 0.5});
  EXPECT_EQ(log.all(), "");
}

TEST_F(SceneShaderTest, samplersWithoutATextureReadTheModelsOwnOrThatOfUnitZero) {
  useShader("void main() { gl_TexCoord[0] = gl_MultiTexCoord0; gl_Position = ftransform(); }",
            "uniform sampler2D any;\nvoid main() { gl_FragColor = texture2D(any, gl_TexCoord[0].st); }");
  addTexture("other", {0, 0, 255}).unit = 0;
  draw();
  expectColor(0, 0, {0, 0, 1});
  const TemporaryFolder folder;
  const std::string file = folder.file("shader.png");
  std::string reason;
  gl::writePng(file, {1, 1, {255, 0, 0, 255}}, reason);
  frame.surfaces[0].texture = file;
  draw();
  expectColor(0, 0, {1, 0, 0});
}

TEST_F(SceneShaderTest, attributesOfVertices) {
  useShader(
      "attribute vec3 tint; attribute float scale; varying vec3 color;\n"
      "void main() { color = tint * scale; gl_Position = ftransform(); }",
      "varying vec3 color;\nvoid main() { gl_FragColor = vec4(color, 1.0); }");
  addAttribute("tint", reals({1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0}, 3));
  addAttribute("scale", integers({1, 1, 1, 1}));
  draw();
  expectColor(-0.9, 0, {0.95, 0.05, 0}, 0.04);
  expectColor(0.9, 0, {0.05, 0.95, 0}, 0.04);
}

TEST_F(SceneShaderTest, wholeAttributesStayWhole) {
  useShader(
      "#version 330 compatibility\nin ivec4 which; out vec3 color;\n"
      "void main() { color = which == ivec4(1, 2, 3, 70000) ? vec3(1.0) : vec3(0.5); gl_Position = ftransform(); }",
      "#version 330\nin vec3 color; out vec4 seen; void main() { seen = vec4(color, 1.0); }");
  std::vector<std::int32_t> values;
  for (int i = 0; i < 4; ++i) values.insert(values.end(), {1, 2, 3, 70000});
  addAttribute("which", integers(values, 4));
  draw();
  expectColor(0, 0, {1, 1, 1});
}

TEST_F(SceneShaderTest, anotherNumberOfAttributesThanOfVertices) {
  useShader(
      "attribute vec3 tint; varying vec3 color;\n"
      "void main() { color = tint; gl_Position = ftransform(); }",
      "varying vec3 color;\nvoid main() { gl_FragColor = vec4(color, 1.0); }");
  addAttribute("tint", reals({1, 1, 1, 1, 1, 1}, 3), false);
  draw();
  expectColor(0, -0.9, {0, 0, 0});
  EXPECT_EQ(log.all(), "/attribute: There are 2 values for 4 vertices: the shader does not get them.");
  frame.shaderInputs[0].attributes.clear();
  addAttribute("tint", reals({1, 1, 1, 1, 1, 1}, 3));  // the others are 0
  draw();
  EXPECT_GT(at(0, -0.9)[0], 0.9);
  EXPECT_LT(at(0, 0.9)[0], 0.1);
}

TEST_F(SceneShaderTest, errorsNameFileAndLineAndTheMaterialIsUsed) {
  useShader(plainVertex, "#version 120\n// comment\nvoid main() {\n  gl_FragColor = vec4(missing);\n}\n");
  draw();
  draw();
  expectMaterial();
  EXPECT_EQ(log.messages.size(), 1u);
  EXPECT_THAT(log.all(), HasSubstr("/shader: The fragment shader \"test.frag\" does not compile"));
  EXPECT_THAT(log.all(), HasSubstr("line 4:   gl_FragColor = vec4(missing);"));
  EXPECT_THAT(log.all(), HasSubstr("The material is used instead."));
}

TEST_F(SceneShaderTest, stagesThatDoNotFitTogether) {
  useShader("varying vec2 color;\nvoid main() { color = gl_Vertex.xy; gl_Position = ftransform(); }\n",
            "varying vec3 color;\nvoid main() { gl_FragColor = vec4(color, 1.0); }\n");
  draw();
  expectMaterial();
  EXPECT_THAT(log.all(), HasSubstr("do not fit together"));
}

TEST_F(SceneShaderTest, geometryShadersTakeOneKindOfPrimitive) {
  const char* geometry =
      "#version 330\nlayout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n"
      "void main() {\n  for (int i = 0; i < 3; ++i) {\n    gl_Position = gl_in[i].gl_Position * vec4(0.5, 0.5, 1.0, "
      "1.0);\n"
      "    EmitVertex();\n  }\n}\n";
  useShader(plainVertex, "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }", geometry);
  draw();
  expectColor(0.4, 0, {0, 1, 0});
  expectColor(0.6, 0, {0, 0, 0});
  frame.surfaces[0].asPoints = true;
  frame.surfaces[0].pointSize = 9;
  draw();
  EXPECT_THAT(log.all(), HasSubstr("\"test.geo\" does not take points"));
  EXPECT_EQ(log.messages.size(), 1u);
}

TEST_F(SceneShaderTest, tessellation) {
  if (!GLEW_VERSION_4_0) GTEST_SKIP() << "needs OpenGL 4.0";
  auto source = std::make_shared<ShaderSource>();
  source->owner = "/shader";
  source->stages[0] = {"all.glsl", "void main() { gl_Position = gl_Vertex; }"};
  // Levels come from outside; the middle of edges is pushed out.
  source->stages[2] = {
      "eval.glsl",
      "#version 400\nlayout(triangles) in;\nvoid main() {\n"
      "  vec4 p = vec4(0.0);\n  for (int i = 0; i < 3; ++i) p += gl_TessCoord[i] * gl_in[i].gl_Position;\n"
      "  p.x *= 1.0 + 0.7 * (1.0 - p.y * p.y);\n"
      "  gl_Position = gl_ModelViewProjectionMatrix * p;\n}\n"};
  source->stages[4] = {"test.frag", "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }"};
  use(source);
  draw();
  expectColor(1.4, 0.05, {0, 0, 0});
  frame.shaders[0].outerLevel = frame.shaders[0].innerLevel = 8;
  draw();
  expectColor(1.4, 0.05, {0, 1, 0});
  EXPECT_EQ(log.all(), "");
}

TEST_F(SceneShaderTest, planesCutAndSelectionsKeepTheirColours) {
  view.clipPlanes = {{type::Vec3::UnitX(), 0.25}};
  draw();
  expectColor(0.2, 0, {0, 1, 0});
  expectColor(0.3, 0, {0, 0, 0});
  view.camera.orthographic = false;
  view.camera.position = {0, 0, 10};
  draw();
  EXPECT_GT(at(0.15, 0)[1], 0.9);
  EXPECT_LT(at(0.35, 0)[1], 0.1);
  view.highlighted = 1;
  draw();
  expectColor(0, 0, {0, 1, 0});
}

TEST_F(SceneShaderTest, wireframeTransparencyAndPoints) {
  useShader(plainVertex, "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 0.5); }");
  materialOf(frame.surfaces[0]).diffuse.color.a = 0.5f;
  frame.surfaces[0].blendTranslucency = false;
  draw();
  expectColor(0, 0.5, {0, 0.5, 0});
  materialOf(frame.surfaces[0]).diffuse.color.a = 1;
  frame.surfaces[0].wireframe = true;
  draw();
  expectColor(0.5, 0.2, {0, 0, 0});
  frame.surfaces[0].wireframe = false;
  frame.surfaces[0].asPoints = true;
  frame.surfaces[0].pointSize = 10;
  draw();
  expectColor(1.2, 1, {0, 1, 0});
  expectColor(0, 0, {0, 0, 0});
}

TEST_F(SceneShaderTest, transparencyWithoutOrderLeavesThemAlone) {
  useShader(plainVertex, "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 0.5); }");
  materialOf(frame.surfaces[0]).diffuse.color.a = 0.5f;
  frame.surfaces[0].blendTranslucency = false;
  frame.transparencyDepthScale = 0.01f;
  draw();
  expectColor(0, 0.5, {0, 0.5, 0});
}

TEST_F(SceneShaderTest, steadyFramesMakeNothing) {
  addAttribute("tint", reals({1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0}, 3));
  useShader("attribute vec3 tint; varying vec3 color;\nvoid main() { color = tint; gl_Position = ftransform(); }",
            "varying vec3 color;\nvoid main() { gl_FragColor = vec4(color, 1.0); }");
  draw();
  draw();
  EXPECT_EQ(renderer.statistics().createdBuffers, 0u);
  EXPECT_EQ(renderer.statistics().uploadedBytes, 0u);
}

}  // namespace
}  // namespace sofa::tests
