// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/ShaderCompiler.h"

#include <charconv>

namespace sofa::gl {
namespace {

template <class GetParameter, class GetLog>
std::string infoLog(GLuint object, GetParameter parameter, GetLog get) {
  GLint length = 0;
  parameter(object, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(0, length)), '\0');
  if (length > 0) get(object, length, nullptr, log.data());
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

/// The line of the source that a compiler's message is about: Mesa writes "0:12(5): ...", NVIDIA "0(12) : ...".
std::string quotedLine(std::string_view source, std::string_view log) {
  const auto start = log.find_first_of(":(");
  if (start == log.npos) return {};
  int line = 0;
  std::from_chars(log.data() + start + 1, log.data() + log.size(), line);
  for (int i = 1; i < line && !source.empty(); ++i) {
    const auto end = source.find('\n');
    source.remove_prefix(end == source.npos ? source.size() : end + 1);
  }
  return line > 0 ? fmt::format("\n  line {}: {}", line, source.substr(0, source.find('\n'))) : std::string();
}

}  // namespace

ShaderCompiler::~ShaderCompiler() {
  for (const GLuint shader : m_shaders) glDeleteShader(shader);
}

void ShaderCompiler::add(GLenum stage, const std::string& what, std::string_view preamble, std::string_view text) {
  const GLuint shader = m_shaders.emplace_back(glCreateShader(stage));
  const GLchar* texts[] = {preamble.data(), text.data()};
  const GLint lengths[] = {static_cast<GLint>(preamble.size()), static_cast<GLint>(text.size())};
  glShaderSource(shader, 2, texts, lengths);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return;
  const std::string log = infoLog(shader, glGetShaderiv, glGetShaderInfoLog);
  throw GlError(fmt::format("The {} does not compile: {}{}", what, log, quotedLine(text, log)));
}

GLuint ShaderCompiler::link() {
  const GLuint program = glCreateProgram();
  for (const GLuint shader : m_shaders) glAttachShader(program, shader);
  glLinkProgram(program);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (!good) {
    const std::string log = infoLog(program, glGetProgramiv, glGetProgramInfoLog);
    glDeleteProgram(program);
    throw GlError(fmt::format("The {} do not fit together: {}", m_what, log));
  }
  for (const GLuint shader : m_shaders) glDetachShader(program, shader);
  return program;
}

}  // namespace sofa::gl
