// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>

#include "Sofa/GL/Capture/SceneShader.h"

namespace sofa::gl {

/// The texts of a program, ready for a context without OpenGL's fixed functions.
struct TranslatedProgram {
  /// A stage that is there has two texts, one after the other: what is declared for it, and the file's own. Compilers
  /// then name the lines of the file.
  struct Stage {
    std::string preamble, text;
  };
  std::array<Stage, shaderStageCount> stages;
  int version = 330;
  /// Names that had to change, since they mean something in newer versions: as in the file -> as in the text.
  std::map<std::string, std::string> renamed;

  const Stage& operator[](ShaderStage s) const { return stages[static_cast<std::size_t>(s)]; }
};

/// A program cannot be translated: no vertex shader, a version beyond the card's...
class GlslError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Rewrites a program of any version of GLSL, as SOFA's scenes have them, for the core profile of version 330 or later.
///
/// Names of the fixed functions (gl_Vertex, gl_ModelViewMatrix, gl_LightSource...) become `sofa_` and the same,
/// declared as attributes, uniforms and outputs where they are used; the words of old versions (attribute, varying,
/// texture2D...) become those of today. `main` is wrapped: planes cut pixels off. The file's lines keep their numbers.
/// `most` is the version that the card takes. Throws GlslError.
///
/// Attributes: vec3 sofa_position, sofa_Normal, sofa_tangent, sofa_bitangent; vec2 sofa_texcoord; vec4 sofa_color.
TranslatedProgram translateGlsl(const ShaderSource& source, int most);

}  // namespace sofa::gl
