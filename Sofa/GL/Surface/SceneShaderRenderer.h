// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>

#include "Sofa/GL/Surface/LightUniforms.h"
#include "Sofa/GL/Surface/SceneProgram.h"
#include "Sofa/GL/Surface/SceneTextures.h"

namespace sofa::gl {

/// Draws parts of surfaces with the programs of the scene. What is wrong with a program or its values is
/// told once.
class SceneShaderRenderer {
 public:
  /// A part of a surface and what is around it.
  struct Item {
    const Frame& frame;
    const Surface& surface;
    std::size_t part;
    SurfaceVariant::Shape shape;
    const Texture* texture;  ///< of its material; null: none
    const DrawContext& context;
    const LightUniforms& lights;
    std::span<const ClipPlane> clipPlanes;
  };

  /// What a program needs that covers a picture.
  struct Screen {
    const PostProcess& process;
    GLuint colors, depths;  ///< textures of the picture that it makes another one of
    int width, height;
  };

  /// Draws a square over the whole viewport; false if the program does not work.
  bool drawScreen(const Screen& screen, RenderStatistics& statistics);
  /// Whether the frame has a program for that surface which works; else its material must do.
  bool has(const Frame& frame, const Surface& surface, SurfaceVariant::Shape shape);
  void draw(const Item& item, GpuSurface& gpu, RenderStatistics& statistics);
  /// Forgets what has not been used in the last `frames` frames; to be called once per frame.
  void endFrame(unsigned frames);

 private:
  struct Entry {
    std::shared_ptr<const ShaderSource> source;  // keeps its address from being used again
    std::unique_ptr<SceneProgram> program;       // null: it does not work
    unsigned unused = 0;
  };
  struct Attribute {
    std::shared_ptr<const ShaderAttributeValues> source;
    Buffer buffer;
    std::size_t vertices = 0;
    bool good = true;
    unsigned unused = 0;
  };
  /// The program of a source, compiled when it is first asked for; null if it does not work. `otherwise`: what then.
  SceneProgram* find(const std::shared_ptr<const ShaderSource>& source,
                     std::string_view otherwise = "The material is used instead.");
  void bindScreenCorners(SceneProgram& program, RenderStatistics& statistics);
  void setSceneUniforms(const SceneProgram& program, const SceneShader& shader);
  void bindAttributes(SceneProgram& program, const Item& item, GpuSurface& gpu, RenderStatistics& statistics);
  const Attribute& upload(const std::shared_ptr<const ShaderAttributeValues>& values, std::size_t vertices,
                          RenderStatistics& statistics);
  /// The scene's, from `unit` on; samplers without one read `own`, if they can. Those in `others` are left to the
  /// caller. `user` is what they are for, for messages. The first unit that is free then.
  int bindTextures(const SceneProgram& program, const ShaderInputs& inputs, const Texture* own, const std::string& user,
                   int unit, std::span<const std::string_view> others = {});
  void tellOnce(const std::string& owner, const std::string& text, bool isError = false);

  std::unordered_map<const ShaderSource*, Entry> m_programs;
  std::unordered_map<const ShaderAttributeValues*, Attribute> m_attributes;
  SceneTextures m_textures;
  Buffer m_screenCorners;  ///< x y z and texture coordinates of four
  std::set<std::pair<std::string, std::string>> m_told;
};

}  // namespace sofa::gl
