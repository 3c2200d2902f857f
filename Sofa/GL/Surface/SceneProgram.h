// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Capture/SceneShader.h"
#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

/// A program of the scene, compiled.
class SceneProgram {
 public:
  struct Variable {
    GLint location = -1;
    GLenum type = 0;
    GLint size = 1;
  };
  using Variables = std::map<std::string, Variable, std::less<>>;

  /// Throws GlError or GlslError with all that there is to say.
  explicit SceneProgram(const ShaderSource& source);

  void use() const { glUseProgram(m_id); }
  bool hasTessellation() const { return m_hasTessellation; }
  /// Whether it can draw GL_TRIANGLES, GL_LINES or GL_POINTS: geometry shaders take one kind of primitive.
  bool takes(GLenum mode) const { return m_geometryInput == 0 || m_geometryInput == mode; }

  /// Uniforms and attributes that it uses, by their names in the scene's files; arrays without their brackets.
  const Variables& uniforms() const { return m_uniforms; }
  const Variables& attributes() const { return m_attributes; }
  GLint uniform(std::string_view name) const { return find(m_uniforms, name); }
  GLint attribute(std::string_view name) const { return find(m_attributes, name); }
  /// Whether the name occurs in its text at all.
  bool mentions(std::string_view name) const;

  void set(std::string_view name, float x) const { glUniform1f(uniform(name), x); }
  void set(std::string_view name, int x) const { glUniform1i(uniform(name), x); }
  void set(std::string_view name, const type::Vec<3, float>& v) const { glUniform3fv(uniform(name), 1, v.data()); }
  void set(std::string_view name, const type::Vec<4, float>& v) const { glUniform4fv(uniform(name), 1, v.data()); }
  void set(std::string_view name, const type::Color& c) const { glUniform4f(uniform(name), c.r, c.g, c.b, c.a); }
  void set(std::string_view name, const Mat4f& m) const { glUniformMatrix4fv(uniform(name), 1, GL_FALSE, m.data()); }
  /// The scene's value, if it fits: else what is wrong.
  std::string set(const ShaderUniform& value) const;

  /// For its attributes, whose places no other program shares.
  VertexArray& vertexArray() { return m_array; }

 private:
  struct Kind {
    static void destroy(GLuint id) { glDeleteProgram(id); }
  };
  static GLint find(const Variables& variables, std::string_view name) {
    const auto it = variables.find(name);
    return it == variables.end() ? -1 : it->second.location;
  }
  void listVariables(const std::map<std::string, std::string>& renamed);

  Handle<Kind> m_id;
  VertexArray m_array;
  Variables m_uniforms, m_attributes;
  std::string m_text;
  bool m_hasTessellation = false;
  GLenum m_geometryInput = 0;
};

/// As in GLSL, for messages.
std::string_view glslTypeName(GLenum type);
bool isSampler(GLenum type);
/// Attributes and uniforms that are whole numbers in the shader.
bool isWhole(GLenum type);

}  // namespace sofa::gl
