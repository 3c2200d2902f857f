// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/ShaderElement.h"
#include "Sofa/GL/Device/Image.h"

/// Programs in GLSL that scenes bring along, as frames hold them.
namespace sofa::gl {

using component::visual::ShaderValue;

enum class ShaderStage : std::uint8_t { vertex, tessellationControl, tessellationEvaluation, geometry, fragment };
inline constexpr std::size_t shaderStageCount = component::visual::OglShader::stageCount;
inline constexpr std::array<std::string_view, shaderStageCount> shaderStageNames{
    "vertex", "tessellation control", "tessellation evaluation", "geometry", "fragment"};

/// The text of a program. A change is a new object.
struct ShaderSource {
  using File = component::visual::OglShader::File;
  std::array<File, shaderStageCount> stages;                           ///< text empty: no such stage
  std::vector<std::pair<std::string, std::string>> macros;             ///< names and what they stand for
  int geometryInput = -1, geometryOutput = -1, geometryVertices = -1;  ///< of OpenGL; -1: the text says
  bool backfaceWriting = false, clampVertexColor = true;
  std::string owner;  ///< path of the component, for messages

  const File& operator[](ShaderStage s) const { return stages[static_cast<std::size_t>(s)]; }
};

struct ShaderUniform {
  std::string name;
  ShaderValue value;
  std::string owner;
};

/// A program with its uniforms. No source: shadows are computed, no program runs.
struct SceneShader {
  std::shared_ptr<const ShaderSource> source;
  std::vector<ShaderUniform> uniforms;
  float outerLevel = 1, innerLevel = 1;  ///< of tessellation without a control shader
};

/// A change is a new object.
struct ShaderTexture {
  std::string name;                ///< of the sampler
  unsigned unit = 1;               ///< 0: samplers without a texture of their name read this one
  std::vector<std::string> files;  ///< one, or six sides of a cube (+x -x +y -y +z -z); an empty one is grey
  Image numbers;                   ///< if there are no files; grey if empty
  std::shared_ptr<const ShaderTexture> shared;  ///< its picture and sampling, in place of what is here; null: none
  int channels = 4;                             ///< of `numbers` that count
  bool repeat = false, linear = true, mipmaps = true, srgb = false;
  float minLod = -1000, maxLod = 1000;
  std::string owner;

  const ShaderTexture& picture() const { return shared ? *shared : *this; }
};

/// A value per vertex. A change is a new object.
struct ShaderAttributeValues {
  std::string name;
  ShaderValue value;
  bool anyCount = true;  ///< any number of values fits; else it must be that of the vertices
  std::string owner;
};

/// What a node and those above give to the shader of its models.
struct ShaderInputs {
  std::vector<std::shared_ptr<const ShaderTexture>> textures;
  std::vector<std::shared_ptr<const ShaderAttributeValues>> attributes;
};

}  // namespace sofa::gl
