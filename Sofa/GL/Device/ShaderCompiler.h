// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

/// Makes a program out of the texts of its stages. Errors are GlError with the compiler's or linker's messages and the
/// line they are about.
class ShaderCompiler {
 public:
  /// `what` names the program in errors of the linker.
  explicit ShaderCompiler(std::string what) : m_what(std::move(what)) {}
  ~ShaderCompiler();
  ShaderCompiler(const ShaderCompiler&) = delete;
  ShaderCompiler& operator=(const ShaderCompiler&) = delete;

  /// Compiles a stage whose text follows on a preamble that has its version and ends with "#line 1".
  void add(GLenum stage, const std::string& what, std::string_view preamble, std::string_view text);
  /// The program of all stages; the caller's to delete.
  GLuint link();

 private:
  std::string m_what;
  std::vector<GLuint> m_shaders;
};

}  // namespace sofa::gl
