// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <GL/glew.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "Sofa/GL/Picture/Renderer.h"

/// Objects of OpenGL that live as long as their C++ ones. Made with nothing in them, without a context; filled, used
/// and destroyed with the context current.
namespace sofa::gl {

using Mat4f = type::Mat<4, 4, float>;

/// Name of an OpenGL object, deleted with it. Kind has `static void destroy(GLuint)`.
template <class Kind>
class Handle {
 public:
  Handle() = default;
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : m_id(std::exchange(other.m_id, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) reset(std::exchange(other.m_id, 0));
    return *this;
  }
  void reset(GLuint id = 0) {
    if (m_id) Kind::destroy(m_id);
    m_id = id;
  }
  operator GLuint() const { return m_id; }

 private:
  GLuint m_id = 0;
};

/// Vertex, fragment and, if need be, geometry shader. Sources begin after the line "#version 330 core", which is added.
class Program {
 public:
  Program() = default;
  /// `name` appears in errors. Throws GlError with the compiler's or linker's messages and the lines they are about.
  Program(const std::string& name, std::string_view vertex, std::string_view fragment, std::string_view geometry = {});

  bool empty() const { return m_id == 0; }
  void use() const { glUseProgram(m_id); }
  /// Uniforms of the program in use. Names that the compiler found no use for are ignored.
  void set(const char* uniform, int value) { glUniform1i(location(uniform), value); }
  void set(const char* uniform, unsigned value) { glUniform1ui(location(uniform), value); }
  void set(const char* uniform, float value) { glUniform1f(location(uniform), value); }
  void set(const char* uniform, float x, float y) { glUniform2f(location(uniform), x, y); }
  void set(const char* uniform, float x, float y, float z) { glUniform3f(location(uniform), x, y, z); }
  void set(const char* uniform, const type::Vec3& value);
  void set(const char* uniform, const type::Color& value);
  void set(const char* uniform, const Mat4f& value) {
    glUniformMatrix4fv(location(uniform), 1, GL_FALSE, value.data());
  }
  /// Components of vec4 one after the other.
  void setVec4Array(const char* uniform, std::span<const float> values);
  void setMatrices(const char* uniform, std::span<const Mat4f> values);
  GLint location(const char* uniform);

 private:
  struct Kind {
    static void destroy(GLuint id) { glDeleteProgram(id); }
  };
  Handle<Kind> m_id;
  std::unordered_map<std::string_view, GLint> m_locations;  // of string literals
};

/// Memory of the graphics card. It grows when it must and is updated in place otherwise.
class Buffer {
 public:
  /// Replaces the content. Counts bytes sent, and whether memory had to be made.
  void upload(const void* bytes, std::size_t size, RenderStatistics& statistics);
  template <class T>
  void upload(std::span<const T> values, RenderStatistics& statistics) {
    upload(values.data(), values.size_bytes(), statistics);
  }
  template <class T>
  void upload(const std::vector<T>& values, RenderStatistics& statistics) {
    upload(values.data(), values.size() * sizeof(T), statistics);
  }
  GLuint id() const { return m_id; }
  std::size_t size() const { return m_size; }  ///< bytes of the content

 private:
  struct Kind {
    static void destroy(GLuint id) { glDeleteBuffers(1, &id); }
  };
  Handle<Kind> m_id;
  std::size_t m_size = 0, m_capacity = 0;
};

/// Which buffers the attributes of vertices come from.
class VertexArray {
 public:
  void bind();
  /// Attribute `index` of the shader is `components` values of `type` from the buffer; a divisor of 1 makes it one per
  /// instance. Integers reach the shader as numbers in [0, 1] if normalized.
  void attribute(GLuint index, const Buffer& buffer, GLint components, GLenum type = GL_FLOAT, bool normalized = false,
                 GLsizei stride = 0, std::size_t offset = 0, GLuint divisor = 0);
  /// The same for integers that stay integers.
  void integerAttribute(GLuint index, const Buffer& buffer, GLint components, GLenum type, GLsizei stride = 0,
                        std::size_t offset = 0, GLuint divisor = 0);
  /// The attribute is constant: set by glVertexAttrib.
  void noAttribute(GLuint index);
  void indices(const Buffer& buffer);

 private:
  struct Kind {
    static void destroy(GLuint id) { glDeleteVertexArrays(1, &id); }
  };
  Handle<Kind> m_id;
};

/// Two-dimensional, without mipmaps.
class Texture {
 public:
  /// Rows from the bottom up, as OpenGL has them. Data may be null.
  void allocate(GLenum internalFormat, int width, int height, GLenum format, GLenum type, const void* data = nullptr);
  /// A picture, the right way up for texture coordinates whose v grows upwards.
  void setImage(const Image& image, bool srgb = false);
  /// Filter: GL_LINEAR or GL_NEAREST; wrap: GL_REPEAT, GL_CLAMP_TO_EDGE or GL_CLAMP_TO_BORDER.
  void setSampling(GLint filter, GLint wrap);
  void bind(int unit) const;
  GLuint id() const { return m_id; }
  int width() const { return m_width; }
  int height() const { return m_height; }

 private:
  struct Kind {
    static void destroy(GLuint id) { glDeleteTextures(1, &id); }
  };
  Handle<Kind> m_id;
  int m_width = 0, m_height = 0;
};

/// Colour and depth of its own to draw on, with several samples per pixel if asked for.
class Framebuffer {
 public:
  /// Does nothing if it is so already (depths of 32 bits are what Mesa's software renderer is fastest with). Takes as
  /// many samples as there are, up to that number. Throws GlError if there is no such framebuffer, for example because
  /// it is too large.
  void resize(int width, int height, int samples, GLenum colorFormat = GL_RGBA8,
              GLenum depthFormat = GL_DEPTH_COMPONENT32F);
  void bind() const { glBindFramebuffer(GL_FRAMEBUFFER, m_id); }
  /// Copies the colours, of one sample per pixel, into another framebuffer of the same size.
  void copyTo(GLuint target) const;
  GLuint id() const { return m_id; }
  int width() const { return m_width; }
  int height() const { return m_height; }
  int samples() const { return m_samples; }
  GLuint colorTexture() const { return m_samples > 0 ? m_colors : 0; }  ///< with several samples; else there is none
  GLuint depthBuffer() const { return m_depth; }                        ///< a renderbuffer with as many samples

 private:
  struct Kind {
    static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
  };
  struct RenderbufferKind {
    static void destroy(GLuint id) { glDeleteRenderbuffers(1, &id); }
  };
  Handle<Kind> m_id;
  struct TextureKind {
    static void destroy(GLuint id) { glDeleteTextures(1, &id); }
  };
  void attachColor();
  Handle<RenderbufferKind> m_color, m_depth;
  Handle<TextureKind> m_colors;  // instead of m_color where there are several samples
  int m_width = 0, m_height = 0, m_samples = 0, m_wantedSamples = 0;
  GLenum m_colorFormat = 0, m_depthFormat = 0;
};

/// The name of an error code of glGetError.
std::string_view errorName(GLenum error);

}  // namespace sofa::gl
