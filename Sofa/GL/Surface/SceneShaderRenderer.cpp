// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/SceneShaderRenderer.h"

#include <numbers>

#include "Sofa/GL/Device/GlslTranslator.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::gl {
namespace {

using Shape = SurfaceVariant::Shape;

/// Texture unit of the surface's own picture; the scene's textures take those after the shadow map's.
constexpr int ownUnit = 0, firstUnit = 2, lastUnit = 15;

GLenum primitive(Shape shape) {
  switch (shape) {
    case Shape::triangles:
      return GL_TRIANGLES;
    case Shape::edges:
      return GL_LINES;
    case Shape::points:
      return GL_POINTS;
  }
  return GL_TRIANGLES;
}

type::Vec<4, float> toVector(const type::Color& c) { return {c.r, c.g, c.b, c.a}; }

/// The colours of the terms in use, the others black.
struct UsedMaterial {
  explicit UsedMaterial(const type::Material& m)
      : emission(used(m.emissive)),
        ambient(used(m.ambient)),
        diffuse(used(m.diffuse)),
        specular(used(m.specular)),
        shininess(m.useShininess ? std::clamp(m.shininess, 0.f, 128.f) : 45.f) {}
  static type::Vec<4, float> used(const type::Material::Term& term) {
    return term.use ? toVector(term.color) : type::Vec<4, float>(0, 0, 0, 1);
  }
  type::Vec<4, float> emission, ambient, diffuse, specular;
  float shininess;
};

void setMatrices(const SceneProgram& program, const DrawContext& context) {
  const auto set = [&](const std::string& name, const type::Mat4& m) {
    program.set(name, Mat4f(m.cast<float>()));
    program.set(name + "Inverse", Mat4f(m.inverse().cast<float>()));
    program.set(name + "Transpose", Mat4f(m.transpose().cast<float>()));
    program.set(name + "InverseTranspose", Mat4f(m.inverse().transpose().cast<float>()));
  };
  const type::Mat4 view = context.view.cast<double>(), projection = context.projection.cast<double>();
  set("sofa_ModelViewMatrix", view);
  set("sofa_ProjectionMatrix", projection);
  set("sofa_ModelViewProjectionMatrix", projection * view);
  if (const GLint at = program.uniform("sofa_NormalMatrix"); at >= 0) {
    const type::Mat<3, 3, float> normal = view.topLeftCorner<3, 3>().inverse().transpose().cast<float>();
    glUniformMatrix3fv(at, 1, GL_FALSE, normal.data());
  }
  type::Mat4 toClip = type::Mat4::Identity();
  toClip.diagonal() << 2.0 / context.width, 2.0 / context.height, 2, 1;
  toClip.topRightCorner<3, 1>() << -1 - 2.0 * context.x / context.width, -1 - 2.0 * context.y / context.height, -1;
  program.set("sofa_fromWindow", Mat4f(((projection * view).inverse() * toClip).cast<float>()));
}

void setMaterial(const SceneProgram& program, const UsedMaterial& m, const type::Color& ambientLight) {
  program.set("sofa_FrontMaterial.emission", m.emission);
  program.set("sofa_FrontMaterial.ambient", m.ambient);
  program.set("sofa_FrontMaterial.diffuse", m.diffuse);
  program.set("sofa_FrontMaterial.specular", m.specular);
  program.set("sofa_FrontMaterial.shininess", m.shininess);
  const type::Vec<4, float> ambient = toVector(ambientLight);
  program.set("sofa_LightModel.ambient", ambient);
  type::Vec<4, float> scene = m.emission + ambient.cwiseProduct(m.ambient);
  scene.w() = m.diffuse.w();
  program.set("sofa_FrontLightModelProduct.sceneColor", scene);
}

/// As OpenGL's fixed functions had them: in the camera's axes; lights that are not there are black.
void setLights(const SceneProgram& program, const UsedMaterial& m, const LightUniforms& lights, const Mat4f& view) {
  if (!program.mentions("gl_LightSource") && !program.mentions("LightProduct")) return;
  const type::Vec<4, float> black(0, 0, 0, 1), ahead(0, 0, 1, 0);
  for (unsigned i = 0; i < 8; ++i) {
    const bool isThere = i < lights.count();
    const LightUniforms::Values light = lights.values(isThere ? i : 0);
    const auto color = [&](const type::Vec<4, float>& c) {
      return isThere ? type::Vec<4, float>(c.x(), c.y(), c.z(), 1) : black;
    };
    const std::string name = fmt::format("sofa_LightSource[{}].", i);
    const type::Vec<4, float> position = isThere ? type::Vec<4, float>(view * light.position) : ahead;
    program.set(name + "ambient", color(light.ambient));
    program.set(name + "diffuse", color(light.color));
    program.set(name + "specular", color(light.specular));
    program.set(name + "position", position);
    type::Vec<3, float> half = position.head<3>().normalized() + type::Vec<3, float>::UnitZ();
    program.set(name + "halfVector", type::Vec<4, float>(half.x(), half.y(), half.z(), 0).normalized().eval());
    const bool cone = isThere && light.axis.w() >= -1;
    program.set(name + "spotDirection", type::Vec<3, float>(view.topLeftCorner<3, 3>() * light.axis.head<3>()));
    program.set(name + "spotExponent", cone ? light.ambient.w() : 0.f);
    program.set(name + "spotCosCutoff", cone ? light.axis.w() : -1.f);
    program.set(name + "spotCutoff",
                cone ? static_cast<float>(std::acos(light.axis.w()) * 180 / std::numbers::pi) : 180.f);
    program.set(name + "constantAttenuation", 1.f);
    program.set(name + "linearAttenuation", isThere ? light.color.w() : 0.f);
    program.set(name + "quadraticAttenuation", 0.f);
    const std::string product = fmt::format("sofa_FrontLightProduct[{}].", i);
    program.set(product + "ambient", color(light.ambient).cwiseProduct(m.ambient).eval());
    program.set(product + "diffuse", color(light.color).cwiseProduct(m.diffuse).eval());
    program.set(product + "specular", color(light.specular).cwiseProduct(m.specular).eval());
  }
}

void setClipPlanes(const SceneProgram& program, std::span<const ClipPlane> planes) {
  std::array<float, 4 * maxClipPlanes> values{};
  const auto n = std::min<std::size_t>(planes.size(), maxClipPlanes);
  for (std::size_t i = 0; i < n; ++i) {
    for (int c = 0; c < 3; ++c) values[4 * i + static_cast<std::size_t>(c)] = static_cast<float>(planes[i].normal[c]);
    values[4 * i + 3] = static_cast<float>(planes[i].offset);
  }
  program.set("sofa_clipPlaneCount", static_cast<int>(n));
  if (const GLint at = program.uniform("sofa_clipPlanes"); at >= 0) glUniform4fv(at, maxClipPlanes, values.data());
}

void unbindTextures(int end) {
  for (int unit = firstUnit; unit < end; ++unit) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
  }
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace

void SceneShaderRenderer::tellOnce(const std::string& owner, const std::string& text, bool isError) {
  if (m_told.emplace(owner, text).second)
    helper::send({isError ? helper::Severity::Error : helper::Severity::Warning, "Renderer", owner, text, {}});
}

SceneProgram* SceneShaderRenderer::find(const std::shared_ptr<const ShaderSource>& source, std::string_view otherwise) {
  Entry& entry = m_programs[source.get()];
  entry.unused = 0;
  if (entry.source) return entry.program.get();
  entry.source = source;
  try {
    entry.program = std::make_unique<SceneProgram>(*source);
  } catch (const std::runtime_error& e) {  // of OpenGL or of the translation
    tellOnce(source->owner, fmt::format("{}\n  {}", e.what(), otherwise), true);
  }
  return entry.program.get();
}

bool SceneShaderRenderer::has(const Frame& frame, const Surface& surface, Shape shape) {
  if (surface.shader < 0 || static_cast<std::size_t>(surface.shader) >= frame.shaders.size()) return false;
  const auto& source = frame.shaders[static_cast<std::size_t>(surface.shader)].source;
  SceneProgram* program = source ? find(source) : nullptr;
  if (!program) return false;
  const GLenum mode = primitive(shape);
  if (program->hasTessellation() && mode != GL_TRIANGLES) return false;
  if (program->takes(mode)) return true;
  if (shape != Shape::edges)
    tellOnce(source->owner,
             fmt::format("The geometry shader \"{}\" does not take {}, which {} has. Its material is used instead.",
                         (*source)[ShaderStage::geometry].name, mode == GL_POINTS ? "points" : "triangles",
                         surface.mesh->owner),
             true);
  return false;
}

void SceneShaderRenderer::draw(const Item& item, GpuSurface& gpu, RenderStatistics& statistics) {
  const SceneShader& shader = item.frame.shaders[static_cast<std::size_t>(item.surface.shader)];
  SceneProgram& program = *find(shader.source);
  const UsedMaterial material(item.surface.mesh->parts[item.part].material);
  program.use();
  setMatrices(program, item.context);
  setMaterial(program, material, item.lights.ambient());
  setLights(program, material, item.lights, item.context.view);
  setClipPlanes(program, item.clipPlanes);
  program.set("sofa_pointSize", (item.shape == Shape::points ? item.surface.pointSize : 1.f) * item.context.pixelRatio);
  setSceneUniforms(program, shader);
  static const ShaderInputs none;
  const int index = item.surface.shaderInputs;
  const int units = bindTextures(program, index >= 0 ? item.frame.shaderInputs[static_cast<std::size_t>(index)] : none,
                                 item.texture, item.surface.mesh->owner, firstUnit);
  if (const GLint at = program.attribute("sofa_color"); at >= 0)
    glVertexAttrib4fv(static_cast<GLuint>(at), material.diffuse.data());
  bindAttributes(program, item, gpu, statistics);
  VertexArray& array = program.vertexArray();
  if (item.shape == Shape::triangles && item.surface.wireframe) glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  if (item.shape == Shape::points) {
    gpu.drawVertices(statistics, &array);
  } else if (item.shape == Shape::edges) {
    gpu.drawEdges(item.part, statistics, &array);
  } else {
    if (program.hasTessellation()) {
      const std::array outer{shader.outerLevel, shader.outerLevel, shader.outerLevel, shader.outerLevel};
      const std::array inner{shader.innerLevel, shader.innerLevel};
      glPatchParameteri(GL_PATCH_VERTICES, 3);
      glPatchParameterfv(GL_PATCH_DEFAULT_OUTER_LEVEL, outer.data());
      glPatchParameterfv(GL_PATCH_DEFAULT_INNER_LEVEL, inner.data());
    }
    gpu.drawTriangles(item.part, statistics, &array, program.hasTessellation() ? GL_PATCHES : GL_TRIANGLES);
  }
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  unbindTextures(units);
}

bool SceneShaderRenderer::drawScreen(const Screen& screen, RenderStatistics& statistics) {
  const SceneShader& shader = screen.process.shader;
  SceneProgram* program = find(shader.source, "The picture is shown as it is.");
  if (!program) return false;
  if (program->hasTessellation() || !program->takes(GL_TRIANGLES)) {
    tellOnce(shader.source->owner, "Shaders of a picture take triangles, without tessellation. It is shown as it is.");
    return false;
  }
  DrawContext whole;
  whole.view = whole.projection = Mat4f::Identity();
  whole.width = screen.width, whole.height = screen.height;
  program->use();
  setMatrices(*program, whole);
  setClipPlanes(*program, {});
  glUniform2f(program->uniform("pixelSize"), 1.f / static_cast<float>(screen.width),
              1.f / static_cast<float>(screen.height));
  setSceneUniforms(*program, shader);
  constexpr std::array<std::string_view, 2> names{"colorTexture", "depthTexture"};
  constexpr int ownPictures = static_cast<int>(names.size());
  const int units =
      bindTextures(*program, screen.process.inputs, nullptr, shader.source->owner, firstUnit + ownPictures, names);
  for (int i = 0; i < ownPictures; ++i) {
    program->set(names[static_cast<std::size_t>(i)], firstUnit + i);
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(firstUnit + i));
    glBindTexture(GL_TEXTURE_2D, i == 0 ? screen.colors : screen.depths);
  }
  bindScreenCorners(*program, statistics);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  ++statistics.drawCalls;
  unbindTextures(units);
  return true;
}

void SceneShaderRenderer::bindScreenCorners(SceneProgram& program, RenderStatistics& statistics) {
  if (m_screenCorners.size() == 0) {
    const std::vector<float> corners{-1, -1, 0, 0, 0, 1, -1, 0, 1, 0, -1, 1, 0, 0, 1, 1, 1, 0, 1, 1};
    m_screenCorners.upload(corners, statistics);
  }
  VertexArray& array = program.vertexArray();
  constexpr GLsizei stride = 5 * sizeof(float);
  for (const auto& [name, variable] : program.attributes()) {
    if (variable.location < 0) continue;
    const auto location = static_cast<GLuint>(variable.location);
    if (name == "sofa_position")
      array.attribute(location, m_screenCorners, 3, GL_FLOAT, false, stride);
    else if (name == "sofa_texcoord")
      array.attribute(location, m_screenCorners, 2, GL_FLOAT, false, stride, 3 * sizeof(float));
    else
      array.noAttribute(location), glVertexAttrib4f(location, 0, 0, 0, 1);
  }
  array.bind();
}

void SceneShaderRenderer::setSceneUniforms(const SceneProgram& program, const SceneShader& shader) {
  for (const auto& uniform : shader.uniforms) {
    std::string problem = program.set(uniform);
    // Compilers drop what has no influence: only a name that occurs nowhere is worth a word.
    if (!program.uniforms().contains(uniform.name) && !program.mentions(uniform.name)) {
      std::vector<std::string> names;
      for (const auto& [name, variable] : program.uniforms())
        if (!name.starts_with("sofa_")) names.push_back(name);
      problem = fmt::format("The shader of {} has no uniform \"{}\".{}", shader.source->owner, uniform.name,
                            helper::didYouMean(uniform.name, names));
    }
    if (!problem.empty()) tellOnce(uniform.owner, problem);
  }
}

int SceneShaderRenderer::bindTextures(const SceneProgram& program, const ShaderInputs& inputs, const Texture* own,
                                      const std::string& user, int unit, std::span<const std::string_view> others) {
  glActiveTexture(GL_TEXTURE0);
  if (own) own->bind(ownUnit);
  for (const auto& [name, variable] : program.uniforms()) {
    if (!isSampler(variable.type) || std::find(others.begin(), others.end(), name) != others.end()) continue;
    const bool isCube = variable.type == GL_SAMPLER_CUBE;
    std::shared_ptr<const ShaderTexture> texture;
    for (const auto& t : inputs.textures)  // the last one is the nearest
      if (t->name == name || (t->unit == 0 && !own && !isCube && !texture)) texture = t;
    if (texture && (SceneTextures::target(*texture) == GL_TEXTURE_CUBE_MAP) != isCube) {
      tellOnce(texture->owner, fmt::format("\"{}\" is a {} in the shader, but the scene's texture is {}a cube map.",
                                           name, glslTypeName(variable.type), isCube ? "not " : ""));
      texture.reset();
    }
    // Samplers of different kinds must not share a unit.
    const bool readsOwn = !texture && variable.type == GL_SAMPLER_2D;
    if (!readsOwn && unit > lastUnit) {
      tellOnce(user, "There are more textures than the renderer has units: some are left out.");
      continue;
    }
    program.set(name, readsOwn ? ownUnit : unit);
    if (texture) m_textures.bind(texture, unit);
    if (!readsOwn) ++unit;
  }
  return unit;
}

const SceneShaderRenderer::Attribute& SceneShaderRenderer::upload(
    const std::shared_ptr<const ShaderAttributeValues>& values, std::size_t vertices, RenderStatistics& statistics) {
  Attribute& a = m_attributes[values.get()];
  a.unused = 0;
  if (a.source && a.vertices == vertices) return a;
  a.source = values;
  a.vertices = vertices;
  const auto rows = static_cast<std::size_t>(values->value.rows);
  const bool isReal = values->value.scalar == ShaderValue::Scalar::real;
  const std::size_t given = (isReal ? values->value.reals.size() : values->value.whole.size()) / rows;
  a.good = given == vertices || values->anyCount;
  if (!a.good)
    tellOnce(values->owner,
             fmt::format("There are {} values for {} vertices: the shader does not get them.", given, vertices));
  if (isReal) {
    std::vector<float> all = values->value.reals;
    all.resize(rows * vertices);
    a.buffer.upload(all, statistics);
  } else {
    std::vector<std::int32_t> all = values->value.whole;
    all.resize(rows * vertices);
    a.buffer.upload(all, statistics);
  }
  return a;
}

void SceneShaderRenderer::bindAttributes(SceneProgram& program, const Item& item, GpuSurface& gpu,
                                         RenderStatistics& statistics) {
  VertexArray& array = program.vertexArray();
  gpu.setAttributes(array, {program.attribute("sofa_position"), program.attribute("sofa_Normal"),
                            program.attribute("sofa_texcoord"), program.attribute("sofa_color")});
  const int index = item.surface.shaderInputs;
  for (const auto& [name, variable] : program.attributes()) {
    if (variable.location < 0 || (name.starts_with("sofa_") && name != "sofa_tangent" && name != "sofa_bitangent"))
      continue;
    const auto location = static_cast<GLuint>(variable.location);
    std::shared_ptr<const ShaderAttributeValues> values;
    if (index >= 0)
      for (const auto& a : item.frame.shaderInputs[static_cast<std::size_t>(index)].attributes)
        if (a->name == name) values = a;
    const Attribute* attribute = values ? &upload(values, gpu.vertexCount(), statistics) : nullptr;
    if (!attribute || !attribute->good) {
      array.noAttribute(location);
      glVertexAttrib4f(location, 0, 0, 0, 1);
      continue;
    }
    const ShaderValue& v = values->value;
    const GLenum type = v.scalar == ShaderValue::Scalar::real      ? GL_FLOAT
                        : v.scalar == ShaderValue::Scalar::integer ? GL_INT
                                                                   : GL_UNSIGNED_INT;
    if (isWhole(variable.type) && type == GL_FLOAT) {
      tellOnce(values->owner, fmt::format("Attribute \"{}\" is an {} in the shader, but the scene gives reals.", name,
                                          glslTypeName(variable.type)));
      array.noAttribute(location);
    } else if (isWhole(variable.type)) {
      array.integerAttribute(location, attribute->buffer, v.rows, type);
    } else {
      array.attribute(location, attribute->buffer, v.rows, type);
    }
  }
}

void SceneShaderRenderer::endFrame(unsigned frames) {
  m_textures.endFrame(frames);
  const auto forget = [&](auto& map) {
    for (auto it = map.begin(); it != map.end();) it = ++it->second.unused > frames ? map.erase(it) : std::next(it);
  };
  forget(m_programs);
  forget(m_attributes);
}

}  // namespace sofa::gl
