// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/SceneProgram.h"

#include "Sofa/GL/Device/GlslTranslator.h"
#include "Sofa/GL/Device/ShaderCompiler.h"

namespace sofa::gl {
namespace {

using Scalar = ShaderValue::Scalar;

struct TypeInfo {
  GLenum type;
  std::string_view name;
  int columns, rows;
  enum Kind { real, whole, natural, boolean, sampler } kind;
};
constexpr TypeInfo types[] = {
    {GL_FLOAT, "float", 1, 1, TypeInfo::real},
    {GL_FLOAT_VEC2, "vec2", 1, 2, TypeInfo::real},
    {GL_FLOAT_VEC3, "vec3", 1, 3, TypeInfo::real},
    {GL_FLOAT_VEC4, "vec4", 1, 4, TypeInfo::real},
    {GL_INT, "int", 1, 1, TypeInfo::whole},
    {GL_INT_VEC2, "ivec2", 1, 2, TypeInfo::whole},
    {GL_INT_VEC3, "ivec3", 1, 3, TypeInfo::whole},
    {GL_INT_VEC4, "ivec4", 1, 4, TypeInfo::whole},
    {GL_UNSIGNED_INT, "uint", 1, 1, TypeInfo::natural},
    {GL_UNSIGNED_INT_VEC2, "uvec2", 1, 2, TypeInfo::natural},
    {GL_UNSIGNED_INT_VEC3, "uvec3", 1, 3, TypeInfo::natural},
    {GL_UNSIGNED_INT_VEC4, "uvec4", 1, 4, TypeInfo::natural},
    {GL_BOOL, "bool", 1, 1, TypeInfo::boolean},
    {GL_BOOL_VEC2, "bvec2", 1, 2, TypeInfo::boolean},
    {GL_BOOL_VEC3, "bvec3", 1, 3, TypeInfo::boolean},
    {GL_BOOL_VEC4, "bvec4", 1, 4, TypeInfo::boolean},
    {GL_FLOAT_MAT2, "mat2", 2, 2, TypeInfo::real},
    {GL_FLOAT_MAT3, "mat3", 3, 3, TypeInfo::real},
    {GL_FLOAT_MAT4, "mat4", 4, 4, TypeInfo::real},
    {GL_FLOAT_MAT2x3, "mat2x3", 2, 3, TypeInfo::real},
    {GL_FLOAT_MAT2x4, "mat2x4", 2, 4, TypeInfo::real},
    {GL_FLOAT_MAT3x2, "mat3x2", 3, 2, TypeInfo::real},
    {GL_FLOAT_MAT3x4, "mat3x4", 3, 4, TypeInfo::real},
    {GL_FLOAT_MAT4x2, "mat4x2", 4, 2, TypeInfo::real},
    {GL_FLOAT_MAT4x3, "mat4x3", 4, 3, TypeInfo::real},
    {GL_SAMPLER_1D, "sampler1D", 1, 1, TypeInfo::sampler},
    {GL_SAMPLER_2D, "sampler2D", 1, 1, TypeInfo::sampler},
    {GL_SAMPLER_3D, "sampler3D", 1, 1, TypeInfo::sampler},
    {GL_SAMPLER_CUBE, "samplerCube", 1, 1, TypeInfo::sampler},
    {GL_SAMPLER_2D_SHADOW, "sampler2DShadow", 1, 1, TypeInfo::sampler},
    {GL_SAMPLER_2D_ARRAY, "sampler2DArray", 1, 1, TypeInfo::sampler},
    {GL_SAMPLER_2D_RECT, "sampler2DRect", 1, 1, TypeInfo::sampler},
};

const TypeInfo* infoOf(GLenum type) {
  for (const auto& t : types)
    if (t.type == type) return &t;
  return nullptr;
}

std::string nameOf(const ShaderValue& v) {
  if (v.columns > 1)
    return v.columns == v.rows ? fmt::format("mat{}", v.rows) : fmt::format("mat{}x{}", v.columns, v.rows);
  const std::string_view vec = v.scalar == Scalar::real ? "vec" : v.scalar == Scalar::integer ? "ivec" : "uvec";
  if (v.rows > 1) return fmt::format("{}{}", vec, v.rows);
  return v.scalar == Scalar::real ? "float" : v.scalar == Scalar::integer ? "int" : "uint";
}

void setMatrices(GLint at, GLsizei n, int columns, int rows, GLboolean transpose, const float* m) {
  switch (10 * columns + rows) {
    case 22:
      return glUniformMatrix2fv(at, n, transpose, m);
    case 33:
      return glUniformMatrix3fv(at, n, transpose, m);
    case 44:
      return glUniformMatrix4fv(at, n, transpose, m);
    case 23:
      return glUniformMatrix2x3fv(at, n, transpose, m);
    case 24:
      return glUniformMatrix2x4fv(at, n, transpose, m);
    case 32:
      return glUniformMatrix3x2fv(at, n, transpose, m);
    case 34:
      return glUniformMatrix3x4fv(at, n, transpose, m);
    case 42:
      return glUniformMatrix4x2fv(at, n, transpose, m);
    case 43:
      return glUniformMatrix4x3fv(at, n, transpose, m);
  }
}

void setReals(GLint at, GLsizei n, int rows, const float* v) {
  switch (rows) {
    case 1:
      return glUniform1fv(at, n, v);
    case 2:
      return glUniform2fv(at, n, v);
    case 3:
      return glUniform3fv(at, n, v);
    case 4:
      return glUniform4fv(at, n, v);
  }
}

void setIntegers(GLint at, GLsizei n, int rows, const GLint* v) {
  switch (rows) {
    case 1:
      return glUniform1iv(at, n, v);
    case 2:
      return glUniform2iv(at, n, v);
    case 3:
      return glUniform3iv(at, n, v);
    case 4:
      return glUniform4iv(at, n, v);
  }
}

void setNaturals(GLint at, GLsizei n, int rows, const GLuint* v) {
  switch (rows) {
    case 1:
      return glUniform1uiv(at, n, v);
    case 2:
      return glUniform2uiv(at, n, v);
    case 3:
      return glUniform3uiv(at, n, v);
    case 4:
      return glUniform4uiv(at, n, v);
  }
}

/// The version of GLSL that the context takes, as in #version.
int supportedVersion() {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_SHADING_LANGUAGE_VERSION));
  int major = 3, minor = 30;
  if (text) std::sscanf(text, "%d.%d", &major, &minor);
  return 100 * major + minor;
}

/// As scenes write the names.
std::string asWritten(std::string text) {
  for (auto at = text.find("sofa_"); at != text.npos; at = text.find("sofa_", at)) text.replace(at, 5, "gl_");
  return text;
}

constexpr std::array<GLenum, shaderStageCount> stageTypes{
    GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER};

}  // namespace

SceneProgram::SceneProgram(const ShaderSource& source) {
  const TranslatedProgram translated = translateGlsl(source, supportedVersion());
  m_hasTessellation = !source[ShaderStage::tessellationEvaluation].text.empty();
  try {
    ShaderCompiler compiler("shaders");
    for (std::size_t s = 0; s < shaderStageCount; ++s) {
      const auto& stage = translated.stages[s];
      if (stage.text.empty()) continue;
      compiler.add(stageTypes[s], fmt::format("{} shader \"{}\"", shaderStageNames[s], source.stages[s].name),
                   stage.preamble, stage.text);
      m_text += source.stages[s].text;
    }
    m_id.reset(compiler.link());
  } catch (const GlError& e) {
    throw GlError(asWritten(e.what()));
  }
  if (!source[ShaderStage::geometry].text.empty()) {
    GLint input = 0;
    glGetProgramiv(m_id, GL_GEOMETRY_INPUT_TYPE, &input);
    m_geometryInput = m_hasTessellation ? GL_TRIANGLES : static_cast<GLenum>(input);
  }
  listVariables(translated.renamed);
}

void SceneProgram::listVariables(const std::map<std::string, std::string>& renamed) {
  std::map<std::string, std::string> written;
  for (const auto& [before, now] : renamed) written[now] = before;
  const GLuint program = m_id;
  const auto list = [&](GLenum countName, auto get, auto locate, Variables& variables) {
    GLint count = 0;
    glGetProgramiv(program, countName, &count);
    for (GLint i = 0; i < count; ++i) {
      std::array<GLchar, 256> buffer{};
      GLsizei length = 0;
      Variable variable;
      get(program, static_cast<GLuint>(i), static_cast<GLsizei>(buffer.size()), &length, &variable.size, &variable.type,
          buffer.data());
      variable.location = locate(program, buffer.data());
      std::string name(buffer.data(), static_cast<std::size_t>(length));
      if (name.ends_with("[0]")) name.resize(name.size() - 3);
      if (const auto it = written.find(name); it != written.end()) name = it->second;
      variables[name] = variable;
    }
  };
  // Not the functions' addresses: GLEW defines their names as macros of loaded ones.
  list(
      GL_ACTIVE_UNIFORMS, [](auto... a) { glGetActiveUniform(a...); },
      [](auto... a) { return glGetUniformLocation(a...); }, m_uniforms);
  list(
      GL_ACTIVE_ATTRIBUTES, [](auto... a) { glGetActiveAttrib(a...); },
      [](auto... a) { return glGetAttribLocation(a...); }, m_attributes);
}

bool SceneProgram::mentions(std::string_view name) const { return m_text.find(name) != m_text.npos; }

std::string SceneProgram::set(const ShaderUniform& uniform) const {
  const auto it = m_uniforms.find(uniform.name);
  if (it == m_uniforms.end()) return {};
  const auto [at, type, size] = it->second;
  const ShaderValue& v = uniform.value;
  const TypeInfo* info = infoOf(type);
  if (!info) return fmt::format("Uniform \"{}\" has a type that cannot be set.", uniform.name);
  const bool kindFits = v.scalar == Scalar::real ? info->kind == TypeInfo::real || info->kind == TypeInfo::boolean
                                                 : info->kind != TypeInfo::real;
  if (!kindFits || info->columns != v.columns || info->rows != v.rows)
    return fmt::format("Uniform \"{}\" is a {} in the shader, but the scene gives a {}. It is left out.", uniform.name,
                       info->name, nameOf(v));
  const int each = v.rows * v.columns;
  const auto given = static_cast<GLsizei>((v.scalar == Scalar::real ? v.reals.size() : v.whole.size()) /
                                          static_cast<std::size_t>(each));
  const GLsizei n = std::min(given, size);
  if (n == 0) return {};
  if (v.columns > 1)
    setMatrices(at, n, v.columns, v.rows, v.transpose ? GL_TRUE : GL_FALSE, v.reals.data());
  else if (v.scalar == Scalar::real)
    setReals(at, n, v.rows, v.reals.data());
  else if (info->kind == TypeInfo::natural)
    setNaturals(at, n, v.rows, reinterpret_cast<const GLuint*>(v.whole.data()));
  else
    setIntegers(at, n, v.rows, v.whole.data());
  if (given > size)
    return fmt::format("Uniform \"{}\" has {} elements in the shader, but the scene gives {}.", uniform.name, size,
                       given);
  return {};
}

std::string_view glslTypeName(GLenum type) {
  const auto* info = infoOf(type);
  return info ? info->name : "unknown type";
}

bool isSampler(GLenum type) {
  const auto* info = infoOf(type);
  return info && info->kind == TypeInfo::sampler;
}

bool isWhole(GLenum type) {
  const auto* info = infoOf(type);
  return info && (info->kind == TypeInfo::whole || info->kind == TypeInfo::natural);
}

}  // namespace sofa::gl
