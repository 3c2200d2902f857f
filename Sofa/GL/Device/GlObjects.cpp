// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/GlObjects.h"

#include <cstring>

#include "Sofa/GL/Device/ShaderCompiler.h"

namespace sofa::gl {
namespace {

constexpr std::string_view versionLine = "#version 330 core\n#line 1\n";

}  // namespace

Program::Program(const std::string& name, std::string_view vertex, std::string_view fragment,
                 std::string_view geometry) {
  ShaderCompiler compiler(fmt::format("shaders of \"{}\"", name));
  const auto add = [&](GLenum stage, std::string_view stageName, std::string_view text) {
    compiler.add(stage, fmt::format("{} shader of \"{}\"", stageName, name), versionLine, text);
  };
  add(GL_VERTEX_SHADER, "vertex", vertex);
  add(GL_FRAGMENT_SHADER, "fragment", fragment);
  if (!geometry.empty()) add(GL_GEOMETRY_SHADER, "geometry", geometry);
  m_id.reset(compiler.link());
}

GLint Program::location(const char* uniform) {
  const auto [it, isNew] = m_locations.try_emplace(uniform, -1);
  if (isNew) it->second = glGetUniformLocation(m_id, uniform);
  return it->second;
}

void Program::set(const char* uniform, const type::Vec3& value) {
  const type::Vec<3, float> v = value.cast<float>();
  set(uniform, v.x(), v.y(), v.z());
}

void Program::set(const char* uniform, const type::Color& value) {
  glUniform4f(location(uniform), value.r, value.g, value.b, value.a);
}

void Program::setVec4Array(const char* uniform, std::span<const float> values) {
  glUniform4fv(location(uniform), static_cast<GLsizei>(values.size() / 4), values.data());
}

void Program::setMatrices(const char* uniform, std::span<const Mat4f> values) {
  glUniformMatrix4fv(location(uniform), static_cast<GLsizei>(values.size()), GL_FALSE, values.front().data());
}

void Buffer::upload(const void* bytes, std::size_t size, RenderStatistics& statistics) {
  // The copy target touches neither the vertex array that is bound nor its indices.
  if (!m_id) {
    GLuint id = 0;
    glGenBuffers(1, &id);
    m_id.reset(id);
  }
  glBindBuffer(GL_COPY_WRITE_BUFFER, m_id);
  m_size = size;
  if (size > m_capacity) {
    // A quarter more for meshes that grow step by step.
    m_capacity = m_capacity ? size + size / 4 : size;
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(m_capacity), nullptr, GL_DYNAMIC_DRAW);
    ++statistics.createdBuffers;
  }
  if (size > 0) {
    // What the buffer held need not be kept, so that nothing waits for the frame before.
    void* memory = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(size),
                                    GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (memory) std::memcpy(memory, bytes, size);
    if (!memory || !glUnmapBuffer(GL_COPY_WRITE_BUFFER))
      glBufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(size), bytes);
  }
  statistics.uploadedBytes += size;
  glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

void VertexArray::bind() {
  if (!m_id) {
    GLuint id = 0;
    glGenVertexArrays(1, &id);
    m_id.reset(id);
  }
  glBindVertexArray(m_id);
}

void VertexArray::attribute(GLuint index, const Buffer& buffer, GLint components, GLenum type, bool normalized,
                            GLsizei stride, std::size_t offset, GLuint divisor) {
  bind();
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, components, type, normalized ? GL_TRUE : GL_FALSE, stride,
                        reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(index, divisor);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void VertexArray::integerAttribute(GLuint index, const Buffer& buffer, GLint components, GLenum type, GLsizei stride,
                                   std::size_t offset, GLuint divisor) {
  bind();
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  glEnableVertexAttribArray(index);
  glVertexAttribIPointer(index, components, type, stride, reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(index, divisor);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void VertexArray::noAttribute(GLuint index) {
  bind();
  glDisableVertexAttribArray(index);
}

void VertexArray::indices(const Buffer& buffer) {
  bind();
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer.id());
}

void Texture::allocate(GLenum internalFormat, int width, int height, GLenum format, GLenum type, const void* data) {
  if (!m_id) {
    GLuint id = 0;
    glGenTextures(1, &id);
    m_id.reset(id);
  }
  glBindTexture(GL_TEXTURE_2D, m_id);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internalFormat), width, height, 0, format, type, data);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  m_width = width, m_height = height;
  setSampling(GL_LINEAR, GL_REPEAT);
}

void Texture::setImage(const Image& image, bool srgb) {
  std::vector<std::uint8_t> rows(image.rgba.size());
  const auto row = static_cast<std::size_t>(image.width) * 4;
  for (int y = 0; y < image.height; ++y)
    std::memcpy(&rows[y * row], &image.rgba[static_cast<std::size_t>(image.height - 1 - y) * row], row);
  allocate(srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
}

void Texture::setSampling(GLint filter, GLint wrap) {
  glBindTexture(GL_TEXTURE_2D, m_id);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void Texture::bind(int unit) const {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, m_id);
}

void Framebuffer::resize(int width, int height, int samples, GLenum colorFormat, GLenum depthFormat) {
  if (m_id && width == m_width && height == m_height && samples == m_wantedSamples && colorFormat == m_colorFormat &&
      depthFormat == m_depthFormat)
    return;
  GLint most = 0, mostOfTextures = 0, largest = 0;
  glGetIntegerv(colorFormat == GL_R32UI ? GL_MAX_INTEGER_SAMPLES : GL_MAX_SAMPLES, &most);
  glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &mostOfTextures);
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  if (width < 1 || height < 1 || width > largest || height > largest)
    throw GlError(fmt::format("A picture of {} x {} pixels cannot be drawn: 1 to {} are possible in each direction.",
                              width, height, largest));
  m_samples = samples > 1 ? std::min({samples, most, mostOfTextures}) : 0;
  m_width = width, m_height = height, m_wantedSamples = samples;
  m_colorFormat = colorFormat, m_depthFormat = depthFormat;
  GLuint depth = 0, framebuffer = 0;
  GLint bound = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
  glGenRenderbuffers(1, &depth);
  m_depth.reset(depth);
  glGenFramebuffers(1, &framebuffer);
  m_id.reset(framebuffer);
  glBindRenderbuffer(GL_RENDERBUFFER, m_depth);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, m_samples, depthFormat, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, m_id);
  attachColor();
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, m_depth);
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    m_id.reset();
    throw GlError(
        fmt::format("A picture of {} x {} pixels with {} samples each cannot be drawn (framebuffer status {:#x}).",
                    width, height, std::max(1, m_samples), status));
  }
}

void Framebuffer::attachColor() {
  GLuint id = 0;
  if (m_samples > 0) {
    glGenTextures(1, &id);
    m_colors.reset(id), m_color.reset();
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, m_colors);
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, m_samples, m_colorFormat, m_width, m_height, GL_TRUE);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, m_colors, 0);
    return;
  }
  glGenRenderbuffers(1, &id);
  m_color.reset(id), m_colors.reset();
  glBindRenderbuffer(GL_RENDERBUFFER, m_color);
  glRenderbufferStorage(GL_RENDERBUFFER, m_colorFormat, m_width, m_height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, m_color);
}

void Framebuffer::copyTo(GLuint target) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, m_id);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
  glBlitFramebuffer(0, 0, m_width, m_height, 0, 0, m_width, m_height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
}

std::string_view errorName(GLenum error) {
  switch (error) {
    case GL_NO_ERROR:
      return "GL_NO_ERROR";
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY";
    default:
      return "unknown error";
  }
}

}  // namespace sofa::gl
